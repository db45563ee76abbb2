import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyLedger, ledgerOf } from './synced-ledger.ts';

/**
 * Reads a copy of a ledger, so that the one under torture is opened by its agent alone: also its recovery is
 * on trial. Undefined while there is none.
 */
export function readLedger<T>(dataDirectory: string, read: (ledger: DatabaseSync) => T): T | undefined {
  const path = ledgerOf(dataDirectory);
  if (!existsSync(path)) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'sluice-look-'));
  try {
    const copy = join(directory, 'ledger.sqlite');
    copyLedger(path, copy);
    const ledger = new DatabaseSync(copy);
    try {
      const isThere = ledger.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'uploads'`).get();
      return isThere === undefined ? undefined : read(ledger);
    } finally {
      ledger.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
