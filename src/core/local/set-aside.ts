import { lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { copyExclusively, identityAt, linkExclusively, readFlags } from './exclusive.ts';
import { hashHandle, type OnHashed } from './hash-file.ts';
import { type HeldDirectory, holdDirectory, holdOutput, type OutputPlace } from './held-directory.ts';
import { numbered } from './own-names.ts';
import { type FileIdentity, isSameFile, isSameInode, isUntouched } from './place.ts';
import type { MoveToTrash } from '#core/ports/trash.ts';
import { trashFile } from './trash-file.ts';

/**
 * A file that is set aside: renamed, under its own name, into a directory of ours beside where it lay. There
 * nobody saves over it, so what was looked at is what is then moved or deleted. Plain data.
 */
export interface Aside {
  /** The watch folder, which nothing of this may leave. */
  readonly root: string;
  /** Absolute path of the directory the file lay in. */
  readonly directory: string;
  /** The file's own name. */
  readonly name: string;
  /** Name of the directory of ours. */
  readonly aside: string;
}

/** Only for whoever owns it: other users of a shared folder cannot reach in. */
const ownerOnly = 0o700;

/**
 * Renames the file into its quarantine.
 *
 * @returns `gone` when nothing of that name is there, `not-a-file` when it is a link or the like, which is
 *   left where it is
 */
export async function setAside(aside: Aside): Promise<'aside' | 'gone' | 'not-a-file'> {
  return inDirectory(aside, async (directory) => {
    const found = await identityAt(directory.at(aside.name));
    if (!found) return 'gone';
    if (!found.isFile) return 'not-a-file';
    await mkdir(directory.at(aside.aside), { mode: ownerOnly });
    const place = await directory.child(aside.aside);
    try {
      await rename(directory.at(aside.name), place.at(aside.name));
      return 'aside';
    } catch (error) {
      await rmdir(directory.at(aside.aside)).catch(() => undefined);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone';
      throw error;
    } finally {
      await place.close();
    }
  });
}

export type Examined =
  | { readonly kind: 'file'; readonly sha256: string; readonly identity: FileIdentity }
  /** Somebody writes to it, or it is no file. */
  | { readonly kind: 'changing' }
  | { readonly kind: 'none' };

/** Reads what is set aside, whole, and says what it is. */
export async function examineAside(aside: Aside, onHashed?: OnHashed): Promise<Examined> {
  return inQuarantine<Examined>(aside, async (place) => {
    const found = await identityAt(place.at(aside.name));
    if (!found) return { kind: 'none' };
    // No file, or somebody emptied it.
    if (!found.isFile || found.size === 0) return { kind: 'changing' };
    const handle = await open(place.at(aside.name), readFlags);
    try {
      const hashed = await hashHandle(handle, onHashed);
      return hashed ? { kind: 'file', ...hashed } : { kind: 'changing' };
    } finally {
      await handle.close();
    }
  }).catch(noneIfMissing);
}

/** What lies there now, without reading it; undefined when nothing does. */
export async function lookAside(aside: Aside): Promise<FileIdentity | undefined> {
  return inQuarantine(aside, (place) => identityAt(place.at(aside.name))).catch(undefinedIfMissing);
}

/** Deletes what is set aside, if it is untouched since it was examined. False leaves it there. */
export function deleteAside(aside: Aside, examined: FileIdentity): Promise<boolean> {
  return endIfUntouched(aside, examined, unlink);
}

/** Moves what is set aside to the trash of the system, or of the host, as above. */
export function trashAside(
  aside: Aside,
  examined: FileIdentity,
  trash: MoveToTrash = trashFile,
): Promise<boolean> {
  return endIfUntouched(aside, examined, (path) => trash(path, join(aside.directory, aside.name)));
}

async function endIfUntouched(
  aside: Aside,
  examined: FileIdentity,
  end: (path: string) => Promise<void>,
): Promise<boolean> {
  const ended = await inQuarantine(aside, async (place) => {
    const path = place.at(aside.name);
    const now = await identityAt(path);
    if (!now || !isUntouched(now, examined)) return false;
    await place.check();
    await end(path);
    return true;
  });
  if (ended) await clear(aside);
  return ended;
}

/**
 * Undoes it: gives everything that lies there its name back, or that name with a number where something else
 * has it by now. Nothing is ever written over, and what cannot be put back holds up nothing else. The names
 * it has now.
 */
export async function putBack(aside: Aside): Promise<string[]> {
  const back = await inQuarantine(aside, async (place, directory) => {
    const names: string[] = [];
    const failures: unknown[] = [];
    for (const name of await readdir(place.path)) {
      await giveNameBack({ aside, place, directory }, name).then(
        (given) => given && names.push(given),
        (error) => failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
    return names;
  }).catch(undefinedIfMissing);
  await clear(aside);
  return back ?? [];
}

interface PutBack {
  readonly aside: Aside;
  readonly place: HeldDirectory;
  readonly directory: HeldDirectory;
}

/** Undefined when somebody else was faster. */
async function giveNameBack({ aside, place, directory }: PutBack, name: string): Promise<string | undefined> {
  const from = place.at(name);
  for (let number = 1; ; number++) {
    const target = numbered(name, number);
    const to = directory.at(target);
    await directory.check();
    const found = await identityAt(from);
    if (!found) return undefined;
    try {
      if (!(await linkExclusively(from, to))) {
        if (await identityAt(to)) continue;
        if (!(await copyBack(from, to, directory, aside, found))) {
          await rename(from, to);
          return target;
        }
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      // A crash may have come between giving the name and taking the other away.
      const other = await identityAt(to);
      if (!other || !isSameInode(found, other)) continue;
    }
    await place.check();
    await unlink(from);
    return target;
  }
}

/**
 * False for what cannot be copied, and is renamed although rename(2) looks at no other name: a folder or the
 * like, which was swapped in as it was set aside, and a file of somebody else's that Sluice may not read.
 * Nobody but Sluice reaches it where it is.
 */
async function copyBack(
  from: string,
  to: string,
  directory: HeldDirectory,
  aside: Aside,
  found: FileIdentity & { isFile: boolean },
): Promise<boolean> {
  if (!found.isFile) return false;
  try {
    const isWhole = await copyWhole(from, directory.at(partName(aside)), to, found);
    if (!isWhole) throw new AppError('FILE_CHANGED', { retryable: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return false;
    throw error;
  }
  await directory.sync();
  return true;
}

/** Where a file that is set aside is to go. Plain data. */
export interface Destination extends OutputPlace {
  readonly name: string;
}

export type Placed =
  /** It has its place; the name in quarantine is still there. */
  | { readonly kind: 'placed'; readonly path: string }
  | { readonly kind: 'taken' }
  | { readonly kind: 'changed' };

/** Makes a place for files, and says where it really is. @throws AppError `FILE_BEHIND_LINK`; errno errors */
export async function prepare(place: OutputPlace): Promise<string> {
  const held = await holdOutput(place);
  await held.close();
  return held.real;
}

/**
 * Gives what is set aside its name in another place as well; copied and on disk where that is another volume.
 */
export async function placeAside(
  aside: Aside,
  examined: FileIdentity,
  to: Destination,
  onCopied?: OnHashed,
): Promise<Placed> {
  return inQuarantine(aside, async (place) => {
    const output = await holdOutput(to);
    try {
      const from = place.at(aside.name);
      const now = await identityAt(from);
      if (!now || !isUntouched(now, examined)) return { kind: 'changed' };
      const target = output.at(to.name);
      if (await identityAt(target)) return { kind: 'taken' };
      await output.check();
      const isWell = (await linkExclusively(from, target))
        ? await isOrGoes(target, from, examined)
        : await copyWhole(from, output.at(partName(aside)), target, examined, onCopied);
      // The name here is taken away next, on another volume perhaps: a power cut must not take both.
      if (isWell) await output.sync();
      return isWell ? { kind: 'placed', path: `${output.real}/${to.name}` } : { kind: 'changed' };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return { kind: 'taken' };
      throw error;
    } finally {
      await output.close();
    }
  });
}

/**
 * Checks that the new name is the examined file, and removes the name if it is another file by now. Some
 * drives, such as FUSE without `use_ino`, give each name an inode of its own. On those, equal bytes are
 * enough.
 */
async function isOrGoes(target: string, from: string, examined: FileIdentity): Promise<boolean> {
  const [placed, source] = [await identityAt(target), await identityAt(from)];
  if (!placed || !source) return false;
  if (isSameFile(placed, examined)) return true;
  if (isSameInode(placed, source)) await unlink(target);
  else if (placed.isFile && isSameFile(source, examined)) return haveSameBytes(from, target);
  return false;
}

/**
 * To another volume: under a name of ours until it is whole, so that a crash leaves no half file that looks
 * like one.
 */
async function copyWhole(
  from: string,
  part: string,
  target: string,
  examined: FileIdentity,
  onCopied?: OnHashed,
): Promise<boolean> {
  await unlinkOwn(part);
  const identity = await copyExclusively(from, part, onCopied);
  try {
    const source = await identityAt(from);
    if (!source || !isUntouched(source, examined)) return false;
    // Where no file has two names it is copied again, which never writes over anything either.
    if (!(await linkExclusively(part, target))) await copyExclusively(from, target);
    return true;
  } finally {
    await unlinkOwn(part, identity);
  }
}

function partName({ aside }: Aside): string {
  return aside.replace(/quarantine$/, 'part');
}

/** Nobody else thinks of this name: what has it is what a crash left of ours. */
async function unlinkOwn(part: string, identity?: FileIdentity): Promise<void> {
  const found = await identityAt(part);
  if (found && (!identity || isSameInode(found, identity))) await unlink(part);
}

/**
 * Whether what is set aside has its other place, as the same file or a whole copy; then what it is, so that
 * its name here can be deleted. Half a copy that a crash left is taken away.
 */
export async function isPlaced(aside: Aside, to: Destination): Promise<FileIdentity | undefined> {
  return inQuarantine(aside, async (place) => {
    const output = await holdOutput(to);
    try {
      const [from, target] = [place.at(aside.name), output.at(to.name)];
      await unlinkOwn(output.at(partName(aside)));
      const [one, other] = [await identityAt(from), await identityAt(target)];
      if (!one?.isFile || !other?.isFile) return undefined;
      return isSameInode(one, other) || (await haveSameBytes(from, target)) ? one : undefined;
    } finally {
      await output.close();
    }
  });
}

async function haveSameBytes(one: string, other: string): Promise<boolean> {
  const hashes: (string | undefined)[] = [];
  for (const path of [one, other]) {
    const handle = await open(path, readFlags);
    try {
      // After the copy's draft name is removed, FUSE drives report the old ctime for up to a second, or until
      // the file is read. The second hash is right.
      hashes.push(((await hashHandle(handle)) ?? (await hashHandle(handle)))?.sha256);
    } finally {
      await handle.close();
    }
  }
  return hashes[0] !== undefined && hashes[0] === hashes[1];
}

/** When a quarantine was last touched, ms since the epoch; undefined when it is not there. */
export async function asideTime(directory: string, aside: string): Promise<number | undefined> {
  return lstat(`${directory}/${aside}`).then(
    ({ ctimeMs }) => ctimeMs,
    () => undefined,
  );
}

/** Removes the quarantine once it is empty. */
async function clear(aside: Aside): Promise<void> {
  await inDirectory(aside, (directory) => rmdir(directory.at(aside.aside))).catch(() => undefined);
}

async function inDirectory<T>(aside: Aside, work: (directory: HeldDirectory) => Promise<T>): Promise<T> {
  const directory = await holdDirectory(aside.directory, aside.root);
  try {
    return await work(directory);
  } finally {
    await directory.close();
  }
}

function inQuarantine<T>(
  aside: Aside,
  work: (place: HeldDirectory, directory: HeldDirectory) => Promise<T>,
): Promise<T> {
  return inDirectory(aside, async (directory) => {
    const place = await directory.child(aside.aside);
    try {
      return await work(place, directory);
    } finally {
      await place.close();
    }
  });
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

function noneIfMissing(error: NodeJS.ErrnoException): Examined {
  undefinedIfMissing(error);
  return { kind: 'none' };
}
