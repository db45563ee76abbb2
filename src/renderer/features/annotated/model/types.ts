import type { Fact } from '#shared/annotated/find-sections.ts';
import type { EntityCounts, Mention, Sentence } from '#shared/annotated/types.ts';
import type { TableGrid } from './table/table-grid.ts';
import type { TableShape } from './table/table-shape.ts';

export type { EntityRow, Mention, Sentence } from '#shared/annotated/types.ts';

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

/** Characters of the text of one block; UTF-16, `end` exclusive. */
export interface BlockRange {
  readonly block: number;
  readonly start: number;
  readonly end: number;
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
  /** Whether more of its text may come into the page. */
  readonly mayUnfold: boolean;
  /** Its columns, where it is a table of which its original or its text says them for certain. */
  readonly table: TableGrid | TableShape | null;
  readonly node: number;
}

export interface DocumentSummary {
  readonly bytes: number;
  readonly nodes: number;
  /** Whether there is anything to show besides the tree. */
  readonly isAnnotated: boolean;
  readonly title: string | null;
  readonly blocks: number;
  /** Of the texts of each section of blocks (`sections.ts`). */
  readonly sectionBytes: readonly number[];
  /** Mean length of a block's text. */
  readonly bytesPerBlock: number;
  readonly facts: readonly Fact[];
}

/** What was counted so far, and the events. */
export interface DocumentCounts extends EntityCounts {
  readonly events: number;
}

/** What a person chose, in whichever pane. */
export type Target =
  | { readonly kind: 'entity'; readonly key: string }
  | { readonly kind: 'event'; readonly event: number }
  | {
      readonly kind: 'path';
      readonly path: string;
      /** Characters of the text of its block, where they are known. */
      readonly from: number | null;
      readonly to: number | null;
      /** The words there; where other words stand there now, these lead to the place. */
      readonly quote?: string | null;
    }
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
