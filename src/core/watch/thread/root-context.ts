import type { FileGate } from '#core/local/file-gate.ts';
import type { Look } from '#core/local/look.ts';
import type { OpenWriters } from '#core/local/open-writers.ts';
import type { FilePlace } from '#core/local/place.ts';
import type { Volume } from '#core/local/volume.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Rules } from '../rules/compile-rules.ts';
import type { IgnoreFiles } from '../rules/ignore-files.ts';
import type { SteadyClock } from '../settle/quiet.ts';
import type { UnfinishedWaits } from '../settle/unfinished.ts';
import type { SettleQueue, SettleSubject } from '../settle/settle-queue.ts';
import type { WatchOptions } from '../watch-api.ts';
import type { LedgerView } from '../../ledger/ledger-view.ts';
import type { Outbox } from './outbox.ts';
import type { Places } from './places.ts';
import type { FromThread } from './protocol.ts';
import type { RootOutbox } from './root-outbox.ts';

/** What all roots of the thread share. */
export interface ThreadContext {
  readonly clock: Clock;
  readonly gate: FileGate;
  readonly steady: SteadyClock;
  /** 0…1, the same as long as the thread runs. */
  readonly jitter: number;
  readonly view: LedgerView;
  readonly outbox: Outbox;
  readonly writers: OpenWriters;
  readonly options: WatchOptions;
  readonly limits: Limits;
  post(message: FromThread): void;
  /** Some root began or ended something: see whether the thread is busy. */
  changed(): void;
  /** Where another watch folder lies, for moves between folders; undefined when it is not watched. */
  placeOf(folderId: string): { readonly path: string; readonly profileId: string } | undefined;
}

/** Times in milliseconds. */
export interface Limits extends UnfinishedWaits {
  readonly reconcileEvery: number;
  readonly pollEvery: number;
  readonly rootCheckEvery: number;
  readonly stillChangingAfter: number;
  readonly missingFor: number;
  readonly maxWatchedDirectories: number;
  readonly maxSettling: number;
  readonly maxHints: number;
}

/** A file that waits to become quiet. */
export interface WaitingFile extends SettleSubject {
  readonly directory: string;
  readonly name: string;
  readonly nameKey: string;
  readonly fresh: boolean;
  /**
   * The device of the uploaded file of this name, `unclearDevice` where that is on another drive. Absent
   * where none was uploaded.
   */
  readonly knownDevice?: string | undefined;
}

/** One root as the comparison sees it. */
export interface RootView {
  readonly thread: ThreadContext;
  readonly folder: WatchFolder;
  readonly volume: Volume;
  readonly look: Look;
  readonly rules: Rules;
  readonly ignoreFiles: IgnoreFiles;
  readonly settle: SettleQueue<WaitingFile>;
  /** Where what is found goes. */
  readonly outbox: RootOutbox;
  /** Milliseconds of quiet; longer on a network root. */
  readonly settleMs: number;
  readonly addedAt: number;
  readonly firstScanComplete: boolean;
  readonly isAfterLoss: boolean;
  readonly isAnnounced: boolean;
  /** Directories (relative) that could not be listed, or whose name is not text. */
  readonly unreadable: Set<string>;
  /** Directories (relative) that are walked. */
  readonly directories: Set<string>;
  /** The volumes it lies on, which say what a vanished file proves. */
  readonly places: Places;
  /** A directory that is not walked yet was found while comparing its parent. */
  discovered(directory: string, name: string): void;
  /** Starts a pass, after the running one if there is one. */
  reconcile(reason: string): Promise<unknown>;
  /**
   * Looks at a directory again when its files may be quiet: for more files than are remembered one by one.
   */
  later(directory: string): void;
}

/** A file below a root, for the gate. */
export function placeIn({ folder }: Pick<RootView, 'folder'>, path: string): FilePlace {
  return { path, root: folder.path, followLinks: folder.followLinks };
}

/** Absolute path of something under a root; forward slashes work on every system. */
export function absolute(root: Pick<RootView, 'folder'>, directory: string, name?: string): string {
  const base = directory === '' ? root.folder.path : `${root.folder.path}/${directory}`;
  return name === undefined ? base : `${base}/${name}`;
}
