import pMap from 'p-map';
import type { Entry, FileStat } from '#core/local/look.ts';
import { collidingKey, directoryKey, joinRelative, nameKey } from '#core/local/names.ts';
import { isOwnName } from '#core/local/own-names.ts';
import { firstRunReasons, isYounger, type SeenFile, unclearDevice } from '../../ledger/local-file-row.ts';
import { growingReasons } from '../rules/growing-reasons.ts';
import {
  cannotBeListed,
  cannotBeRead,
  judgeAgain,
  judgeFile,
  judgeFirstRun,
  judgeName,
  type Verdict,
} from '../rules/judge-file.ts';
import { ageOf, isSameLook, quietIn } from '../settle/quiet.ts';
import { findUnfinished, waitedFor } from '../settle/unfinished.ts';
import type { KnownFile } from '../../ledger/ledger-view.ts';
import { findDecided, findMoved } from './moves.ts';
import { absolute, placeIn, type RootView, type WaitingFile } from './root-context.ts';

export interface Compared {
  readonly differences: number;
  /** Rows whose names were not there. */
  readonly missing: number[];
}

/** One name of a directory on its way through the comparison. */
interface Candidate {
  readonly entry: Entry;
  readonly key: string;
  readonly row: KnownFile | undefined;
  /** Why it is left out or cannot be taken, by its name alone. */
  readonly verdict: Verdict | null;
}

/**
 * Compares names of one directory with the ledger and adds each difference to the outbox; known, unchanged
 * files add nothing and are not read. `complete` says that `entries` is all there is, so that the rest is
 * missing.
 */
export async function compareEntries(
  root: RootView,
  directory: string,
  entries: readonly Entry[],
  known: readonly KnownFile[],
  complete: boolean,
): Promise<Compared> {
  const rows = new Map(known.map((row) => [row.nameKey, row]));
  const candidates: Candidate[] = [];
  for (const [key, entry] of keyed(root, directory, entries, rows)) {
    const row = rows.get(key);
    rows.delete(key);
    const verdict = judge(root, directory, entry);
    const settled = verdict && row?.disposition === verdict.disposition && row.reason === verdict.reason;
    if (!settled || row?.name !== entry.name) candidates.push({ entry, key, row, verdict });
  }
  const missing = complete ? [...rows.values()].filter((row) => row.disposition !== 'gone') : [];
  const stats = await root.look.statMany(
    absolute(root, directory),
    candidates.map(({ entry }) => entry.name),
    root.folder.followLinks,
  );
  const comparison = new Comparison(root, directory);
  for (const [index, candidate] of candidates.entries()) {
    const stat = stats[index] ?? null;
    if (stat && isUnchanged(root, candidate, stat)) {
      learnDevice(root, directory, candidate.row, stat);
      stampOnce(root, candidate, stat);
      if (index % 100 === 99) await root.outbox.room();
      continue;
    }
    await comparison.consider(candidate, stat);
    if (index % 100 === 99) await root.outbox.room();
  }
  await comparison.handOverQuiet();
  return { differences: comparison.differences, missing: missing.map(({ id }) => id) };
}

/** The usual case, kept cheap: a file that has its upload, and the very stat it had then. */
function isUnchanged(root: RootView, { entry, row, verdict }: Candidate, stat: FileStat): boolean {
  return (
    row?.disposition === 'taken' &&
    verdict === null &&
    row.name === entry.name &&
    stat.kind === 'file' &&
    isUntouched(root, row, stat)
  );
}

/**
 * As `isSame`, and nothing at all happened to it: an edit that sets its times back shows in the ctime alone.
 * It also changes by a rename, a link or other rights; then the file is read again, and found to be the same.
 * On a network root it is whatever the server or the driver makes of it, anew at each mount or at each look,
 * so there it is not believed.
 */
function isUntouched(root: RootView, row: KnownFile, stat: FileStat): boolean {
  const unknown = root.volume.network !== null || row.ctimeNs === null;
  return isSame(root, row, stat) && (unknown || row.ctimeNs === stat.ctimeNs);
}

/** Rows from before the ctime was taken down get it without being read. */
function stampOnce(root: RootView, { row }: Candidate, stat: FileStat): void {
  if (row?.ctimeNs !== null || root.volume.network !== null) return;
  root.outbox.add({ kind: 'stamped', id: row.id, ctimeNs: stat.ctimeNs });
}

/** What vanishes is judged by the volume it was on, so the row must know its number (W9). */
function learnDevice(root: RootView, directory: string, row: KnownFile | undefined, stat: FileStat): void {
  if (!row || row.device === stat.device) return;
  if (root.places.isRenumbered(directory, row.device, stat.device)) return;
  root.outbox.add({ kind: 'renumbered', id: row.id, device: stat.device });
}

/**
 * FAT and exFAT get new inode numbers at each mount, so there an equal or older ctime means the same file. On
 * other file systems a rename sets a later ctime; on FAT only size and time tell two files apart. So do they
 * on network and FUSE roots, which may make up inode and ctime.
 */
function isSame({ volume }: RootView, row: KnownFile, stat: FileStat): boolean {
  if (row.size !== stat.size || row.mtimeNs !== stat.mtimeNs) return false;
  if (row.inode === stat.inode || volume.network !== null) return true;
  return row.ctimeNs !== null && BigInt(stat.ctimeNs) <= BigInt(row.ctimeNs);
}

/**
 * Names with their keys; two names that fall on one key are kept apart, the composed one first (W13). A name
 * that has a row as the second one keeps it after the first is gone, whose row is another file's.
 */
function keyed(
  root: RootView,
  directory: string,
  entries: readonly Entry[],
  rows: ReadonlyMap<string, KnownFile>,
): Map<string, Entry> {
  const byKey = new Map<string, Entry>();
  for (const entry of entries) {
    if (isOwnName(entry.name)) continue;
    const path = joinRelative(directory, entry.name);
    let key = nameKey(entry.name, root.volume.foldsCase);
    if (entry.kind === 'directory') {
      if (root.directories.has(path) && !root.unreadable.has(path)) continue;
      key = directoryKey(key);
    }
    const own = collidingKey(key, entry.name);
    if (rows.has(own)) {
      byKey.set(own, entry);
      continue;
    }
    const other = byKey.get(key);
    if (other && entry.name === key) byKey.set(collidingKey(key, other.name), other);
    byKey.set(other && entry.name !== key ? collidingKey(key, entry.name) : key, entry);
  }
  return byKey;
}

function judge(root: RootView, directory: string, entry: Entry): Verdict | null {
  const path = joinRelative(directory, entry.name);
  const verdict = judgeName(root, path, entry);
  if (verdict || entry.kind !== 'directory') return verdict;
  return root.unreadable.has(path) ? cannotBeListed : null;
}

interface Judged extends Verdict {
  /** The row of the file's former name, whose decision this is. */
  readonly decided?: number | undefined;
}

interface Quiet {
  readonly file: WaitingFile;
  readonly row: KnownFile | undefined;
  readonly stat: FileStat;
  readonly device: string;
  readonly inode: string;
  readonly changedAt: number;
  readonly mayBeUnfinished: boolean;
}

/** Files whose ends are read at the same time. */
const readsAtOnce = 4;

/** The differences of one directory, as they are found. Lives for one comparison. */
class Comparison {
  readonly #root: RootView;
  readonly #directory: string;
  readonly #quiet: Quiet[] = [];
  differences = 0;

  constructor(root: RootView, directory: string) {
    this.#root = root;
    this.#directory = directory;
  }

  async consider(candidate: Candidate, stat: FileStat | null): Promise<void> {
    const { entry, row } = candidate;
    const verdict: Judged | null = candidate.verdict ?? (await this.#judge(candidate, stat));
    if (verdict) {
      const settled = row?.disposition === verdict.disposition && row.reason === verdict.reason;
      const isUnchanged = row !== undefined && (!stat || isSame(this.#root, row, stat));
      if (settled && row.name === entry.name && isUnchanged) return;
      // The row keeps the first run's decision, because the rule that leaves the file out may change again.
      if (isUnchanged && isByRule(verdict) && row.uploadId === null && firstRunReasons.has(row.reason)) {
        if (row.disposition === 'held') this.#root.outbox.add({ kind: 'left-out', id: row.id });
        return;
      }
      if (stat && growingReasons.has(verdict.reason) && this.#mayBeWritten(row, stat))
        return this.#wanted(candidate, stat);
      this.#root.settle.remove(absolute(this.#root, this.#directory, entry.name));
      return this.#see(candidate, stat, verdict.disposition, verdict.reason, { decided: verdict.decided });
    }
    if (entry.kind === 'directory') return this.#root.discovered(this.#directory, entry.name);
    // A name without a stat is gone again.
    if (!stat) return;
    await this.#wanted(candidate, stat);
  }

  /** Whether a file that was wanted is another one by now, or waits to be quiet. */
  #mayBeWritten(row: KnownFile | undefined, stat: FileStat): boolean {
    return (
      row?.disposition === 'settling' || (row?.disposition === 'taken' && !isSame(this.#root, row, stat))
    );
  }

  /**
   * What stands against a file beyond its name: where a link leads, size, age, and the folder's first run.
   */
  async #judge({ entry, row }: Candidate, stat: FileStat | null): Promise<Judged | null> {
    const root = this.#root;
    if (entry.kind === 'directory') return null;
    const { gate, clock } = root.thread;
    const path = absolute(root, this.#directory, entry.name);
    const verdict = await judgeFile(
      { folder: root.folder, rules: root.rules, gate },
      path,
      entry,
      stat,
      clock.now(),
    );
    if (verdict || !stat) return verdict;
    if (row && isSame(root, row, stat) && !this.#isAnother(row, stat)) return judgeAgain(root.folder, row);
    // New bytes of a file that has an upload.
    if (row && row.uploadId !== null) return null;
    return this.#firstRun(stat) ?? (await this.#decidedBefore(stat, path));
  }

  /** Whether the file was created after the row's file was deleted, and got its inode number. */
  #isAnother(row: KnownFile, stat: FileStat): boolean {
    if (row.disposition !== 'gone' || row.uploadId !== null) return false;
    return isYounger(bornMsOf(this.#root, stat), this.#root.thread.view.firstSeenAt(row.id));
  }

  /**
   * During the first scan: was the file here before the folder was added? Its last change by the disk's clock
   * tells. If it was, it may have arrived in a folder that was removed or moved, and still wait to be sent.
   */
  #firstRun(stat: FileStat): Verdict | null {
    const { firstScanComplete, addedAt, isAfterLoss, isAnnounced, folder, thread, volume } = this.#root;
    if (firstScanComplete) return null;
    if (stat.ctimeMs >= addedAt) {
      // An old file that was moved here, or one that only got new permissions: the user knows which.
      const isNew = volume.network === null && (stat.bornMs ?? 0) >= addedAt;
      const isOld = stat.mtimeMs < addedAt && !isNew;
      return isAnnounced && isOld ? judgeFirstRun(folder, true) : null;
    }
    return judgeFirstRun(folder, isAfterLoss || thread.view.isWaiting(stat));
  }

  /** What the first run decided about this file under another name; in doubt Sluice asks the user. */
  async #decidedBefore(stat: FileStat, path: string): Promise<Judged | null> {
    const { folder } = this.#root;
    const row = await findDecided(this.#root, stat, path);
    if (row === undefined) return null;
    if (row.folderId !== folder.id) return judgeFirstRun(folder, true);
    const verdict = judgeAgain(folder, row);
    return verdict && { ...verdict, decided: row.id };
  }

  async #wanted(candidate: Candidate, stat: FileStat): Promise<void> {
    const root = this.#root;
    const { entry, key, row } = candidate;
    const path = absolute(root, this.#directory, entry.name);
    const same = row !== undefined && isSame(root, row, stat);
    const isBack =
      same &&
      row.disposition === 'gone' &&
      row.uploadId !== null &&
      !isYounger(bornMsOf(root, stat), root.thread.view.takenAt(row.uploadId));
    if (isBack || (row?.disposition === 'taken' && isUntouched(root, row, stat))) {
      // Back again, or only spelled otherwise.
      return this.#see(candidate, stat, 'settling', null, { isBack: true });
    }
    if (root.settle.has(path)) {
      // Deletes compare this size, which was noted before all of the file was copied (pending-deletes.ts).
      if (row?.disposition === 'settling' && row.size !== stat.size)
        this.#see(candidate, stat, 'settling', row.reason);
      return root.settle.offer(this.#waiting(path, candidate, stat), stat);
    }
    if (row === undefined || row.uploadId === null) {
      const moved = await findMoved(root, stat, path);
      if (moved && (moved.directory !== this.#directory || moved.folderId !== root.folder.id)) {
        this.differences++;
        return root.outbox.add({
          kind: 'moved',
          file: {
            ...seenFile(root, { directory: this.#directory, name: entry.name, nameKey: key }, stat),
            from: moved,
            path,
          },
        });
      }
    }
    const file = this.#waiting(path, candidate, stat);
    const age = ageOf(stat, root.thread.steady, root.settleMs, root.volume.network !== null);
    if (age !== null && age >= root.settleMs) {
      const { device, inode } = stat;
      const changedAt = root.thread.clock.monotonic() - age;
      // So old that nothing would wait for an unfinished end any more: no byte need be read to decide.
      const mayBeUnfinished = age < root.thread.limits.unfinishedFor;
      this.#quiet.push({ file, row, stat, device, inode, changedAt, mayBeUnfinished });
      return;
    }
    if (!(same && row.disposition === 'settling')) {
      const dueAt = Math.round(root.thread.clock.now() + quietIn(age, root.settleMs));
      this.#see(candidate, stat, 'settling', null, { dueAt, knownDevice: file.knownDevice });
    }
    this.#await(file, stat);
  }

  #await(file: WaitingFile, stat: FileStat): void {
    const { settle, thread } = this.#root;
    if (settle.size < thread.limits.maxSettling) settle.offer(file, stat);
    else this.#root.later(this.#directory);
  }

  #waiting(path: string, { entry, key, row }: Candidate, stat: FileStat): WaitingFile {
    const { settleMs, volume, addedAt, firstScanComplete, places } = this.#root;
    const directory = this.#directory;
    return {
      path,
      directory,
      name: entry.name,
      nameKey: key,
      ...(row &&
        row.uploadId !== null && {
          knownDevice: places.isOfOther(directory, row.device, stat.device) ? unclearDevice : row.device,
        }),
      settleMs,
      network: volume.network !== null,
      trustHoles: !volume.compresses && volume.network === null,
      fresh: firstScanComplete || stat.ctimeMs >= addedAt,
    };
  }

  #see(
    { entry, key }: Pick<Candidate, 'entry' | 'key'>,
    stat: FileStat | null,
    disposition: SeenFile['disposition'],
    reason: string | null,
    {
      dueAt = null,
      knownDevice,
      ...more
    }: Pick<SeenFile, 'dueAt'> &
      Pick<WaitingFile, 'knownDevice'> &
      Pick<Judged, 'decided'> & { readonly isBack?: true } = {},
  ): void {
    this.differences++;
    const place = { directory: this.#directory, name: entry.name, nameKey: key, knownDevice };
    const file = seenFile(this.#root, place, stat);
    this.#root.outbox.add({ kind: 'seen', file: { ...file, disposition, reason, dueAt }, ...more });
  }

  /**
   * Files quiet already go at once, unless they look unfinished or some process has them open for writing.
   */
  async handOverQuiet(): Promise<void> {
    const open = await this.#root.thread.writers.find(this.#quiet);
    await pMap(this.#quiet, (quiet) => this.#handOverOne(quiet, open.has(quiet)), {
      concurrency: readsAtOnce,
    });
  }

  async #handOverOne(quiet: Quiet, isOpen: boolean): Promise<void> {
    const root = this.#root;
    const { file, stat, row } = quiet;
    const { knownDevice } = file;
    const place = { entry: { name: file.name, kind: 'file' }, key: file.nameKey } as const;
    // Whoever wrote to it may have closed it after the look at the file and before the look at who writes.
    const now = await root.look.stat(file.path, root.folder.followLinks);
    if (!now || !isSameLook(stat, now, file.network)) return root.discovered(this.#directory, file.name);
    const readable = await root.look.readable(file.path);
    if (!readable) {
      // Moved away since it was looked at: what was told of that came before what is told here.
      if (await root.look.absent(file.path)) return root.discovered(this.#directory, file.name);
      if (row?.disposition === 'unreadable' && isSame(root, row, stat)) return;
      this.#see(place, stat, cannotBeRead.disposition, cannotBeRead.reason, { knownDevice });
    } else if (isOpen || (quiet.mayBeUnfinished && (await isWaitedFor(root, quiet)))) {
      if (row?.disposition !== 'settling' || !isSame(root, row, stat))
        this.#see(place, stat, 'settling', null, { knownDevice });
      this.#await(file, stat);
    } else {
      this.differences++;
      await handOver(root, file, stat);
      await root.outbox.room();
    }
  }
}

function isByRule({ disposition, reason }: Verdict): boolean {
  return disposition === 'ignored' && !firstRunReasons.has(reason);
}

/** Whether it looks unfinished, and its last change is not so long ago that it goes as it is. */
async function isWaitedFor(root: RootView, { file, stat, changedAt }: Quiet): Promise<boolean> {
  const { clock, gate, limits } = root.thread;
  const age = clock.monotonic() - changedAt;
  // What cannot be read now is looked at again by the queue, which knows what to say of it.
  return findUnfinished(gate, placeIn(root, file.path), stat, file.trustHoles).then(
    (reason) => reason !== null && age < waitedFor(reason, limits),
    () => true,
  );
}

/**
 * Adds a quiet file to the outbox, with the row it was moved from, if any; as left out where its size stands
 * against it now.
 */
export async function handOver(root: RootView, file: WaitingFile, stat: FileStat): Promise<void> {
  const reason = root.rules.stat(stat.size, stat.mtimeMs, root.thread.clock.now());
  if (reason) {
    const seen = { ...seenFile(root, file, stat), disposition: 'ignored', reason } as const;
    return root.outbox.add({ kind: 'seen', file: { ...seen, dueAt: null } });
  }
  const isBeneath = root.places.isBeneath(file.directory, stat.device);
  const { directory, knownDevice } = file;
  const isVersion = knownDevice !== undefined;
  if (await root.places.isOutdated(file, stat.device, { isBeneath, isVersion }))
    return void root.reconcile('mounts');
  const moved = await findMoved(root, stat, file.path);
  const isOther = isVersion ? root.places.isOfOther(directory, knownDevice, stat.device) : isBeneath;
  root.outbox.add({
    kind: 'settled',
    file: { ...seenFile(root, file, stat), device: stat.device },
    fresh: file.fresh,
    movedFrom: moved ?? null,
    isBeneath: isOther === 'perhaps' && isBeneath ? true : isOther,
  });
}

/**
 * When a file was created. Null on network volumes: servers and drivers make it up, as they do the ctime. On
 * a local volume without creation times, a file that is found again may be a new one with the old inode.
 */
function bornMsOf(root: RootView, { bornMs }: FileStat): number | null {
  return root.volume.network === null ? (bornMs ?? Number.POSITIVE_INFINITY) : null;
}

export function seenFile(
  root: RootView,
  {
    directory,
    name,
    nameKey: key,
    knownDevice,
  }: Pick<SeenFile, 'directory' | 'name' | 'nameKey'> & Pick<WaitingFile, 'knownDevice'>,
  stat: FileStat | null,
): SeenFile {
  return {
    folderId: root.folder.id,
    directory,
    name,
    nameKey: key,
    ...{
      device: knownDevice === unclearDevice ? unclearDevice : (stat?.device ?? ''),
      inode: stat?.inode ?? '',
      size: stat?.size ?? 0,
      mtimeNs: stat?.mtimeNs ?? '0',
      ctimeNs: root.volume.network === null ? (stat?.ctimeNs ?? null) : null,
      bornMs: stat ? bornMsOf(root, stat) : null,
    },
    disposition: 'settling',
    reason: null,
  };
}
