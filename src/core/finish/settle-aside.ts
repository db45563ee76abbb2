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
  /** Stands for this ledger in the names of what is set aside. */
  readonly owner: string;
  /** What this process is at, by the names of the quarantines. */
  readonly active: Set<string>;
  /** The last after-upload action of each file that has one under way, by device and inode. */
  readonly turns: Map<string, Promise<unknown>>;
  /** Ends what takes long, such as reading a large file: then it gets its name back. */
  readonly signal?: AbortSignal;
}

/**
 * Ends what was begun with a file that is set aside, whatever came in between: one that has its new place
 * loses its old name, any other gets its own name back. The new path, or undefined when it was put back or is
 * gone.
 *
 * @throws what stands in the way; then it stays written down
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
  // An empty quarantine is cleared away by this.
  await gate.putBack(place);
  files.removeAside(uploadId);
  return undefined;
}

/** Why it failed, beside the file; never in place of anything. */
async function writeReason(gate: FileGate, destination: Destination, text: string): Promise<void> {
  for (let number = 1; ; number++) {
    const name = numbered(reasonName(destination.name), number);
    if ((await gate.writeNew({ ...destination, name }, { text })).kind === 'written') return;
  }
}

/**
 * Where a process of this ledger that died left files set aside. What could not be ended is answered, and
 * stays written down.
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

/** What stands for this ledger in the names of what it sets aside; made at first use. */
export function ownerOf({ facts }: Pick<Ledger, 'facts'>): string {
  const known = facts.get(ownerKey);
  if (typeof known === 'string') return known;
  const owner = randomLetters().slice(0, 8);
  facts.change(ownerKey, (other) => other ?? owner);
  return facts.get(ownerKey) as string;
}

/** A quarantine of another ledger is only undone when nothing has happened to it for so long, ms. */
const abandonedAfter = 24 * 60 * 60 * 1000;

/** A quarantine that the watch came across. */
export interface SeenAside {
  readonly folder: WatchFolder;
  /** Absolute path of the directory it lies in. */
  readonly directory: string;
  readonly aside: string;
}

/**
 * Undoes a quarantine that was come across, unless somebody is at it: one of this ledger at once, one of
 * another agent that shares the folder, or of a ledger that was lost, only a day later. True when it was left
 * for that.
 */
export async function settleStray(
  context: SetAsideContext,
  { folder, directory, aside }: SeenAside,
  now: number,
): Promise<boolean> {
  const isLeft = await alone(context, aside, async () => {
    const { gate, files, owner } = context;
    const row = files.findAsideByName(aside);
    // The folder around it may have been moved since.
    if (row?.place.directory === directory) {
      await settleAside(context, row);
      return false;
    }
    if (quarantineOwner(aside) !== owner) {
      const touched = await gate.asideTime(directory, aside);
      if (touched === undefined) return false;
      if (now - touched < abandonedAfter) return true;
    }
    const { path: root, followLinks } = folder;
    await gate.putBack({ root, followLinks, directory, name: '', aside });
    if (row) files.removeAside(row.uploadId);
    return false;
  });
  return isLeft ?? false;
}

/** Nobody else of this process is at this quarantine meanwhile; somebody who is needs no help. */
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
