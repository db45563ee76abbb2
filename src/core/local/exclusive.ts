import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, unlink } from 'node:fs/promises';
import { AppError } from '#shared/errors/app-error.ts';
import { haveAccessLists } from './access-lists.ts';
import { hasHandlePaths } from './handle-paths.ts';
import { hashHandle, type OnHashed } from './hash-file.ts';
import type { Rights } from './look.ts';
import { type FileIdentity, identityOf, isSameInode } from './place.ts';
import { pieces } from './pieces.ts';

/** Codes of a link that cannot be made here: another volume, or a file system without hard links. */
const noLink = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

export const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Fails where anything of that name is, a link too. */
export const createFlags =
  constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/**
 * Gives a file a second name, if there is none of it yet. False where that cannot be done on these volumes.
 * @throws `EEXIST`
 */
export async function linkExclusively(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (noLink.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/**
 * Copies a file to a name that is not there yet, on disk when this returns, and proves that the copy is the
 * same: then what the copy is. Nothing is left of one that fails.
 *
 * @throws `EEXIST`; AppError `FILE_CHANGED` when the source changed meanwhile
 */
export async function copyExclusively(from: string, to: string, onCopied?: OnHashed): Promise<FileIdentity> {
  const source = await open(from, readFlags);
  try {
    const stat = await source.stat({ bigint: true });
    if (!stat.isFile()) throw new AppError('NOT_A_FILE', { detail: from });
    const target = await open(to, createFlags, 0o600);
    try {
      const rights = { mode: Number(stat.mode) & 0o666, group: Number(stat.gid) };
      await letIn({ handle: target, path: to }, rights, [{ handle: source, path: from }]);
      await writeAll(target, pieces(source, Number(stat.size)), onCopied);
      await target.utimes(Number(stat.atimeMs) / 1000, Number(stat.mtimeNs / 1000n) / 1e6);
      await target.sync();
      if (stat.size === 0n) return await assertEmpty(source, target);
      const [read, written] = [await hashHandle(source), await hashHandle(target)];
      if (!read || read.sha256 !== written?.sha256) throw new AppError('FILE_CHANGED', { retryable: true });
      return written.identity;
    } catch (error) {
      await unlinkIfSame(to, target);
      throw error;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Its group is let in as others are. */
export const closedToGroup = (mode: number): number => (mode & 0o707) | ((mode & 0o007) << 3);

/** A file or folder that is open, and its path for systems without paths of handles. */
export interface Held {
  readonly handle: FileHandle;
  readonly path: string;
}

/**
 * Gives others access to a new file or folder to which only its owner has access so far, by the rights to what it comes
 * from. A group keeps its rights only if the new one can belong to it; otherwise its own group gets the rights of
 * everyone. With an access control list nothing changes: permission bits do not show whom its entries keep out, and a
 * new file inherits entries of its folder.
 *
 * @param of what it comes from, if that may have a list itself
 */
export async function letIn(
  made: Held,
  { mode = 0, group }: Rights,
  of: readonly Held[] = [],
): Promise<void> {
  if (process.platform === 'win32') return;
  const more = mode & 0o077 & ~process.umask();
  if (more === 0 || (await haveAccessLists([made, ...of].map(placeOf)))) return;
  const { handle } = made;
  const stat = await handle.stat();
  const isOfGroup =
    stat.gid === group || (group !== undefined && (await succeeds(handle.chown(stat.uid, group))));
  const all = (stat.mode & 0o7700) | more;
  // File systems without permissions refuse this.
  await succeeds(handle.chmod(isOfGroup ? all : closedToGroup(all)));
}

const placeOf = ({ handle, path }: Held) => (hasHandlePaths() ? `/proc/self/fd/${handle.fd}` : path);

const succeeds = (step: Promise<void>): Promise<boolean> =>
  step.then(
    () => true,
    () => false,
  );

async function assertEmpty(source: FileHandle, target: FileHandle): Promise<FileIdentity> {
  const stats = [await source.stat({ bigint: true }), await target.stat({ bigint: true })] as const;
  if (stats.some(({ size }) => size !== 0n)) throw new AppError('FILE_CHANGED', { retryable: true });
  return identityOf(stats[1]);
}

export async function writeAll(
  target: FileHandle,
  source: AsyncIterable<Uint8Array>,
  onWritten?: OnHashed,
): Promise<void> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.byteLength;
    await onWritten?.(bytes);
    for (let offset = 0; offset < piece.byteLength; ) {
      offset += (await target.write(piece, offset)).bytesWritten;
    }
  }
}

/** What a name stands for now, without following it; undefined when there is nothing. */
export async function identityAt(path: string): Promise<(FileIdentity & { isFile: boolean }) | undefined> {
  const stat = await lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return stat && { ...identityOf(stat), isFile: stat.isFile() };
}

/** Takes a file of ours away again, but not what somebody has put under its name since. */
export async function unlinkIfSame(path: string, handle: FileHandle): Promise<void> {
  const [now, ours] = [await identityAt(path), await handle.stat({ bigint: true })];
  if (now && isSameInode(now, identityOf(ours))) await unlink(path);
}
