import { createAbandonedSlots } from './abandoned-slots.ts';
import type { Database } from './database.ts';
import { asLedgerError } from './database.ts';
import { createDurable } from './durable.ts';
import { createFacts } from './facts.ts';
import { createKnownDocuments } from './known-documents.ts';
import { createLocalFiles } from './local-files.ts';
import type { Asynchronous, Ledger } from './port.ts';
import { createTakeFiles } from './take-files.ts';
import { createUploadHistory } from './upload-history.ts';
import { createUploads } from './uploads.ts';

/** The embedded ledger: every method is one short SQLite transaction. */
export function createSqliteLedger(
  database: Database,
  now: () => number,
): Ledger & { close(): Promise<void> } {
  const durable = createDurable(database.path);
  const uploads = createUploads(database, now);
  return {
    uploads: asynchronous(uploads),
    intake: asynchronous(createTakeFiles(database, uploads, createLocalFiles(database, now))),
    slots: asynchronous(createAbandonedSlots(database)),
    known: asynchronous(createKnownDocuments(database)),
    facts: asynchronous(createFacts(database)),
    history: asynchronous(createUploadHistory(database, now)),
    durable: durable.durable,
    foreignVersion: async () => {
      const row = database.statement('PRAGMA data_version').get() as { data_version: number };
      return row.data_version;
    },
    async close() {
      await durable.close();
      database.close();
    },
  };
}

/** Puts a synchronous repository behind the asynchronous port, and SQLite's errors into Sluice's words. */
function asynchronous<T extends Record<string, (...parameters: never[]) => unknown>>(
  repository: T,
): Asynchronous<T> {
  const methods = Object.entries(repository).map(([name, method]) => [
    name,
    async (...parameters: never[]) => {
      try {
        return method(...parameters);
      } catch (error) {
        throw asLedgerError(error);
      }
    },
  ]);
  return Object.fromEntries(methods) as Asynchronous<T>;
}
