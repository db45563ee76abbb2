import type { ProblemName } from '#shared/annotated/tape/tape.ts';
import type { DocumentCounts } from '../model/types.ts';

/** Where a document comes from: an address of the host, or a file a person chose. */
export type DocumentSource =
  | { readonly kind: 'address'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'file'; readonly file: File };

export interface LoadProgress {
  readonly received: number;
  /** Null when nobody says. */
  readonly total: number | null;
}

/** Why a document could not be opened. */
export type OpenFailure =
  | {
      readonly kind: 'json';
      readonly problem: ProblemName;
      readonly line: number;
      readonly column: number;
      readonly excerpt: string;
    }
  | { readonly kind: 'read'; readonly detail: string }
  | { readonly kind: 'memory' };

/** To the worker. */
export interface Request {
  readonly id: number;
  readonly method: string;
  readonly input: readonly unknown[];
}

/** An answer to what is asked next. */
export interface AnswerAhead {
  readonly method: string;
  readonly input: readonly unknown[];
  readonly value: unknown;
}

/** From the worker. */
export type Answer =
  | {
      readonly kind: 'value';
      readonly id: number;
      readonly value: unknown;
      readonly ahead?: readonly AnswerAhead[];
    }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly failure?: OpenFailure }
  | { readonly kind: 'progress'; readonly progress: LoadProgress }
  | { readonly kind: 'counts'; readonly counts: DocumentCounts };
