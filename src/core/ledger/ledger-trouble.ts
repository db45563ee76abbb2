import { AppError } from '#shared/errors/app-error.ts';
import { systemTrouble } from '#shared/errors/system-trouble.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';

const ofLedger: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'DISK_FULL',
  'TOO_MANY_FILES',
  'LEDGER_FAILED',
  'LEDGER_CORRUPT',
]);

/**
 * The code of an error that came from the ledger; undefined for any other. Every error of SQLite counts: what
 * cannot be journaled must not be done, whatever the reason (full, read-only, busy, damaged, gone). Without
 * free file descriptors nothing can be, whoever met that first.
 */
export function ledgerTrouble(error: unknown): ErrorCode | undefined {
  if (error instanceof AppError) return ofLedger.has(error.code) ? error.code : undefined;
  if (!(error instanceof Error)) return undefined;
  if (systemTrouble(error) === 'TOO_MANY_FILES') return 'TOO_MANY_FILES';
  const { code, errcode, syscall } = error as { code?: unknown; errcode?: unknown; syscall?: unknown };
  if (typeof errcode === 'number' || code === 'ERR_SQLITE_ERROR') return 'LEDGER_FAILED';
  // `durable()` opens and syncs the log by itself.
  return syscall === 'fdatasync' || syscall === 'fsync' ? 'LEDGER_FAILED' : undefined;
}
