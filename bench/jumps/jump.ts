/** One jump, and where it has to lead. */
export interface Jump {
  readonly kind: JumpKind;
  /** What the address asks for. */
  readonly query: string;
  readonly block: number;
  /** What is marked, and the character of its block it begins at. */
  readonly text: string;
  readonly from: number;
  /** What the tree shows; undefined where that is not known beforehand. */
  readonly path?: string;
}

export type JumpKind =
  | 'search'
  | 'event'
  | 'entity'
  | 'sentence'
  | 'tree'
  | 'across'
  | 'citation'
  | 'mark'
  | 'find'
  /** The first hit of what was typed, after the pause in which more may be typed. */
  | 'typed'
  | 'deep link';

/**
 * Into a document that is open (warm), or that is opened for it: in a window that somebody has looked at for
 * a while (opened) or that was drawn this moment (hasty), with the window (cold), or with the first window
 * that the browser ever has of Sluice, so that it has to get all code (first).
 */
export type Warmth = 'warm' | 'opened' | 'hasty' | 'cold' | 'first';

/** What of an annotated document the jumps need; as the sandbox writes it. */
export interface AnnotatedFile {
  readonly content: { readonly body: readonly AnnotatedFileBlock[] };
  readonly analytics: {
    readonly entities: readonly { readonly rp_entity_id: string; readonly entity_name: string }[];
    readonly events: readonly {
      readonly text_locations: readonly { readonly paragraph_num: number; readonly sentence_num: number }[];
    }[];
  };
}

export interface AnnotatedFileBlock {
  readonly text: string;
  readonly entities: readonly Span[];
  readonly sentences: readonly Span[];
}

interface Span {
  readonly rp_entity_id?: string;
  readonly start: number;
  readonly end: number;
}

export interface JumpDocument {
  readonly name: string;
  /** Where its annotated JSON lies. */
  readonly path: string;
  /** Where the page of its original lies; null for a kind that is no page. */
  readonly original: string | null;
  readonly file: AnnotatedFile;
  /** What the service's search would find. */
  readonly passages: readonly { readonly text: string; readonly paragraph: number; readonly chunk: number }[];
}
