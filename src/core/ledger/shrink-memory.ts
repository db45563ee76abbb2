import type { Database } from './database.ts';

/** Frees the pages of the ledger that SQLite keeps in memory; those that are needed again are read again. */
export function shrinkMemory(database: Database): void {
  database.exec('PRAGMA shrink_memory');
}
