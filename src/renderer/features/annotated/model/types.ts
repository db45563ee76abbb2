import type { Fact } from './find-sections.ts';

/** An entity: listed in the analytics, or only marked in the text. */
export interface EntityRow {
  readonly entity: number;
  readonly name: string;
  /** Empty when unknown. */
  readonly type: string;
  readonly id: string | null;
  readonly relevance: number | null;
  readonly sentiment: number | null;
  readonly mentions: number;
  /** Its node in the analytics; -1 when it is only marked. */
  readonly node: number;
}

export interface EventRole {
  readonly name: string;
  readonly sentiment: number | null;
  /** -1 when the document lists no entity of this name. */
  readonly entity: number;
}

export interface EventRow {
  readonly event: number;
  readonly type: string;
  readonly topic: string;
  readonly relevance: number | null;
  readonly sentiment: number | null;
  readonly roles: readonly EventRole[];
  /** Blocks and sentences it was found in, from 0; the sentence is -1 when unknown. */
  readonly places: readonly { readonly block: number; readonly sentence: number }[];
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

export interface BlockView {
  readonly block: number;
  /** As the document has it, upper case. */
  readonly kind: string;
  /** Cut when it is long. */
  readonly text: string;
  /** Characters of the whole text. */
  readonly length: number;
  readonly mentions: readonly Mention[];
  readonly sentences: readonly Sentence[];
  readonly node: number;
}

export interface DocumentSummary {
  readonly bytes: number;
  readonly nodes: number;
  /** Whether there is anything to show besides the tree. */
  readonly isAnnotated: boolean;
  readonly title: string | null;
  readonly blocks: number;
  /** Mean length of a block's text. */
  readonly bytesPerBlock: number;
  readonly facts: readonly Fact[];
}

/** Known once every block was read. */
export interface DocumentCounts {
  readonly isDone: boolean;
  readonly readBlocks: number;
  readonly mentions: number;
  readonly sentences: number;
  readonly entities: number;
  readonly events: number;
  /** Mentions by type, the most frequent first. */
  readonly types: readonly { readonly type: string; readonly mentions: number; readonly entities: number }[];
  /** Mean sentiment of the sentences along the document; null where none has one. */
  readonly sentiment: readonly (number | null)[];
}

/** What a person chose, in whichever pane. */
export type Target =
  | { readonly kind: 'entity'; readonly key: string }
  | { readonly kind: 'event'; readonly event: number }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'node'; readonly node: number }
  | {
      readonly kind: 'chunk';
      readonly chunk: number;
      readonly quote: string | null;
      readonly paragraph: number | null;
    };

/** The same place in every pane; -1 where a pane has nothing to show. */
export interface Place {
  readonly node: number;
  readonly path: string;
  readonly block: number;
  readonly start: number;
  readonly end: number;
  readonly entity: number;
  /** Names the entity in addresses: its id, or its name. */
  readonly entityKey: string | null;
  readonly event: number;
}
