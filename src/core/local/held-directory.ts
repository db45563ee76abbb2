import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { wayBelow, withSlashes } from './below.ts';
import { closedToGroup, letIn } from './exclusive.ts';
import { hasHandlePaths } from './handle-paths.ts';
import { leadsThere, mostTries, movesOn } from './leads-there.ts';
import type { Rights } from './look.ts';
import { behindLink } from './place.ts';

/**
 * A directory that stays the same one while something is done in it, whatever its path means by then. On
 * Linux every path is taken from its handle (`/proc/self/fd/N`), as openat(2) would. Elsewhere the path is
 * the real one, and `check` says before each step that changes something whether it still leads to the same
 * directory.
 */
export interface HeldDirectory {
  /** Its real path when it was opened, for people. */
  readonly real: string;
  /** The path to list it by. */
  readonly path: string;
  /** The path of a name in it. */
  at(name: string): string;
  /** @throws AppError `FILE_BEHIND_LINK` when its path leads elsewhere now */
  check(): Promise<void>;
  /** A directory in it, never through a link; made if it is missing, to let in no more than these. */
  child(name: string, make?: Rights): Promise<HeldDirectory>;
  /** What it lists is on disk when this returns, as far as its file system can be told to. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NONBLOCK ?? 0);
const noFollow = constants.O_NOFOLLOW ?? 0;

/**
 * Holds a directory at or below the root of a watch folder.
 *
 * @throws AppError `FILE_BEHIND_LINK` when a link led there; `FILE_CHANGED` while its name goes from one to
 * another; errno errors
 */
export async function holdDirectory(path: string, root: string): Promise<HeldDirectory> {
  const place = { path, root, followLinks: false };
  for (let tried = 0; tried < mostTries; tried++) {
    const held = await hold(path);
    try {
      if (await leadsThere(place, held.real)) return held;
    } catch (error) {
      await held.close();
      throw error;
    }
    await held.close();
  }
  throw movesOn(place);
}

/**
 * A place that Sluice puts files in. One inside the watch folder is walked to without following links; one
 * elsewhere was named by a person and is taken as it is, and only what lies below it is walked so.
 */
export interface OutputPlace {
  /** Absolute; the folder that must not be left. */
  readonly root: string;
  /** Whether the root is made when it is missing: never a watch folder, whose drive may be gone. */
  readonly makeRoot: boolean;
  /** Below the root, forward slashes; '' for the root itself. */
  readonly directory: string;
  /** Who may enter the last of its directories; those before let in as many as the first, if made here. */
  readonly rights?: readonly Rights[];
}

/**
 * Holds a place for files, and makes what is missing of it. @throws AppError `FILE_BEHIND_LINK`; errno errors
 */
export async function holdOutput({
  root,
  makeRoot,
  directory,
  rights = [],
}: OutputPlace): Promise<HeldDirectory> {
  const [first = forAll] = rights;
  if (makeRoot)
    await mkdir(root, { recursive: true, mode: modeFor({ mode: closedToGroup(first.mode ?? 0) }) });
  let held = await hold(root);
  const names = withSlashes(directory)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  for (const [index, name] of names.entries()) {
    try {
      const child = await held.child(name, rights[index - names.length + rights.length] ?? first);
      await held.close();
      held = child;
    } catch (error) {
      await held.close();
      throw error;
    }
  }
  return held;
}

/**
 * The place of `path` for files that lie in `folder`: inside it where the words say so, else the path itself.
 *
 * @param rights of the watch folder and of the directories of `below` in it
 */
export function outputPlace(
  folder: string,
  path: string,
  below: string,
  rights: readonly Rights[],
): OutputPlace {
  const inside = wayBelow(path, folder);
  return inside === undefined
    ? { root: path, makeRoot: true, directory: below, rights }
    : { root: folder, makeRoot: false, directory: posix.join(inside, below), rights };
}

async function hold(path: string): Promise<HeldDirectory> {
  return hasHandlePaths() ? holdByHandle(path, 0) : holdByPath(await realpath(path));
}

async function holdByHandle(path: string, more: number, shown = path): Promise<HeldDirectory> {
  const handle = await open(path, flags | more).catch(async (error) => {
    throw await asDirectoryError(error, path, shown);
  });
  const base = `/proc/self/fd/${handle.fd}`;
  const real = await readlink(base);
  return {
    real,
    path: base,
    at: (name) => `${base}/${plain(name)}`,
    check: async () => undefined,
    async child(name, make) {
      const below = `${base}/${plain(name)}`;
      return made(below, make, () => holdByHandle(below, noFollow, join(real, name)));
    },
    sync: () => syncDirectory(handle),
    close: () => handle.close(),
  };
}

async function holdByPath(real: string): Promise<HeldDirectory> {
  const first = await lstat(real, { bigint: true });
  if (first.isSymbolicLink()) throw behindLink(real);
  if (!first.isDirectory()) throw notADirectory(real);
  return {
    real,
    path: real,
    at: (name) => join(real, plain(name)),
    async check() {
      const now = await lstat(real, { bigint: true });
      if (now.dev !== first.dev || now.ino !== first.ino || (await realpath(real)) !== real) {
        throw behindLink(real);
      }
    },
    async child(name, make) {
      const below = join(real, plain(name));
      return made(below, make, () => holdByPath(below));
    },
    async sync() {
      // Windows opens no folders.
      const handle = await open(real, flags).catch(() => undefined);
      if (!handle) return;
      await syncDirectory(handle).finally(() => handle.close());
    },
    close: async () => undefined,
  };
}

/** Codes of a directory that cannot be synced on its own (fsync(2)). */
const noSync = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF', 'EPERM', 'EACCES', 'EISDIR']);

async function syncDirectory(handle: FileHandle): Promise<void> {
  await handle.sync().catch((error: NodeJS.ErrnoException) => {
    if (!noSync.has(error.code ?? '')) throw error;
  });
}

/** As the umask has it. */
const forAll: Rights = { mode: 0o777 };

const modeFor = ({ mode = 0 }: Rights) => 0o700 | (mode & 0o077);

/** Whether it was not there. */
async function mkdirOnce(path: string, make: Rights): Promise<boolean> {
  try {
    await mkdir(path, make.group === undefined ? modeFor(make) : 0o700);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Holds a directory. With `make`, creates it first if it is missing. */
async function made(
  path: string,
  make: Rights | undefined,
  holdIt: () => Promise<HeldDirectory>,
): Promise<HeldDirectory> {
  const isNew = make !== undefined && (await mkdirOnce(path, make));
  const child = await holdIt();
  if (isNew) await letInto(child.path, make);
  return child;
}

async function letInto(path: string, rights: Rights): Promise<void> {
  if (rights.group === undefined || process.platform === 'win32') return;
  const handle = await open(path, flags);
  await letIn({ handle, path }, rights).finally(() => handle.close());
}

/** A name is one part of a path, and no way out of its directory. */
function plain(name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/') || name.includes('\0')) {
    throw new AppError('FILE_BEHIND_LINK', { detail: name });
  }
  if (process.platform === 'win32' && /[\\:]/.test(name)) {
    throw new AppError('FILE_BEHIND_LINK', { detail: name });
  }
  return name;
}

async function asDirectoryError(error: unknown, path: string, shown: string): Promise<unknown> {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ELOOP') return behindLink(shown);
  if (code !== 'ENOTDIR') return error;
  // With O_DIRECTORY a link that is not followed is no directory either (open(2)).
  const isLink = await lstat(path).then(
    (stat) => stat.isSymbolicLink(),
    () => false,
  );
  return isLink ? behindLink(shown) : notADirectory(shown);
}

function notADirectory(path: string): Error {
  return Object.assign(new Error(`${path} is no folder`), { code: 'ENOTDIR', syscall: 'open' });
}
