import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
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
    // A checkpoint between the copies of the file and of its log leaves two that do not fit each other.
    let copiedAt: bigint;
    do {
      copiedAt = changedAt(path);
      copyLedger(path, copy);
    } while (changedAt(path) !== copiedAt);
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

/** A ledger's file itself changes only in a checkpoint, nanoseconds. */
const changedAt = (path: string): bigint => statSync(path, { bigint: true }).mtimeNs;
