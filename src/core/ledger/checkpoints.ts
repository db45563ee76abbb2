import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from './database.ts';

/** Bytes of write-ahead log that are worth a checkpoint; SQLite's own threshold is about the same. */
const worthwhile = 4 * 1024 * 1024;
const lookEvery = 500;
/**
 * While a thread does it, SQLite makes a checkpoint by itself only should the log grow to about 80 MB. Pages.
 */
const pagesWhileChecked = 20_000;
/** SQLite's default. */
const usualPages = 1000;

/**
 * Moves SQLite's write-ahead log into the database file from the thread. A checkpoint waits for the disk,
 * often a tenth of a second and more; on the main thread that is a pause people see (W11).
 */
export function startCheckpoints(databasePath: string): { stop(): void } {
  const sqlite = new DatabaseSync(databasePath);
  let done = 0;
  const timer = setInterval(() => {
    try {
      const { size, mtimeMs } = statSync(`${databasePath}-wal`);
      if (size < worthwhile || mtimeMs === done) return;
      done = mtimeMs;
      sqlite.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // Busy, or no log yet: the next look will do.
    }
  }, lookEvery);
  return {
    stop() {
      clearInterval(timer);
      sqlite.close();
    },
  };
}

/** Leaves the checkpoints of a ledger to the thread that has begun them, or (`false`) to SQLite again. */
export function leaveCheckpoints({ sqlite }: Database, toThread: boolean): void {
  if (sqlite.isOpen) sqlite.exec(`PRAGMA wal_autocheckpoint = ${toThread ? pagesWhileChecked : usualPages}`);
}
