import { createAbandonedSlots } from './abandoned-slots.ts';
import { createCallHistory } from './call-history.ts';
import type { Database } from './database.ts';
import { asLedgerError } from './database.ts';
import { createDocumentJobs } from './document-jobs.ts';
import { createDocuments } from './documents.ts';
import { createDurable, type SyncFile } from './durable.ts';
import { createFacts } from './facts.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import type { IdentityKeeper } from './identity-file.ts';
import { createKnownDocuments } from './known-documents.ts';
import { createLeftServices } from './left-services.ts';
import { createLocalFiles } from './local-files.ts';
import { createOwnFiles } from './own-files.ts';
import type { Asynchronous, Ledger } from './port.ts';
import { raiseOwnMark } from './own-identity.ts';
import { createTags } from './tags.ts';
import { createTakeFiles } from './take-files.ts';
import { createUploadHistory } from './upload-history.ts';
import { createUploads } from './uploads.ts';
import { createWatchedVolumes } from './watched-volumes.ts';

export interface LedgerDisk {
  /** Where the ledger's mark is kept outside it; not by those who only add to the queue. */
  readonly identity?: IdentityKeeper | undefined;
  readonly syncFile?: SyncFile | undefined;
}

/** The embedded ledger: every method is one short SQLite transaction, or shares one with others of its kind. */
export function createSqliteLedger(
  database: Database,
  now: () => number,
  { identity, syncFile = (file) => file.datasync() }: LedgerDisk = {},
): Ledger & { close(): Promise<void> } {
  const group = createGroupCommit(database);
  const durable = createDurable(database.path, async (file) => {
    // On disk in the ledger before it stands outside: the other way round a power cut would make it look like an older copy.
    const raised = identity && group.run(() => raiseOwnMark(database));
    group.flush();
    const mark = await raised;
    await syncFile(file);
    if (mark !== undefined) identity?.raise(mark);
  });
  const uploads = createUploads(database, now);
  const inGroup: typeof group.run = (write) => group.run(write).catch(throwAsLedgerError);
  const facts = createFacts(database);
  const tags = createTags(database, now);
  const volumes = createWatchedVolumes(database);
  return {
    uploads: {
      ...asynchronous(uploads, group),
      places: async (uploadId) => beside(() => uploads.places(uploadId)),
      // What each upload writes on its way, and twenty of them side by side.
      begin: (...parameters) => inGroup(() => uploads.begin(...parameters)),
      reserve: (...parameters) => inGroup(() => uploads.reserve(...parameters)),
      advance: (...parameters) => inGroup(() => uploads.advance(...parameters)),
    },
    intake: asynchronous(createTakeFiles(database, uploads, createLocalFiles(database, now)), group),
    slots: asynchronous(createAbandonedSlots(database), group),
    documents: asynchronous(createDocuments(database, now), group),
    jobs: asynchronous(createDocumentJobs(database, now), group),
    calls: asynchronous(createCallHistory(database), group),
    files: asynchronous(createOwnFiles(database), group),
    // Asked for each upload on its way, about what a pass wrote.
    volumes: { root: async (folderId) => beside(() => volumes.root(folderId)) },
    left: asynchronous(createLeftServices(database, now), group),
    known: asynchronous(createKnownDocuments(database), group),
    // Asked for each tag of each upload, about what was written long before.
    tags: {
      ...asynchronous(tags, group),
      recall: async (profileId, given) => beside(() => tags.recall(profileId, given)),
    },
    facts: { ...asynchronous(facts, group), get: async (key) => beside(() => facts.get(key)) },
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
      try {
        group.flush();
        await durable.close();
        identity?.close();
      } finally {
        database.close();
      }
    },
  };
}

function throwAsLedgerError(error: unknown): never {
  throw asLedgerError(error);
}

/** Without a flush: for reads of what no group writes, which each upload makes on its way. */
function beside<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return throwAsLedgerError(error);
  }
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
      return beside(() => method(...parameters));
    },
  ]);
  return Object.fromEntries(methods) as Asynchronous<T>;
}
