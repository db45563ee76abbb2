import type { Answer, Question } from '#core/local/volume-protocol.ts';
import type { FolderHealth } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { MovedFile, RowPlace, SeenFile } from '../../ledger/local-file-row.ts';
import type { ReconcileSummary, WatchOptions } from '../watch-api.ts';
import type { FoundVolume, HeldFiles } from './places.ts';

/** A folder as the thread needs it: its settings, and what the ledger remembers of its beginnings. */
export interface ThreadFolder {
  readonly folder: WatchFolder;
  /**
   * When the folder was added, milliseconds since the epoch: tells what was there before (first-run modes).
   */
  readonly addedAt: number;
  readonly firstScanComplete: boolean;
  /** The ledger lost the time when the folder was added: only the user knows which files are older. */
  readonly isAfterLoss?: true;
  /** The folder was added before an agent ran: since then, old files may have got new permissions. */
  readonly isAnnounced?: true;
  /** Directories below the root that are watch folders of their own: what is in them is theirs. */
  readonly nested: readonly string[];
  /** Another key restarts the watching (`watchingKey`). */
  readonly key: string;
}

/** What the thread is started with. */
export interface ThreadStart {
  /**
   * Which thread of this watch it is, counted from one: an acknowledgement meant for another says nothing to
   * it.
   */
  readonly epoch: number;
  readonly databasePath: string;
  /** Uniform in 0…1: spreads the regular passes of many machines over time. */
  readonly jitter: number;
  readonly options: WatchOptions;
  /** Whether drives that may hang are asked by way of whoever starts it. */
  readonly hasVolumes?: boolean;
}

/** A difference between the disk and the ledger. */
export type Finding =
  /**
   * `isBack`: taken for the file that its upload was made of; where it is not, it is looked at again.
   * `decided`: the row of its former name, whose decision it has.
   */
  | {
      readonly kind: 'seen';
      readonly file: SeenFile;
      readonly isBack?: true;
      readonly decided?: number | undefined;
    }
  /**
   * Quiet and whole. `movedFrom` is where the row is of the same bytes whose path is gone (W8). `isBeneath`:
   * the drive of this place is missing, so the file is not a newer version of the drive's file. `perhaps` if that
   * is uncertain.
   */
  | {
      readonly kind: 'settled';
      readonly file: SeenFile;
      readonly fresh: boolean;
      readonly movedFrom: RowPlace | null;
      readonly isBeneath?: boolean | 'perhaps';
    }
  | { readonly kind: 'moved'; readonly file: MovedFile }
  /** `isDoubtful`: another drive may lie there, so that a person is asked whether it was deleted. */
  | { readonly kind: 'missing'; readonly place: RowPlace; readonly isDoubtful?: boolean }
  /** Found as it was, on a volume that has another number than the row says. */
  | { readonly kind: 'renumbered'; readonly id: number; readonly device: string }
  /** As it was, and its ctime is known now: rows from before it was taken down. */
  | { readonly kind: 'stamped'; readonly id: number; readonly ctimeNs: string }
  /** The name, or a directory above it, is now left out: the row is dropped, unless it has an upload. */
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
  | {
      readonly type: 'ack';
      /** Of the thread that sent the batch; numbers of batches begin anew with each. */
      readonly epoch: number;
      readonly batch: number;
      readonly again: readonly PlacedName[];
    }
  | { readonly type: 'volume'; readonly answer: Answer }
  /** Answered at once by a thread that goes on. */
  | { readonly type: 'ping'; readonly id: number }
  | { readonly type: 'stop' };

export type FromThread =
  | { readonly type: 'ready' }
  /** To be asked of the process of a drive. */
  | { readonly type: 'volume'; readonly mount: string; readonly question: Question }
  | { readonly type: 'batch'; readonly batch: number; readonly findings: readonly Finding[] }
  | { readonly type: 'health'; readonly folderId: string; readonly health: FolderHealth }
  /** Sluice set a file aside there: now, or before it died. */
  | {
      readonly type: 'aside';
      readonly folderId: string;
      /** Absolute. */
      readonly directory: string;
      readonly aside: string;
    }
  | { readonly type: 'progress'; readonly folderId: string; readonly counted: number }
  /** A complete pass over a folder, everything it found being written. */
  | {
      readonly type: 'passed';
      readonly folderId: string;
      readonly tookMs: number;
      readonly volumes: readonly FoundVolume[];
      /** Files that are out of sight with their volumes. */
      readonly held: readonly HeldFiles[];
      /** Rows of pending deletes whose volume and directory this pass saw well, and the file gone. */
      readonly confirmed: readonly number[];
    }
  /** Whatever was missing proves nothing for now. `otherVolume`: something else lies where the root was. */
  | { readonly type: 'doubted'; readonly folderId: string; readonly otherVolume: boolean }
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
