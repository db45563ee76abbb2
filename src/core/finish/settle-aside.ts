import type { FileGate } from '#core/local/file-gate.ts';
import { numbered, quarantineOwner, randomLetters, reasonName } from '#core/local/own-names.ts';
import type { Destination } from '#core/local/set-aside.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { OwnFiles, SetAsideRow } from '../ledger/own-files.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';

export interface SetAsideContext {
  readonly gate: FileGate;
  readonly files: OwnFiles;
  /** Absolute path of Sluice's data folder, into which nothing is moved. */
  readonly dataDirectory?: string | undefined;
  /** Identifies this ledger in the names of quarantines. */
  readonly owner: string;
  /** Names of the quarantines that this process is working on. */
  readonly active: Set<string>;
  /** The last after-upload action under way for each file, by device and inode. */
  readonly turns: Map<string, Promise<unknown>>;
  /** Aborts long work such as reading a large file. The file then gets its name back. */
  readonly signal?: AbortSignal;
}

/**
 * Completes or undoes the action on a file that was set aside, whatever happened in between. If the file has
 * its new place, its old name is removed; otherwise it gets its own name back. Returns the new path, or
 * undefined when the file was put back or is gone.
 *
 * @throws what prevents this; the row then stays in the ledger
 */
export async function settleAside(
  { gate, files }: SetAsideContext,
  { place, destination, reason, uploadId }: SetAsideRow,
): Promise<string | undefined> {
  const root = await gate.patient.stat(place.root, true);
  if (root?.kind !== 'directory') {
    throw new AppError('FOLDER_MISSING', { detail: place.root, retryable: true });
  }
  let to: string | undefined;
  if (destination && (await gate.lookAside(place))) {
    const placed = await gate.isPlaced(place, destination);
    if (placed) {
      if (reason !== null) await writeReason(gate, destination, reason);
      if (await gate.deleteAside(place, placed))
        to = `${await gate.prepare(destination)}/${destination.name}`;
    }
  }
  if (to !== undefined) {
    files.endAside(uploadId, place.name);
    return to;
  }
  // This also removes an empty quarantine.
  await gate.putBack(place);
  files.removeAside(uploadId);
  return undefined;
}

/** Writes the reason of the failure beside the file. Never overwrites a file. */
async function writeReason(gate: FileGate, destination: Destination, text: string): Promise<void> {
  for (let number = 1; ; number++) {
    const name = numbered(reasonName(destination.name), number);
    if ((await gate.writeNew({ ...destination, name }, { text })).kind === 'written') return;
  }
}

/**
 * Settles files that a killed process of this ledger left in quarantine. Returns the failures; their rows
 * stay in the ledger.
 */
export async function settleAsides(context: SetAsideContext, profileId: string): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const row of context.files.listAsides(profileId)) {
    await alone(context, row.place.aside, () => settleAside(context, row)).catch((error) =>
      failures.push(error),
    );
  }
  return failures;
}

const ownerKey = 'files:owner';

/** Identifies this ledger in the names of its quarantines; created at first use. */
export function ownerOf({ facts }: Pick<Ledger, 'facts'>): string {
  const known = facts.get(ownerKey);
  if (typeof known === 'string') return known;
  const owner = randomLetters().slice(0, 8);
  facts.change(ownerKey, (other) => other ?? owner);
  return facts.get(ownerKey) as string;
}

/** A quarantine of another ledger is undone only if it has not changed for this long, ms. */
const abandonedAfter = 24 * 60 * 60 * 1000;

/** A quarantine that the watch found. */
export interface SeenAside {
  readonly folder: WatchFolder;
  /** Absolute path of the directory that contains it. */
  readonly directory: string;
  readonly aside: string;
}

/**
 * Undoes a quarantine that the watch found, unless this process is working on it. One of this ledger is
 * undone immediately. One of another agent that shares the folder, or of a lost ledger, is undone a day
 * later; true when it was left for that.
 */
export async function settleStray(
  context: SetAsideContext,
  { folder, directory, aside }: SeenAside,
  now: number,
): Promise<boolean> {
  const isLeft = await alone(context, aside, async () => {
    const { gate, files, owner } = context;
    const row = files.findAsideByName(aside);
    // Its directory may have been moved since.
    if (row?.place.directory === directory) {
      await settleAside(context, row);
      return false;
    }
    if (quarantineOwner(aside) !== owner) {
      const touched = await gate.asideTime(directory, aside);
      if (touched === undefined) return false;
      if (now - touched < abandonedAfter) return true;
    }
    await gate.putBack({ root: folder.path, directory, name: '', aside });
    if (row) files.removeAside(row.uploadId);
    return false;
  });
  return isLeft ?? false;
}

/** Runs `work` unless this process is already working on this quarantine. */
export async function alone<T>(
  { active }: Pick<SetAsideContext, 'active'>,
  aside: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (active.has(aside)) return undefined;
  active.add(aside);
  try {
    return await work();
  } finally {
    active.delete(aside);
  }
}
