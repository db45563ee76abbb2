import { createAbandonedSlots } from './abandoned-slots.ts';
import { createCallHistory } from './call-history.ts';
import type { Database } from './database.ts';
import { asLedgerError } from './database.ts';
import { createDocumentJobs } from './document-jobs.ts';
import { createDocuments } from './documents.ts';
import { createDurable } from './durable.ts';
import { createFacts } from './facts.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { createKnownDocuments } from './known-documents.ts';
import { createLocalFiles } from './local-files.ts';
import type { Asynchronous, Ledger } from './port.ts';
import { createTakeFiles } from './take-files.ts';
import { createUploadHistory } from './upload-history.ts';
import { createUploads } from './uploads.ts';

/** The embedded ledger: every method is one short SQLite transaction, or shares one with others of its kind. */
export function createSqliteLedger(
  database: Database,
  now: () => number,
): Ledger & { close(): Promise<void> } {
  const durable = createDurable(database.path);
  const uploads = createUploads(database, now);
  const group = createGroupCommit(database);
  const inGroup: typeof group.run = (write) => group.run(write).catch(throwAsLedgerError);
  return {
    uploads: {
      ...asynchronous(uploads, group),
      // What each upload writes on its way, and twenty of them side by side.
      begin: (...parameters) => inGroup(() => uploads.begin(...parameters)),
      advance: (...parameters) => inGroup(() => uploads.advance(...parameters)),
    },
    intake: asynchronous(createTakeFiles(database, uploads, createLocalFiles(database, now)), group),
    slots: asynchronous(createAbandonedSlots(database), group),
    documents: asynchronous(createDocuments(database, now), group),
    jobs: asynchronous(createDocumentJobs(database, now), group),
    calls: asynchronous(createCallHistory(database), group),
    known: asynchronous(createKnownDocuments(database), group),
    facts: asynchronous(createFacts(database), group),
    history: asynchronous(createUploadHistory(database, now), group),
    durable() {
      group.flush();
      return durable.durable();
    },
    foreignVersion: async () => {
      const row = database.statement('PRAGMA data_version').get() as { data_version: number };
      return row.data_version;
    },
    async close() {
      group.flush();
      await durable.close();
      database.close();
    },
  };
}

function throwAsLedgerError(error: unknown): never {
  throw asLedgerError(error);
}

/**
 * Puts a synchronous repository behind the asynchronous port, and SQLite's errors into Sluice's words. Every method sees what was
 * written before it was called.
 */
function asynchronous<T extends Record<string, (...parameters: never[]) => unknown>>(
  repository: T,
  group: GroupCommit,
): Asynchronous<T> {
  const methods = Object.entries(repository).map(([name, method]) => [
    name,
    async (...parameters: never[]) => {
      group.flush();
      try {
        return method(...parameters);
      } catch (error) {
        throw asLedgerError(error);
      }
    },
  ]);
  return Object.fromEntries(methods) as Asynchronous<T>;
}
