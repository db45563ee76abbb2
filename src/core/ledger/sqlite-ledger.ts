import { type AbandonedSlots, createAbandonedSlots } from './abandoned-slots.ts';
import { type CallHistory, createCallHistory } from './call-history.ts';
import type { Database } from './database.ts';
import { asLedgerError } from './database.ts';
import { createDocumentJobs, type DocumentJobs } from './document-jobs.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createDurable, type SyncFile } from './durable.ts';
import { createFacts, type Facts } from './facts.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import type { IdentityKeeper } from './identity-file.ts';
import type { Intake } from './intake.ts';
import { createKnownDocuments, type KnownDocuments } from './known-documents.ts';
import { createLeftServices, type LeftServices } from './left-services.ts';
import { createLocalFiles } from './local-files.ts';
import { createNotes, type Notes } from './notes.ts';
import { createOwnFiles, type OwnFiles } from './own-files.ts';
import { repeatedOutside } from './own-identity.ts';
import { createRaisingMark } from './raise-mark.ts';
import { createTags, type Tags } from './tags.ts';
import { createTakeFiles } from './take-files.ts';
import { createTeamClaims, type TeamClaims } from './team-claims.ts';
import { createTeamMemberships, type TeamMemberships } from './team-membership.ts';
import { createUploadHistory, type UploadHistory } from './upload-history.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { createWatchedVolumes, type WatchedVolumes } from './watched-volumes.ts';

export interface LedgerDisk {
  /** Where the ledger's mark is kept outside it; not by those who only add to the queue. */
  readonly identity?: IdentityKeeper | undefined;
  readonly syncFile?: SyncFile | undefined;
}

/**
 * The ledger: SQLite, this machine's journal, and the claim "this profile already has these bytes" in it. A
 * call is one short transaction and answers at once. What answers later waits for something: `begin`,
 * `reserve` and `advance` for the commit they share with others of their kind (`group-commit.ts`), `reserve`
 * and `durable` for the disk (`durable.ts`).
 *
 * @throws AppError `LEDGER_CORRUPT` or `DISK_FULL` from every call, where SQLite says so
 */
export interface Ledger {
  readonly uploads: Committed<Uploads, 'begin' | 'reserve' | 'advance'>;
  readonly slots: AbandonedSlots;
  readonly facts: Facts;
  readonly history: UploadHistory;
  readonly documents: Documents;
  readonly jobs: DocumentJobs;
  readonly known: KnownDocuments;
  readonly left: LeftServices;
  readonly calls: CallHistory;
  readonly files: OwnFiles;
  readonly notes: Notes;
  readonly tags: Tags;
  readonly team: TeamClaims;
  readonly memberships: Committed<TeamMemberships, 'noteWrites'>;
  readonly volumes: Pick<WatchedVolumes, 'root'>;
  readonly intake: Intake;
  /** Resolves when everything written before the call survives a power cut. */
  durable(): Promise<void>;
  /** A number that changes whenever another process wrote. */
  foreignVersion(): number;
}

/** The same methods, where these answer once they are committed together with others. */
type Committed<T, Name extends keyof T> = Omit<T, Name> & {
  readonly [K in Name]: T[K] extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Promise<R>
    : never;
};

export function createSqliteLedger(
  database: Database,
  now: () => number,
  { identity, syncFile = (file) => file.datasync() }: LedgerDisk = {},
): Ledger & { close(): Promise<void> } {
  const group = createGroupCommit(database);
  const mark = createRaisingMark(database, group);
  const durable = createDurable(database.path, {
    groups: group.count,
    async syncFile(file, begins) {
      // On disk in the ledger before it stands outside: the other way round a power cut would make it look
      // like an older copy.
      if (identity) await mark.raiseWhereDue();
      begins();
      const raised = identity && { mark: mark.committed(), repeated: repeatedOutside(database) };
      await syncFile(file);
      if (raised) identity?.raise(raised.mark, raised.repeated);
    },
  });
  const uploads = createUploads(database, now);
  const inGroup: typeof group.run = (write) => group.run(write).catch(throwAsLedgerError);
  const inOrder = <T extends Methods>(repository: T): T => afterGroup(repository, group);
  const facts = createFacts(database);
  const tags = createTags(database, now);
  const volumes = createWatchedVolumes(database);
  const memberships = createTeamMemberships(database, now);
  return {
    uploads: {
      ...inOrder(uploads),
      listPlaces: (uploadId) => beside(() => uploads.listPlaces(uploadId)),
      // What each upload writes on its way, and twenty of them side by side.
      begin: (...parameters) => inGroup(() => uploads.begin(...parameters)),
      async reserve(...parameters) {
        if (identity) mark.alongWithGroup();
        let committedWith = 0;
        const reserved = await inGroup(() => {
          committedWith = group.count();
          return uploads.reserve(...parameters);
        });
        if (reserved === 'reserved') await durable.durable(committedWith);
        return reserved;
      },
      advance: (...parameters) => inGroup(() => uploads.advance(...parameters)),
    },
    intake: inOrder(createTakeFiles(database, uploads, createLocalFiles(database, now))),
    slots: inOrder(createAbandonedSlots(database)),
    documents: inOrder(createDocuments(database, now)),
    jobs: inOrder(createDocumentJobs(database, now)),
    calls: inOrder(createCallHistory(database)),
    files: inOrder(createOwnFiles(database)),
    notes: inOrder(createNotes(database)),
    // Asked for each upload on its way, about what a pass wrote.
    volumes: { root: (folderId) => beside(() => volumes.root(folderId)) },
    team: inOrder(createTeamClaims(database, now, uploads)),
    memberships: {
      ...inOrder(memberships),
      // With each write at the team, many a second.
      noteWrites: (...parameters) => inGroup(() => memberships.noteWrites(...parameters)),
    },
    left: inOrder(createLeftServices(database, now)),
    known: inOrder(createKnownDocuments(database)),
    // Asked for each tag of each upload, about what was written long before.
    tags: { ...inOrder(tags), recall: (profileId, given) => beside(() => tags.recall(profileId, given)) },
    facts: { ...inOrder(facts), get: (key) => beside(() => facts.get(key)) },
    history: inOrder(createUploadHistory(database, now)),
    durable() {
      mark.beforeNextSync();
      group.flush();
      return durable.durable();
    },
    foreignVersion: () => {
      const row = database.statement('PRAGMA data_version').get() as { data_version: number };
      return row.data_version;
    },
    async close() {
      try {
        group.flush();
        await durable.close();
        identity?.close(repeatedOutside(database));
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

type Methods = Readonly<Record<string, (...parameters: never[]) => unknown>>;

/**
 * A repository whose every method sees what was written before it was called, with SQLite's errors in
 * Sluice's words.
 */
function afterGroup<T extends Methods>(repository: T, group: GroupCommit): T {
  const methods = Object.entries(repository).map(([name, method]) => [
    name,
    (...parameters: never[]) => {
      group.flush();
      return beside(() => method(...parameters));
    },
  ]);
  return Object.fromEntries(methods) as T;
}
