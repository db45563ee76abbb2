/**
 * An entity of a document: listed in the analytics, or only marked in the text. Those with one id are one;
 * without an id, those with one name are, whatever its case.
 */
export interface EntityRow {
  readonly entity: number;
  /** Without blanks around it. */
  readonly name: string;
  /** Empty when unknown. */
  readonly type: string;
  readonly id: string | null;
  /** As the document says, usually 0…1. */
  readonly relevance: number | null;
  /** −1…1. */
  readonly sentiment: number | null;
  /** Its marks in the text; where the document has no text, what it says itself. */
  readonly mentions: number;
  /** Its node in the analytics; -1 when it is only marked. */
  readonly node: number;
}

/** A mark in a block's text; characters are UTF-16, as in JavaScript, `end` exclusive. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly entity: number;
  /** The item in the document; -1 when it was found by its name. */
  readonly node: number;
}

export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly sentiment: number | null;
  readonly node: number;
}

/** Known once every block was read. */
export interface EntityCounts {
  readonly isDone: boolean;
  readonly readBlocks: number;
  readonly mentions: number;
  readonly sentences: number;
  readonly entities: number;
  /** Mentions by type, the most frequent first. */
  readonly types: readonly { readonly type: string; readonly mentions: number; readonly entities: number }[];
  /** Mean sentiment of the sentences along the document; null where none has one. */
  readonly sentiment: readonly (number | null)[];
}
