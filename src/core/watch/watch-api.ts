import type { FolderHealth } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Database } from '../ledger/database.ts';
import type { Intake } from '../ledger/intake.ts';
import type { LocalFiles } from '../ledger/local-files.ts';
import type { Failing } from '../service/failures-in-row.ts';
import type { RootLook } from '../local/nesting.ts';
import type { Volumes } from '../local/volumes.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { Owners } from './folder-owners.ts';
import type { startWatchThread } from './watch-thread.ts';

/** What one reconcile pass found. */
export interface ReconcileSummary {
  /** Entries seen: files, links and folders that were skipped as a whole. */
  readonly seen: number;
  /** Entries that differed from the ledger. */
  readonly differences: number;
  readonly milliseconds: number;
  /** Folders whose root could not be looked at; nothing was concluded from them (W9). */
  readonly skipped: readonly string[];
}

export interface WatchEvents {
  /** Something about this folder's local files changed; at most a few a second. */
  changed: { readonly folderId: string };
  health: { readonly folderId: string; readonly health: FolderHealth };
  /** Entries counted so far by the pass that is running. */
  progress: { readonly folderId: string; readonly counted: number };
  /** The thread came across a file that was set aside. */
  aside: { readonly folder: WatchFolder; readonly directory: string; readonly aside: string };
}

export interface WatchEmitter {
  /** Returns a function that removes the listener. */
  on<N extends keyof WatchEvents>(name: N, listener: (payload: WatchEvents[N]) => void): () => void;
}

/** A local delete to pass on to the service (W9). */
export interface RemoteDeletion {
  readonly uploadId: number;
  readonly folderId: string;
  readonly path: string;
}

/** Knobs for tests and benchmarks; all times in milliseconds. Production passes none. */
export interface WatchOptions {
  /** Reconcile passes only, as on a network drive. */
  readonly forcePolling?: boolean;
  /** Loses every event of the operating system, to prove that reconciling alone is enough (W20). */
  readonly dropAllEvents?: boolean;
  /** Watches roots as a whole, as on Windows and macOS, or by their directories, as on Linux. */
  readonly watchWhole?: boolean;
  /** Stands in for the error of a watch that could not be set up (W22). */
  readonly failWatchingWith?: 'ENOSPC' | 'EMFILE';
  /** Relative paths under any root whose reading fails as if not permitted (W15: root may read anything). */
  readonly failReading?: readonly string[];
  /**
   * Stands in for the system's table of mounts, as proc_pid_mountinfo(5) has it (W9: who runs tests may not
   * mount).
   */
  readonly mountTable?: string;
  /**
   * Stands in for /proc, in which who writes a file is looked for (W1): of a machine full of other programs,
   * every file that each has open is looked at.
   */
  readonly procRoot?: string;
  readonly reconcileEvery?: number;
  readonly pollEvery?: number;
  /** How often a root is checked for being there. */
  readonly rootCheckEvery?: number;
  /** Wait since the last change for a file that looks unfinished (W1). */
  readonly unfinishedFor?: number;
  /** The same where the format lets the end be left out. */
  readonly optionalEndFor?: number;
  /** After this long a file is called "still changing" (W2). */
  readonly stillChangingAfter?: number;
  /** How long a name must be missing before it counts as deleted. */
  readonly missingFor?: number;
  /** How long after a local delete the document may be deleted (W9). */
  readonly deleteGrace?: number;
  /** More directories than this are polled instead of watched (W22). */
  readonly maxWatchedDirectories?: number;
  /** Files waiting to become quiet that are remembered one by one; beyond it, by directory. */
  readonly maxSettling?: number;
  /** Events that are remembered one by one; beyond it a pass looks at everything (W20). */
  readonly maxHints?: number;
}

export interface WatchDependencies {
  readonly clock: Clock;
  /** Uniform in 0…1. */
  readonly random: () => number;
  readonly logger: Logger;
  /** Drives that may hang, each in a process of its own. Without it they are asked in the thread itself. */
  readonly volumes?: Volumes | undefined;
  /** Looks at roots, also at those on such drives. */
  readonly rootLook?: RootLook;
  /** The main connection; the thread opens its own, read-only, on the same path. */
  readonly database: Database;
  readonly localFiles: LocalFiles;
  readonly intake: Intake;
  /** The watch folders in force, and which of them lie in others; left out, none does. */
  readonly owners?: () => Promise<Owners>;
  /**
   * Of a folder that another machine of the team watches, or may: it is treated as a paused one. `unknown`: the
   * team has not said yet.
   */
  readonly standbyOf?: (folder: WatchFolder) => 'known' | 'unknown' | undefined;
  /**
   * Queues the deletion of documents whose files were deleted locally; without it nothing is ever deleted
   * (W9).
   */
  readonly deleteRemote?: (deletions: readonly RemoteDeletion[]) => void;
  /** What was found cannot be written to the ledger; it is tried again. */
  readonly onUnwritten?: (error: unknown) => void;
  readonly options?: WatchOptions;
  /** Stands in for the thread, for tests of what this side makes of its messages. */
  readonly startThread?: typeof startWatchThread;
}

/** Watches the watch folders: finds, settles and hands over local files, and says how it is doing. */
export interface Watch {
  /**
   * Lets the thread load while its starter does other things; it looks at nothing before `start`. What is
   * prepared is ended by `stop`.
   */
  prepare(): void;
  /** What keeps it from watching or from writing what was found, from the second time in a row on. */
  failing(): Failing | undefined;
  /** Starts the thread; resolves when it runs. Folders set before are taken up at once. */
  start(): Promise<void>;
  /** Ends the thread; resolves when nothing of it runs any more. */
  stop(): Promise<void>;
  /** Adds, removes and changes folders while running; resolves when the thread knows them. */
  setFolders(folders: readonly WatchFolder[]): Promise<void>;
  /**
   * Walks a folder, or all of them, and compares with the ledger. Resolves when the pass is complete and what
   * it found quiet is handed over; the rest is known to be settling. Call it on wake and after a remount
   * (W20).
   */
  reconcile(folderId?: string, reason?: string): Promise<ReconcileSummary>;
  /** Hands a local file over as it is, whatever it waits for (W2). False when it is gone or not a file. */
  uploadNow(localFileId: number): Promise<boolean>;
  /** Hands over what was asked for in other processes (W2). */
  takeAsked(): Promise<void>;
  /**
   * First-run mode `choose`: releases the files held, or decides that none is wanted. How many it concerned.
   */
  choose(folderId: string, which: readonly number[] | 'all' | 'none'): Promise<number>;
  health(folderId: string): FolderHealth;
  /**
   * Resolves when the thread has answered, so that it goes on: true. False where none runs now; never while
   * it hangs.
   */
  answers(): Promise<boolean>;
  /** True when every pass is done and nothing waits to become quiet or to be handed over. */
  idle(): boolean;
  /** Resolves when `idle` is, or the signal aborts (then it rejects). */
  whenSettled(signal?: AbortSignal): Promise<void>;
  readonly events: WatchEmitter;
}
