import type { SandboxProfile } from '../options.ts';
import type { Chunk, DocumentNotes } from '../store/chunks.ts';

/** What the worker needs to annotate one document. */
export interface AnnotateJob {
  id: string;
  fileName: string;
  originalPath: string;
  /** Where the annotated document is written. */
  annotatedPath: string;
  origin: string;
  enrichments: readonly string[];
  publishedAt: number | null;
  createdAt: number;
  /** Sandbox time at the start of the work, for the processor timestamps. */
  startedAt: number;
  profile: SandboxProfile;
}

/** How it ended. */
export type AnnotateResult =
  | { kind: 'annotated'; contentType: string; title: string; chunks: Chunk[]; notes: DocumentNotes }
  | { kind: 'failed'; errorCode: FailureCode };

/** Why a document could not be enriched. */
export type FailureCode =
  | 'EMPTY_FILE'
  | 'UNSUPPORTED_FILE_TYPE'
  | 'EXTRACTION_FAILED'
  | 'NO_TEXT_FOUND'
  | 'FILE_TOO_LARGE'
  | 'FILE_ENCRYPTED';
