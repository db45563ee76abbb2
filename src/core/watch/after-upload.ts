import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, rm, unlink, utimes, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';

export interface AfterUpload {
  readonly folder: WatchFolder;
  /** Absolute path of the local file. */
  readonly path: string;
  /** Hash of the bytes that were uploaded. */
  readonly sha256: string;
  readonly outcome:
    | { readonly kind: 'completed' }
    | { readonly kind: 'failed'; readonly code: string; readonly message: string };
  /** Moves a file to the trash of the system; default: the `trash` package. */
  readonly trash?: (path: string) => Promise<void>;
}

export type AfterUploadResult =
  | { readonly kind: 'left' }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'trashed' }
  | { readonly kind: 'deleted' }
  /** The file has other bytes now, or is gone: it is left alone. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'failed'; readonly code: 'AFTER_UPLOAD_FAILED'; readonly detail: string };

/**
 * What the folder wants done with a file once its upload has ended (W18): only ever with the bytes that were uploaded.
 * Done twice, as after a crash, the second finds the file gone and leaves it at that. Never throws.
 */
export async function runAfterUpload(after: AfterUpload): Promise<AfterUploadResult> {
  const { folder, path, outcome } = after;
  const failedTo = outcome.kind === 'failed' ? folder.failedFolder : null;
  if (outcome.kind === 'failed' ? failedTo === null : folder.afterUpload === 'leave') return { kind: 'left' };
  try {
    if ((await hashOf(path)) !== after.sha256) return { kind: 'changed' };
    if (failedTo !== null) {
      const to = await moveInto(folder, failedTo, path);
      await writeFile(`${to}.reason.txt`, reasonText(after, path), { flag: 'w' });
      return { kind: 'moved', to };
    }
    if (folder.afterUpload === 'move')
      return { kind: 'moved', to: await moveInto(folder, folder.doneFolder, path) };
    if (folder.afterUpload === 'trash') {
      await (after.trash ?? moveToTrash)(path);
      return { kind: 'trashed' };
    }
    await unlink(path);
    return { kind: 'deleted' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !(await exists(path)))
      return { kind: 'changed' };
    return { kind: 'failed', code: 'AFTER_UPLOAD_FAILED', detail: (error as Error).message };
  }
}

async function moveToTrash(path: string): Promise<void> {
  const { default: trash } = await import('trash');
  await trash(path, { glob: false });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Keeps the tree below the root; a name that is taken gets a number, nothing is ever written over. */
async function moveInto(folder: WatchFolder, place: string, path: string): Promise<string> {
  const below = relative(folder.path, path);
  const inside = below.startsWith('..') || isAbsolute(below) ? path.slice(dirname(path).length + 1) : below;
  const wanted = join(resolve(folder.path, place), inside);
  await mkdir(dirname(wanted), { recursive: true });
  for (let number = 1; ; number++) {
    const target = number === 1 ? wanted : numbered(wanted, number);
    try {
      await moveExclusively(path, target);
      return target;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function numbered(path: string, number: number): string {
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)} (${number})${extension}`;
}

/** Codes of a link that cannot be made here: another volume, or a file system without hard links. */
const noLink = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Renaming would write over what is there; a link and an unlink do not. Across volumes the copy comes first. */
async function moveExclusively(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!noLink.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
    try {
      const { atime, mtime } = await stat(from);
      await utimes(to, atime, mtime);
      if ((await hashOf(to)) !== (await hashOf(from))) throw new Error(`the copy at ${to} is not the same`);
    } catch (failure) {
      await rm(to, { force: true });
      throw failure;
    }
  }
  await unlink(from);
}

function reasonText({ outcome }: AfterUpload, path: string): string {
  const { code, message } = outcome.kind === 'failed' ? outcome : { code: '', message: '' };
  return `${path}\n${message}\n${code}\n`;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
