import type { FolderHealth } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { MovedFile, RowPlace, SeenFile } from '../../ledger/local-files.ts';
import type { ReconcileSummary, WatchOptions } from '../watch-api.ts';

/** A folder as the thread needs it: its settings, and what the ledger remembers of its beginnings. */
export interface ThreadFolder {
  readonly folder: WatchFolder;
  /** When the folder was added, milliseconds since the epoch: tells what was there before (first-run modes). */
  readonly addedAt: number;
  readonly firstScanComplete: boolean;
  /** Device of the root when it was last seen well; null before that. */
  readonly device: string | null;
}

/** What the thread is started with. */
export interface ThreadStart {
  readonly databasePath: string;
  /** Uniform in 0…1: spreads the regular passes of many machines over time. */
  readonly jitter: number;
  readonly options: WatchOptions;
}

/** A difference between the disk and the ledger. */
export type Finding =
  | { readonly kind: 'seen'; readonly file: SeenFile }
  /** Quiet and whole. `movedFrom` is where the row is of the same bytes whose path is gone (W8). */
  | {
      readonly kind: 'settled';
      readonly file: SeenFile;
      readonly fresh: boolean;
      readonly movedFrom: RowPlace | null;
    }
  | { readonly kind: 'moved'; readonly file: MovedFile }
  | { readonly kind: 'missing'; readonly place: RowPlace }
  /** Lies under a directory that is left out now: forgotten, unless something was uploaded. */
  | { readonly kind: 'left-out'; readonly id: number };

export interface PlacedName {
  readonly folderId: string;
  readonly directory: string;
  readonly name: string;
}

export type ToThread =
  | { readonly type: 'folders'; readonly folders: readonly ThreadFolder[]; readonly id: number }
  | {
      readonly type: 'reconcile';
      readonly id: number;
      readonly folderId: string | null;
      readonly reason: string;
    }
  /** Hand these names over as they are (W2). */
  | {
      readonly type: 'take';
      readonly id: number;
      readonly folderId: string;
      readonly names: readonly { readonly directory: string; readonly name: string }[];
    }
  /** The batch with this number is written and handed over. What was overtaken is to be looked at again. */
  | { readonly type: 'ack'; readonly batch: number; readonly again: readonly PlacedName[] }
  | { readonly type: 'stop' };

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'batch'; readonly batch: number; readonly findings: readonly Finding[] }
  | { readonly type: 'health'; readonly folderId: string; readonly health: FolderHealth }
  | { readonly type: 'progress'; readonly folderId: string; readonly counted: number }
  /** A complete pass over a folder, everything it found being written. */
  | { readonly type: 'passed'; readonly folderId: string; readonly device: string }
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly summary: ReconcileSummary | null;
      readonly count: number;
    }
  /** Nothing is under way any more, or something is again. */
  | { readonly type: 'busy'; readonly busy: boolean }
  | {
      readonly type: 'log';
      readonly level: 'debug' | 'info' | 'warn' | 'error';
      readonly message: string;
      readonly fields: Record<string, unknown>;
    };
