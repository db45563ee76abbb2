import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { systemTrouble } from '#shared/errors/system-trouble.ts';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import type { Say } from '#shared/sentences/sentences.ts';

/** Permissions of everybody but the owner. */
const others = 0o077;
/** What Sluice keeps in its data folder, copies and drafts of them included. */
const ownFile = /^(agent|ledger|settings|notes|keys|keychain|open-ui|ui)\./;
/** What Sluice reads or writes by these names: a colleague may have a `notes.txt` beside them. */
const usedFile = /^(agent|ledger|settings|notes|keys|keychain|open-ui|ui)\.(\w+\.)?(json|lock|sqlite|html)\b/;
/** Where the files of a data folder lie before they take the place of what is there; seldom there. */
export const restoreFolder = 'restore';
/** Where a backup copies the ledger before it writes the archive; exists only meanwhile. */
export const draftsFolder = 'backup';
const ownFolders = new Set([
  draftsFolder,
  'cache',
  'exports',
  'inbox',
  restoreFolder,
  'samples',
  'sandbox',
  'support',
]);

/** Windows has no such modes; there the permissions hold that a person's own folders pass on. */
export const hasModes = process.platform !== 'win32';

/** What is written in place; everything else is read, or replaced by renaming. */
const writtenInPlace = /^(agent|ledger)\./;

/**
 * Creates the data folder where it is missing, for its owner only, and checks that Sluice can work in it, and
 * with every file of its own.
 *
 * @throws AppError `DATA_FOLDER_UNUSABLE`, or `DISK_FULL` and the like, with the path and the reason
 */
export function makeDataFolder(directory: string): void {
  try {
    assertNotOfOthers(directory);
    makeWithParents(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    assertFilesOpen(directory);
  } catch (cause) {
    throw cause instanceof AppError ? cause : dataFolderError(directory, cause);
  }
  assertNonePlanted(directory);
}

/**
 * Checks all of Sluice's files in a data folder, if there is one.
 *
 * @throws AppError `DATA_FOLDER_UNUSABLE`
 */
export function assertNonePlanted(directory: string): void {
  try {
    for (const name of existsSync(directory) ? readdirSync(directory) : [])
      if (usedFile.test(name) || ownFolders.has(name)) assertNotPlanted(join(directory, name));
  } catch (cause) {
    throw cause instanceof AppError ? cause : dataFolderError(directory, cause);
  }
}

/**
 * Root may write anywhere, and its files would lock out the account whose agent works here.
 *
 * @throws AppError `DATA_FOLDER_UNUSABLE`
 */
export function assertNotOfOthers(directory: string): void {
  if (process.geteuid?.() !== 0) return;
  // Where root's agent works already, as in a container on a folder of the host, nobody else's does.
  const found =
    statSync(join(directory, 'ledger.sqlite'), { throwIfNoEntry: false }) ??
    statSync(directory, { throwIfNoEntry: false });
  if (!found || found.uid === 0) return;
  const values = { path: directory, account: accountOf(found.uid) };
  throw new AppError('DATA_FOLDER_UNUSABLE', { said: (say) => say('detail.dataFolder.root', values) });
}

/** What another account left here, and this one may not open. */
function assertFilesOpen(directory: string): void {
  const own = process.geteuid?.();
  if (own === undefined || own === 0) return;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!isOwn(entry) || entry.isSymbolicLink()) continue;
    const path = join(directory, entry.name);
    const isWritten = entry.isDirectory() || writtenInPlace.test(entry.name);
    try {
      accessSync(path, constants.R_OK | (isWritten ? constants.W_OK : 0));
    } catch (error) {
      const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
      if ((error as NodeJS.ErrnoException).code !== 'EACCES' || owner === undefined || owner === own)
        continue;
      const values = { path, owner: accountOf(owner), account: accountOf(own), folder: directory };
      throw new AppError('DATA_FOLDER_UNUSABLE', {
        said: (say) => say('detail.dataFolder.ofOther', values),
        cause: error,
      });
    }
  }
}

/**
 * Anyone who can write to the data folder can put a file there under one of Sluice's names. Their settings
 * would name folders to upload and share, and a proxy that reads the key. On a file system that shows one
 * owner for every file, the folder and our own files have the same owner.
 *
 * @throws AppError `DATA_FOLDER_UNUSABLE` when neither this account nor root made the file or link, or when
 *   others can write to it and to its folder
 */
export function assertNotPlanted(path: string): void {
  const own = process.geteuid?.();
  const owner = own === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false })?.uid;
  if (own === undefined || owner === undefined) return;
  if (owner === own || owner === 0) {
    assertNotChangeable(path);
    return;
  }
  const folder = dirname(path);
  if (owner === statSync(folder).uid && ownerOfNewFile(folder) === owner) return;
  throw planted(path, owner, own);
}

/**
 * Reads a file of Sluice's that {@link assertNotPlanted} accepts. Whoever can rename in the folder can swap
 * it after that look, so the opened file is checked too. Opening does not wait, even if the file is now a
 * pipe.
 *
 * @throws AppError `DATA_FOLDER_UNUSABLE`; errno errors
 */
export function readNotPlanted(path: string): string {
  assertNotPlanted(path);
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const own = process.geteuid?.();
    const opened = fstatSync(file);
    const isOwn = own === undefined || opened.uid === own || opened.uid === 0;
    if (!isOwn && !isBehindOwnLink(path, opened) && ownerOfNewFile(dirname(path)) !== opened.uid)
      throw planted(path, opened.uid, own);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** A user may link to a file of another account: nobody else can make a link that is the user's. */
function isBehindOwnLink(path: string, opened: Stats): boolean {
  const link = lstatSync(path, { throwIfNoEntry: false });
  const found = statSync(path, { throwIfNoEntry: false });
  const isOwnLink = link?.isSymbolicLink() === true && (link.uid === process.geteuid?.() || link.uid === 0);
  return isOwnLink && found?.ino === opened.ino && found.dev === opened.dev;
}

function planted(path: string, owner: number, own: number): AppError {
  const values = { path, owner: accountOf(owner), account: accountOf(own), folder: dirname(path) };
  return new AppError('DATA_FOLDER_UNUSABLE', { said: (say) => say('detail.dataFolder.planted', values) });
}

/**
 * Sluice makes its files for the owner only. If others can write to the folder, they can give the name of one
 * to any file of the user there, also to one that they wrote.
 */
function assertNotChangeable(path: string): void {
  const folder = dirname(path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o022) === 0 || !isWritableByOthers(folder)) return;
  // A file system without modes shows the same ones for every file.
  if (!keepsModes(folder)) return;
  const values = { path, folder };
  throw new AppError('DATA_FOLDER_UNUSABLE', { said: (say) => say('detail.dataFolder.changeable', values) });
}

const keepsModes = (folder: string) => (statNewFile(folder).mode & 0o022) === 0;

/** Another account than this one where the file system shows one owner for every file. */
function ownerOfNewFile(folder: string): number {
  try {
    return statNewFile(folder).uid;
  } catch (cause) {
    throw dataFolderError(folder, cause);
  }
}

/** What the file system shows of a new file of this account. */
function statNewFile(folder: string): Stats {
  const probe = join(folder, `.sluice-${randomBytes(8).toString('hex')}.part`);
  const file = openSync(probe, 'wx', 0o600);
  try {
    return fstatSync(file);
  } finally {
    closeSync(file);
    rmSync(probe, { force: true });
  }
}

/** Its name, or its number as `sudo` and a shell take it. */
function accountOf(uid: number): string {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = accounts.find((one) => one.split(':')[2] === String(uid));
  return line?.split(':', 1)[0] ?? `'#${uid}'`;
}

/** Step by step: `mkdirSync` with `recursive` never returns below folders such as /proc (Node 24). */
function makeWithParents(directory: string): void {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined)
    throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR', path: directory });
  const parent = dirname(directory);
  if (parent !== directory) makeWithParents(parent);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

const reasons: Readonly<Record<string, SentenceKey>> = {
  EACCES: 'detail.dataFolder.denied',
  EPERM: 'detail.dataFolder.denied',
  EEXIST: 'detail.dataFolder.file',
  ENOTDIR: 'detail.dataFolder.file',
  EROFS: 'detail.dataFolder.readOnly',
  ENOENT: 'detail.dataFolder.notMade',
};

/** Why Sluice cannot work in the data folder, or with a file of its own in it, from the system's error. */
export function dataFolderError(directory: string, cause: unknown): AppError {
  const { code = '', message = String(cause), path = directory } = cause as NodeJS.ErrnoException;
  const trouble = systemTrouble(cause);
  if (trouble !== undefined) return new AppError(trouble, { detail: path, cause, retryable: true });
  return new AppError('DATA_FOLDER_UNUSABLE', { said: reasonAt(path, code, message), cause });
}

/** Why a folder or file cannot be used, from the system's code; `reason` is said where it has no words. */
export function reasonAt(path: string, code: string, reason: string): (say: Say) => string {
  return (say) => say(reasons[code] ?? 'detail.dataFolder', { path, reason });
}

/**
 * Makes the data folder for its owner only, with everything of Sluice's in it, whatever an older version or
 * the umask left open: it holds names and texts of documents. A folder that holds other things too keeps its
 * mode, because closing it could lock somebody out of them; Sluice's files in it are closed one by one.
 *
 * @returns what others can still reach: it is not ours, or its file system knows no modes, or they can
 *   write to the folder and replace every file in it
 */
export function makePrivateFolder(directory: string): readonly string[] {
  makeDataFolder(directory);
  if (!hasModes) return [];
  const stoodOpen = isOpenToOthers(directory);
  const entries = readdirSync(directory, { withFileTypes: true });
  const isOurs = entries.every((entry) => isOwn(entry) || entry.name === '.DS_Store');
  if (isOurs && !close(directory, 0o700)) return [directory, ...closeOwn(directory, entries, true)];
  const replaceable = isWritableByOthers(directory) ? [directory] : [];
  return [...replaceable, ...closeOwn(directory, entries, stoodOpen)];
}

/** What of Sluice's in the data folder others can reach now; looks no deeper than one folder. */
export function openToOthers(directory: string): readonly string[] {
  if (!hasModes || !isOpenToOthers(directory)) return [];
  const own = readdirSync(directory, { withFileTypes: true });
  if (isWritableByOthers(directory) || own.every((entry) => isOwn(entry))) return [directory];
  return own
    .filter(isOwn)
    .map((entry) => join(directory, entry.name))
    .filter(isOpenToOthers);
}

/**
 * Makes an empty file for its owner only, for SQLite to open: what it makes itself follows the umask, and its
 * logs follow this file. One that is there is never opened: closing it again would drop the locks that this
 * process holds on it (POSIX).
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw dataFolderError(path, error);
  }
  if (hasModes) close(path, 0o600);
}

/**
 * What lies in a closed folder cannot be reached, so only one that stood open is gone through to its depth.
 */
function closeOwn(directory: string, entries: readonly Dirent[], deep: boolean): string[] {
  return entries.filter(isOwn).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (!entry.isDirectory()) return close(path, 0o600) ? [] : [path];
    const stillOpen = close(path, 0o700) ? [] : [path];
    return deep ? [...stillOpen, ...closeAll(path)] : stillOpen;
  });
}

function closeAll(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (!entry.isDirectory()) return close(path, 0o600) ? [] : [path];
    return [...(close(path, 0o700) ? [] : [path]), ...closeAll(path)];
  });
}

function isOwn(entry: Dirent): boolean {
  return entry.isDirectory() ? ownFolders.has(entry.name) : ownFile.test(entry.name);
}

/** False when it is still open to others. A link is left alone: what it leads to is not ours. */
function close(path: string, mode: number): boolean {
  try {
    if (!isOpenToOthers(path)) return true;
    chmodSync(path, mode);
    return !isOpenToOthers(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** The group counts: one with the number of its user may have other members. */
function isWritableByOthers(directory: string): boolean {
  return (statSync(directory).mode & 0o022) !== 0;
}

function isOpenToOthers(path: string): boolean {
  const stat = lstatSync(path);
  return !stat.isSymbolicLink() && (stat.mode & others) !== 0;
}
