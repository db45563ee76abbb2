import type { BigIntStats } from 'node:fs';
import { AppError } from '#shared/errors/app-error.ts';
import { systemTrouble } from '#shared/errors/system-trouble.ts';

/** The state of a file that must not change between reading and sending. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly device: bigint;
  readonly inode: bigint;
}

/** @throws AppError `NOT_A_FILE` for folders, pipes and devices, `FILE_EMPTY` */
export function stampOf(stat: BigIntStats): FileStamp {
  if (!stat.isFile()) throw new AppError('NOT_A_FILE');
  if (stat.size === 0n) throw new AppError('FILE_EMPTY');
  return {
    size: Number(stat.size),
    mtimeNs: stat.mtimeNs,
    ctimeNs: stat.ctimeNs,
    device: stat.dev,
    inode: stat.ino,
  };
}

/** @throws AppError `FILE_CHANGED` when the file is not as it was (W3) */
export function assertSame(before: FileStamp, stat: BigIntStats): void {
  const isSame =
    Number(stat.size) === before.size &&
    stat.mtimeNs === before.mtimeNs &&
    stat.ctimeNs === before.ctimeNs &&
    stat.ino === before.inode &&
    stat.dev === before.device;
  if (!isSame) throw new AppError('FILE_CHANGED', { retryable: true });
}

/** A failed file operation in Sluice's words. */
export function asFileError(cause: unknown): unknown {
  if (cause instanceof AppError) return cause;
  const { code, syscall } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ESTALE')
    return new AppError('FILE_GONE', { cause });
  const trouble = systemTrouble(cause);
  if (trouble !== undefined) return new AppError(trouble, { cause, retryable: true });
  if (code === 'EISDIR') return new AppError('NOT_A_FILE', { cause });
  if (code !== undefined && syscall !== undefined) {
    return new AppError('FILE_UNREADABLE', { detail: code, cause, retryable: true });
  }
  return cause;
}
