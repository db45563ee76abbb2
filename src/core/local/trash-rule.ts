import { lstat, mkdir, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { wayBelow } from './below.ts';
import { identityAt } from './exclusive.ts';
import { type HeldDirectory, holdOutput } from './held-directory.ts';
import { readMountTable } from './mount-table.ts';
import { mountOf, toMounts } from './mounts.ts';
import { trashName } from './own-names.ts';

/** What the rule asks of the system; tests have another one. */
export interface TrashSystem {
  /** The folder of the person's data, in which their own trash lies. */
  readonly dataHome: string;
  readonly userId: number;
  /** Where the volume is mounted on which this directory lies; undefined where the system does not tell. */
  readonly topDirectory: (directory: string) => string | undefined;
  readonly now: () => Date;
}

function thisSystem(): TrashSystem {
  const { XDG_DATA_HOME: named = '' } = process.env;
  return {
    // The base directories: one that is not absolute counts for nothing.
    dataHome: isAbsolute(named) ? named : join(homedir(), '.local/share'),
    userId: process.getuid?.() ?? 0,
    topDirectory: (directory) => mountOf(directory, toMounts(readMountTable()))?.point,
    now: () => new Date(),
  };
}

/**
 * The trash specification of FreeDesktop.org
 * (https://specifications.freedesktop.org/trash-spec/trashspec-latest.html): a file goes to the trash of the
 * volume it lies on, the person's own where that is the same. What stands in the way is never taken for one:
 * a link, another user's folder. A name is claimed by its information, which is made first and must be new.
 *
 * @throws AppError `NO_TRASH` where no trash on its volume takes it; errno errors
 */
export async function trashByRule(
  path: string,
  original: string,
  system: TrashSystem = thisSystem(),
): Promise<void> {
  for (const open of trashesFor(await realpath(dirname(path)), original, system)) {
    const trash = await open();
    if (!trash) continue;
    try {
      if (await moveInto(trash, path, basename(original), system)) return;
    } finally {
      await trash.directory.close();
    }
  }
  throw new AppError('NO_TRASH');
}

/** A trash that is there, and how it is told where a file lay. */
interface Trash {
  readonly directory: HeldDirectory;
  readonly originally: string;
}

type OpenTrash = () => Promise<Trash | undefined>;

/** The trashes that may take what lies in a directory, in the order of the specification. */
function trashesFor(directory: string, original: string, system: TrashSystem): OpenTrash[] {
  const { dataHome, userId, topDirectory } = system;
  const top = topDirectory(directory);
  const home: OpenTrash = async () => {
    await mkdir(dataHome, { recursive: true, mode: 0o700 });
    if ((await stat(dataHome)).dev !== (await stat(directory)).dev) return undefined;
    return within(dataHome, (data) => privateChild(data, 'Trash', userId), original);
  };
  if (top === undefined) return [unlessRefused(home)];
  // Relative to the volume, so that it holds wherever that is mounted next.
  const originally = wayBelow(original, top) ?? original;
  const byAdministrator: OpenTrash = () =>
    within(
      top,
      (root) => shared(root, '.Trash', (trash) => privateChild(trash, String(userId), userId)),
      originally,
    );
  const own: OpenTrash = () =>
    within(top, (root) => privateChild(root, `.Trash-${userId}`, userId), originally);
  return [home, byAdministrator, own].map(unlessRefused);
}

async function within(
  path: string,
  find: (directory: HeldDirectory) => Promise<HeldDirectory | undefined>,
  originally: string,
): Promise<Trash | undefined> {
  const held = await holdOutput({ root: path, makeRoot: false, directory: '' });
  try {
    const directory = await find(held);
    return directory && { directory, originally };
  } finally {
    await held.close();
  }
}

/**
 * The folder that an administrator made for everybody: none that is a link or lacks the sticky bit, by which
 * others could take away what is put there.
 */
async function shared(
  root: HeldDirectory,
  name: string,
  find: (directory: HeldDirectory) => Promise<HeldDirectory | undefined>,
): Promise<HeldDirectory | undefined> {
  const found = await lstat(root.at(name)).catch(() => undefined);
  if (!found?.isDirectory()) return undefined;
  const directory = await root.child(name);
  try {
    return ((await stat(directory.path)).mode & 0o1000) === 0 ? undefined : await find(directory);
  } finally {
    await directory.close();
  }
}

/** A folder of the person's own, made where it is missing. Undefined for somebody else's. */
async function privateChild(
  parent: HeldDirectory,
  name: string,
  userId: number,
): Promise<HeldDirectory | undefined> {
  await mkdir(parent.at(name), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const child = await parent.child(name);
  if ((await stat(child.path)).uid === userId) return child;
  await child.close();
  return undefined;
}

/** Codes of a place where this user makes no trash: then the next one is asked. */
const refusals = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
  'ENAMETOOLONG',
  'FILE_BEHIND_LINK',
]);

function unlessRefused(open: OpenTrash): OpenTrash {
  return () =>
    open().catch((error: { code?: string }) => {
      if (refusals.has(error.code ?? '')) return undefined;
      throw error;
    });
}

/** False where the trash lies on another volume after all, as behind a mount that the numbers do not tell. */
async function moveInto(
  { directory, originally }: Trash,
  path: string,
  name: string,
  system: TrashSystem,
): Promise<boolean> {
  const files = await privateChild(directory, 'files', system.userId);
  const infos = files && (await privateChild(directory, 'info', system.userId));
  try {
    if (!files || !infos) return false;
    for (let number = 1; ; number++) {
      const target = trashName(name, number);
      const info = infos.at(`${target}.trashinfo`);
      if (!(await claim(info, informationOf(originally, system.now())))) continue;
      try {
        // What nobody claimed may lie there all the same: nothing is written over.
        if (await identityAt(files.at(target))) {
          await unlink(info);
          continue;
        }
        await rename(path, files.at(target));
      } catch (error) {
        await unlink(info);
        if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false;
        throw error;
      }
      await Promise.all([files.sync(), infos.sync()]);
      return true;
    }
  } finally {
    await files?.close();
    await infos?.close();
  }
}

/** False where somebody has the name. */
async function claim(info: string, text: string): Promise<boolean> {
  const handle = await open(info, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (!handle) return false;
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

function informationOf(originally: string, now: Date): string {
  // In local time and without a zone.
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  const path = originally.split('/').map(encodeURIComponent).join('/');
  return `[Trash Info]\nPath=${path}\nDeletionDate=${local}\n`;
}
