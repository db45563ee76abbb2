import { AppError } from './app-error.ts';
import type { ErrorCode } from './catalog.ts';

const byCode: Readonly<Record<string, ErrorCode>> = {
  EMFILE: 'TOO_MANY_FILES',
  ENFILE: 'TOO_MANY_FILES',
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
};

/**
 * What the machine lacks, where an error of the operating system says so: a full disk, no free file
 * descriptors. It is the cause whatever was being opened or written; undefined for any other error.
 */
export function systemTrouble(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AppError) return Object.values(byCode).find((code) => code === error.code);
  return byCode[String((error as { readonly code?: unknown }).code)];
}

/** SQLite's primary result codes for a file that stays locked, or cannot be written, read or opened. */
const refusedBySqlite: ReadonlySet<number> = new Set([5, 8, 10, 14]);

/**
 * `LEDGER_FAILED` for an error of SQLite that is no bug of ours: another program keeps the ledger locked, or
 * the disk refuses it. Asked only where an error is told to a person: what works with the ledger takes every
 * error of SQLite for one of the ledger.
 */
export function ledgerRefusal(error: unknown): ErrorCode | undefined {
  const { errcode = 0 } = error instanceof Error ? (error as { readonly errcode?: number }) : {};
  return refusedBySqlite.has(errcode & 0xff) ? 'LEDGER_FAILED' : undefined;
}
