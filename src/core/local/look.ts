import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { access, lstat, readdir, stat } from 'node:fs/promises';
import pMap from 'p-map';
import { hasHandlePaths } from './handle-paths.ts';
import { holdDirectory } from './held-directory.ts';
import { escapeUndecodable, isDecodable } from './names.ts';
import { leadsThereNow, mostTries, movesOn } from './leads-there.ts';
import { type FileIdentity, identityOf } from './place.ts';

export type EntryKind = 'file' | 'directory' | 'link' | 'other' | 'undecodable';

export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface FileStat extends FileIdentity {
  readonly kind: Exclude<EntryKind, 'undecodable'>;
  /** Bytes really allocated; less than `size` for a file with holes. */
  readonly allocated: number;
  /** Milliseconds since the epoch, with fractions. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /**
   * When it was made, milliseconds since the epoch with fractions; null where the file system does not say.
   */
  readonly bornMs: number | null;
  /** Permission bits, and the number of the group they are for. */
  readonly mode?: number;
  readonly group?: number;
}

/** Who may read a file, or enter a directory. */
export type Rights = Pick<FileStat, 'mode' | 'group'>;

type Awaitable<T> = T | Promise<T>;

/**
 * How the thread looks at a root. Local roots are looked at synchronously, which is several times faster and
 * harmless in a thread; others asynchronously, so that a slow one holds up no other. A drive that may hang is
 * looked at by a process of its own (`volumes.ts`): asynchronous calls share four threads, and a few that
 * never return would take them all.
 */
export interface Look {
  /**
   * Lists a directory at or below `root`, to which no link leads.
   *
   * @throws the errno error of reading the directory; AppError `FILE_BEHIND_LINK`
   */
  list(path: string, root: string): Awaitable<Entry[]>;
  /** In the order of `names`; null for what is not there (any more) or cannot be looked at. */
  statMany(directory: string, names: readonly string[], follow: boolean): Awaitable<(FileStat | null)[]>;
  stat(path: string, follow?: boolean): Awaitable<FileStat | null>;
  /** True when nothing has that name, for certain: a mount that is dead or a refusal is no proof. */
  absent(path: string): Awaitable<boolean>;
  /** True when the file can be opened for reading. */
  readable(path: string): Awaitable<boolean>;
}

export const directLook: Look = {
  list: (path, root) =>
    heldNow(path, root, (held) =>
      toEntries(readdirSync(held, { withFileTypes: true }), () => readdirSync(held, rawNames)),
    ),
  statMany: (directory, names, follow) => names.map((name) => statNow(`${directory}/${name}`, follow)),
  stat: (path, follow = false) => statNow(path, follow),
  absent(path) {
    try {
      return lstatSync(path, { throwIfNoEntry: false }) === undefined;
    } catch (error) {
      return isAbsence(error);
    }
  },
  readable(path) {
    try {
      accessSync(path, constants.R_OK);
      return true;
    } catch {
      return false;
    }
  },
};

/**
 * How many stats are under way at once on a network root: half of them would fill libuv's threads otherwise.
 */
const statsAtOnce = 2;

export const patientLook: Look = {
  async list(path, root) {
    const held = await holdDirectory(path, root);
    try {
      const entries = await readdir(held.path, { withFileTypes: true });
      return entries.some(isSuspicious)
        ? toEntries(entries, await readdir(held.path, rawNames))
        : entries.map(toEntry);
    } finally {
      await held.close();
    }
  },
  async statMany(directory, names, follow) {
    return pMap(names, (name) => patientLook.stat(`${directory}/${name}`, follow), {
      concurrency: statsAtOnce,
    });
  },
  async stat(path, follow = false) {
    try {
      return toFileStat(await (follow ? stat : lstat)(path, { bigint: true }));
    } catch {
      return null;
    }
  },
  async absent(path) {
    return lstat(path).then(() => false, isAbsence);
  },
  async readable(path) {
    return access(path, constants.R_OK).then(
      () => true,
      () => false,
    );
  },
};

/** True when a name that is listed cannot be looked at, as in a directory without the right to search it. */
export async function isForbidden(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: unknown) => !isAbsence(error),
  );
}

/** As `holdDirectory`, on this thread. */
function heldNow<T>(path: string, root: string, read: (path: string) => T): T {
  const place = { path, root, followLinks: false };
  for (let tried = 0; tried < mostTries; tried++) {
    if (!hasHandlePaths()) {
      const real = realpathSync.native(path);
      if (leadsThereNow(place, real)) return read(real);
      continue;
    }
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NONBLOCK);
    try {
      const held = `/proc/self/fd/${descriptor}`;
      if (leadsThereNow(place, readlinkSync(held))) return read(held);
    } finally {
      closeSync(descriptor);
    }
  }
  throw movesOn(place);
}

function isAbsence(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

const rawNames = { encoding: 'buffer' } as const;

function statNow(path: string, follow: boolean): FileStat | null {
  try {
    const options = { bigint: true, throwIfNoEntry: false } as const;
    const stats = follow ? statSync(path, options) : lstatSync(path, options);
    return stats ? toFileStat(stats) : null;
  } catch {
    return null;
  }
}

export function toFileStat(stats: BigIntStats): FileStat {
  return {
    ...identityOf(stats),
    kind: kindOf(stats),
    allocated: Number(stats.blocks) * 512,
    mtimeMs: Number(stats.mtimeNs) / 1e6,
    ctimeMs: Number(stats.ctimeNs) / 1e6,
    // Where a file system keeps no such time, it is 0 (statx(2)).
    bornMs: stats.birthtimeNs === 0n ? null : Number(stats.birthtimeNs) / 1e6,
    mode: Number(stats.mode & 0o777n),
    group: Number(stats.gid),
  };
}

function kindOf(entry: BigIntStats | Dirent): Exclude<EntryKind, 'undecodable'> {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function toEntry(entry: Dirent): Entry {
  return { name: entry.name, kind: kindOf(entry) };
}

/** Node puts U+FFFD where a byte is not UTF-8; such a name finds no file again. */
function isSuspicious(entry: Dirent): boolean {
  return entry.name.includes('\uFFFD');
}

function toEntries(entries: Dirent[], raw: Buffer[] | (() => Buffer[])): Entry[] {
  if (!entries.some(isSuspicious)) return entries.map(toEntry);
  const readable = new Set<string>();
  const undecodable: Entry[] = [];
  for (const bytes of typeof raw === 'function' ? raw() : raw) {
    if (isDecodable(bytes)) readable.add(bytes.toString());
    else undecodable.push({ name: escapeUndecodable(bytes), kind: 'undecodable' });
  }
  const decodable = entries.filter((entry) => !isSuspicious(entry) || readable.has(entry.name)).map(toEntry);
  return [...decodable, ...undecodable];
}
