import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { type Database, openDatabase } from './database.ts';

/** Larger ledgers are not read through at every start; SQLite still notices damage where it meets it (bytes). */
const checkUpTo = 64 * 1024 * 1024;

export interface OpenedLedger {
  readonly database: Database;
  /** Where a damaged ledger was moved to, if that had to be done now. */
  readonly setAside: string | null;
}

/**
 * Opens the ledger of a data folder; a damaged one is moved aside, kept, and a new one is begun (W10). Only who holds the data
 * folder's lock may do that.
 *
 * @throws AppError `LEDGER_NEWER`; `LEDGER_CORRUPT` when it may not be set aside
 */
export function openLedgerDatabase(directory: string, now: number, maySetAside: boolean): OpenedLedger {
  const path = join(directory, 'ledger.sqlite');
  try {
    const database = openDatabase(path);
    if (isDamaged(database)) {
      database.close();
      throw new AppError('LEDGER_CORRUPT');
    }
    return { database, setAside: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'LEDGER_CORRUPT' || !maySetAside) throw error;
    const setAside = `${path}.corrupt-${new Date(now).toISOString().replaceAll(':', '-')}`;
    for (const suffix of ['', '-wal', '-shm']) moveIfThere(`${path}${suffix}`, `${setAside}${suffix}`);
    return { database: openDatabase(path), setAside };
  }
}

function isDamaged(database: Database): boolean {
  if (statSync(database.path).size > checkUpTo) return false;
  try {
    const row = database.sqlite.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    return row.quick_check !== 'ok';
  } catch {
    return true;
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
