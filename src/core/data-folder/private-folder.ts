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
import { basename, dirname, join } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { systemTrouble } from '#shared/errors/system-trouble.ts';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import type { Say } from '#shared/sentences/sentences.ts';

/** Permission bits of everyone but the owner. */
const others = 0o077;
/** Sluice's files in the data folder, with copies and drafts of them. */
const ownFile = /^(agent|ledger|settings|notes|keys|keychain|open-ui|ui|backup)\./;
/** Files that Sluice reads or writes under these names. A user may keep a `notes.txt` beside them. */
const usedFile =
  /^(agent|ledger|settings|notes|keys|keychain|open-ui|ui|backup)\.(\w+\.)?(json|lock|sqlite|html|key)\b/;
/** Where `restore` writes files before they replace those in the data folder. Usually absent. */
export const restoreFolder = 'restore';
/** Where a backup copies the ledger before it writes the archive. Exists only during a backup. */
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

/** Windows has no such modes. There, files inherit the permissions of the user's own folders. */
export const hasModes = process.platform !== 'win32';

/** Files that are written in place. All others are only read, or replaced by renaming. */
const writtenInPlace = /^(agent|ledger)\./;

/**
 * Creates the data folder if it is missing, for its owner only. Checks that Sluice can work in it and open
 * each of its files there.
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
 * Refuses another account's data folder to root: files that root creates there would lock out the account
 * whose agent uses it.
 *
 * @throws AppError `DATA_FOLDER_UNUSABLE`
 */
export function assertNotOfOthers(directory: string): void {
  if (process.geteuid?.() !== 0) return;
  // If root's agent already uses the folder, as in a container with a folder of the host, no other account's
  // agent does.
  const found =
    statSync(join(directory, 'ledger.sqlite'), { throwIfNoEntry: false }) ??
    statSync(directory, { throwIfNoEntry: false });
  if (!found || found.uid === 0) return;
  const values = { path: directory, account: accountOf(found.uid) };
  throw new AppError('DATA_FOLDER_UNUSABLE', { said: (say) => say('detail.dataFolder.root', values) });
}

/** Checks for files of other accounts that this account cannot open. */
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
 * Refuses files that another account may have planted. Anyone who can write to the data folder can create a
 * file under one of Sluice's names. Planted settings could name folders to upload and share, and a proxy that
 * reads the key. On a file system that shows one owner for all files, the folder and our own files have the
 * same owner.
 *
 * @throws AppError `DATA_FOLDER_UNUSABLE` when neither this account nor root owns the file or link, or when
 *   others can write to both the file and its folder
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
 * Reads one of Sluice's files after {@link assertNotPlanted} has accepted it. Anyone who can rename files in
 * the folder can swap it after that check, so the opened file is checked too. Opening never blocks, even if
 * the file is now a pipe.
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

/** The user may link to a file of another account: no other account can create a link that the user owns. */
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
 * Sluice creates its files for the owner only. Others who can write to the folder can move any of the user's
 * files to one of Sluice's names, even one that they could write to.
 */
function assertNotChangeable(path: string): void {
  const folder = dirname(path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o022) === 0 || !isWritableByOthers(folder)) return;
  // A file system without modes shows the same mode for every file.
  if (!keepsModes(folder)) return;
  const values = { path, folder };
  throw new AppError('DATA_FOLDER_UNUSABLE', { said: (say) => say('detail.dataFolder.changeable', values) });
}

const keepsModes = (folder: string) => (statNewFile(folder).mode & 0o022) === 0;

/** Returns another account than this one if the file system shows one owner for all files. */
function ownerOfNewFile(folder: string): number {
  try {
    return statNewFile(folder).uid;
  } catch (cause) {
    throw dataFolderError(folder, cause);
  }
}

/** Creates a file as this account and returns the owner and mode that the file system shows. */
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

/** The account's name, or its number as `sudo` and a shell accept it. */
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

/** Turns a system error into the reason why Sluice cannot use the data folder or one of its files. */
export function dataFolderError(directory: string, cause: unknown): AppError {
  const { code = '', message = String(cause), path = directory } = cause as NodeJS.ErrnoException;
  const trouble = systemTrouble(cause);
  if (trouble !== undefined) return new AppError(trouble, { detail: path, cause, retryable: true });
  return new AppError('DATA_FOLDER_UNUSABLE', { said: reasonAt(path, code, message), cause });
}

/** The reason for a system code, as a sentence. `reason` is the fallback for codes without one. */
export function reasonAt(path: string, code: string, reason: string): (say: Say) => string {
  return (say) => say(reasons[code] ?? 'detail.dataFolder', { path, reason });
}

/**
 * Closes the data folder and Sluice's files in it to other accounts, whatever an older version or the umask
 * left open: it contains names and texts of documents. A folder that also contains other files keeps its
 * mode, because closing it could lock someone out. There, only Sluice's files are closed, one by one.
 *
 * @returns paths that others can still reach: Sluice's account does not own them, their file system has no
 *   modes, or others can write to the folder and replace every file in it
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

/** Sluice's files in the data folder that others can reach now. Checks only the first level. */
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
 * Creates an empty file for its owner only, for SQLite to open. Files that SQLite creates follow the umask,
 * and its logs copy the mode of this file. An existing file is never opened: closing it would drop the locks
 * that this process has on it (POSIX).
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
 * Files in a closed folder cannot be reached, so only a folder that was open is searched to its full depth.
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

/** The folder, if its disk is mounted read-only: a mount may turn so when the disk fails. */
export function onReadOnlyDisk(directory: string): string | undefined {
  try {
    accessSync(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS' ? directory : undefined;
  }
}

/** Whether the path names a file that Sluice uses in the data folder, which no one else may write to. */
export function isUsedFile(directory: string, path: string): boolean {
  if (!usedFile.test(basename(path))) return false;
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  const own = statSync(directory, { throwIfNoEntry: false });
  return own !== undefined && folder?.ino === own.ino && folder.dev === own.dev;
}

function isOwn(entry: Dirent): boolean {
  return entry.isDirectory() ? ownFolders.has(entry.name) : ownFile.test(entry.name);
}

/** Returns false if the file is still open to others. Skips links: their targets are not Sluice's. */
function close(path: string, mode: number): boolean {
  try {
    if (!isOpenToOthers(path)) return true;
    chmodSync(path, mode);
    return !isOpenToOthers(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** The group counts as others: even one with the user's own number may have other members. */
function isWritableByOthers(directory: string): boolean {
  return (statSync(directory).mode & 0o022) !== 0;
}

function isOpenToOthers(path: string): boolean {
  const stat = lstatSync(path);
  return !stat.isSymbolicLink() && (stat.mode & others) !== 0;
}
