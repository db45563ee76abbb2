import { createHash } from 'node:crypto';
import { auditLedger } from '#core/ledger/audit.ts';
import { openDatabase } from '#core/ledger/database.ts';
import type { SeenFile } from '#core/ledger/local-file-row.ts';
import { createLocalFiles } from '#core/ledger/local-files.ts';
import { createSqliteLedger } from '#core/ledger/sqlite-ledger.ts';
import { type FinishContext, finishUpload } from '#core/finish/finish-upload.ts';
import { answered, failed } from '#core/service/answer.ts';
import { createLocalTeam } from '#core/team/local-team.ts';
import type { UploadContext } from '#core/upload/job.ts';
import { runJob } from '#core/upload/run-job.ts';
import { createStrikes } from '#core/upload/strikes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type ContentId, contentIdSchema } from '#shared/ids/ids.ts';
import { createUploads } from '#core/ledger/uploads.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { uploadOptionsFor } from '#core/watch/metadata.ts';

interface DiskFile {
  readonly bytes: string;
  readonly inode: number;
  readonly mtime: number;
  readonly ctime: number;
}

export const hashOf = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
const folder = watchFolderSchema.parse({ id: 'f', path: '/f', profileId: 'p', changed: 'replace' });
/** Never aborted. */
const { signal } = new AbortController();

/**
 * The steps of a job over a real ledger, with a folder and a service in memory. `onAwait` is called wherever
 * a job awaits: there the watcher may write, because everything is in one thread.
 */
export function createWorld(onAwait: () => void) {
  const database = openDatabase(':memory:');
  let time = 1_000_000;
  const now = () => time;
  const localFiles = createLocalFiles(database, now);
  const real = { ...createSqliteLedger(database, now), durable: async () => onAwait() };
  // A ledger in memory cannot be on disk before a reservation is answered.
  const { reserve } = createUploads(database, now);
  const disk = new Map<string, DiskFile>();
  /** What was uploaded to each slot; null while nothing was. */
  const documents = new Map<ContentId, { bytes: string | null }>();
  /** Answers of the service that are lost, one each: the request itself is carried out. */
  const lost = new Set<'enrich' | 'put'>();
  let serial = 0;

  async function awaited<T>(value: T | Promise<T>): Promise<T> {
    onAwait();
    const result = await value;
    onAwait();
    return result;
  }

  const ledger = {
    ...real,
    uploads: {
      ...real.uploads,
      begin: (...parameters: Parameters<typeof real.uploads.begin>) =>
        awaited(real.uploads.begin(...parameters)),
      reserve: (...parameters: Parameters<typeof reserve>) => awaited(reserve(...parameters)),
      advance: (...parameters: Parameters<typeof real.uploads.advance>) =>
        awaited(real.uploads.advance(...parameters)),
    },
  };
  const nameOf = (path: string) => path.slice('/f/'.length);
  const statOf = (name: string) => {
    const file = disk.get(name);
    return file === undefined
      ? null
      : ({
          kind: 'file',
          size: file.bytes.length,
          mtimeMs: file.mtime,
          mtimeNs: String(file.mtime),
          ctimeNs: String(file.ctime),
          inode: String(file.inode),
          device: '1',
        } as const);
  };

  async function readForUpload({ path }: { path: string }) {
    onAwait();
    const file = disk.get(nameOf(path));
    if (file === undefined) throw new AppError('FILE_GONE');
    const { bytes } = file;
    const stamp = { size: bytes.length, mtimeNs: BigInt(file.mtime) };
    const body = { kind: 'buffer', bytes: Buffer.from(bytes) } as const;
    onAwait();
    return { stamp, sha256: hashOf(bytes), md5: () => '', body };
  }

  const lostAnswer = (code: 'CONNECTION_LOST') => failed(code, 'retry', { maybeDone: true });

  const client = {
    documents: {
      async enrich(_request: unknown, options: { beforeSending?: () => Promise<void> }) {
        await options.beforeSending?.();
        const id = contentIdSchema.parse((++serial).toString(16).toUpperCase().padStart(32, '0'));
        documents.set(id, { bytes: null });
        return awaited(
          lost.delete('enrich')
            ? lostAnswer('CONNECTION_LOST')
            : answered({ id, url: `https://storage.example/${id}` }),
        );
      },
      async get(id: ContentId) {
        const document = documents.get(id);
        if (document === undefined) return awaited(failed('DOCUMENT_NOT_FOUND', 'never'));
        const { bytes } = document;
        return awaited(
          answered(
            bytes === null ? { id, status: 'placeholder', raw_size: 0 } : { id, raw_size: bytes.length },
          ),
        );
      },
      delete: (id: ContentId) => awaited(answered(documents.delete(id) ? 'deleted' : 'absent')),
      listAvailable: () => 'no',
    },
    storage: {
      async put(address: string, body: { bytes: Buffer }) {
        const document = documents.get(contentIdSchema.parse(address.split('/').at(-1)));
        if (document) document.bytes = body.bytes.toString();
        return awaited(lost.delete('put') ? lostAnswer('CONNECTION_LOST') : answered({}));
      },
    },
  };
  const open = { enter: () => awaited(() => undefined), isFull: () => false };
  const setTimer = (_milliseconds: number, callback: () => void) => {
    callback();
    return () => undefined;
  };
  const context = {
    profile: { id: 'p' },
    otherProfiles: () => [],
    ledger,
    client,
    team: createLocalTeam(),
    strikes: createStrikes(),
    clock: { now, monotonic: now, setTimer },
    end: signal,
    awaitTeam: new Set(),
    absent: new Map(),
    enrichGate: open,
    putGate: open,
    firstLook: () => 0,
    random: () => 0,
    wakeProfile: () => undefined,
    recognise: undefined,
    reading: undefined,
    progress: { begin: () => undefined, end: () => undefined, sent: () => undefined },
    etags: { disagrees: () => false },
    governor: {
      isOpen: () => false,
      holdsStorage: () => false,
      heardStorage: () => false,
      maySend: () => true,
      openedByFailuresSince: () => undefined,
    },
    tags: {
      forUpload: () => awaited(answered({ wire: [], findsOut: false, tags: [], leave: () => undefined })),
    },
    owners: () =>
      awaited({
        folder: () => folder,
        ownerOf: (path: string) => ({ folder, relativePath: nameOf(path) }),
      }),
    holdsSecret: () => false,
    isWatchedElsewhere: () => false,
    isKeyInDoubt: async () => false,
    gate: {
      readForUpload,
      stat: (path: string) => awaited(path === '/f' ? { kind: 'directory' } : statOf(nameOf(path))),
      patient: { stat: async (path: string) => statOf(nameOf(path)) },
    },
    placeOf: ({ path }: { path: string }) => ({ path, root: '/f', followLinks: false }),
    changing: { goesOn: async () => false, note: async () => undefined },
    folder: () => folder,
    asides: { files: { findAside: () => undefined } },
    logger: { warn: () => undefined },
  } as unknown as UploadContext & FinishContext;

  const place = (name: string) => ({ folderId: 'f', directory: '', name });
  function seen(name: string): SeenFile {
    const stat = statOf(name);
    if (stat === null) throw new Error(`${name} is not on the disk`);
    const { device, inode, size, mtimeNs, ctimeNs } = stat;
    return {
      ...place(name),
      nameKey: name,
      device,
      inode,
      size,
      mtimeNs,
      ctimeNs,
      bornMs: null,
      disposition: 'settling',
      reason: null,
      dueAt: null,
    };
  }

  /** The watcher sees a name as it is on the disk; answers what it hands over. */
  function look(name: string) {
    const known = localFiles.find('f', '', name);
    if (!disk.has(name)) {
      if (known) localFiles.markGone({ ...place(name), id: known.id }, 'kept');
      return [];
    }
    const file = seen(name);
    const isSame =
      known?.disposition === 'taken' && known.ctimeNs === file.ctimeNs && known.size === file.size;
    if (isSame && known.inode === file.inode && known.mtimeNs === file.mtimeNs) return [];
    const rows = localFiles.list('f').filter(({ name: other }) => !disk.has(other));
    const from = rows.find(
      (row) => row.inode === file.inode && row.size === file.size && row.mtimeNs === file.mtimeNs,
    );
    if (from?.uploadId != null && localFiles.move({ ...file, from, path: `/f/${name}` })) return [];
    const row = localFiles.upsert(file);
    if (row.disposition === 'taken') return [];
    const { size, mtimeNs } = row;
    const settled = {
      folderId: 'f',
      localFileId: row.id,
      path: `/f/${name}`,
      size,
      mtimeNs: BigInt(mtimeNs),
    };
    return [{ ...settled, fresh: true, options: uploadOptionsFor(folder, name) }];
  }

  return {
    database,
    disk,
    lost,
    ledger: real,
    /** A save, by a new file under the name unless it keeps its inode; `hides` leaves size and time. */
    save(name: string, bytes: string, { inPlace = false, hides = false } = {}) {
      const before = disk.get(name);
      const stamp = ++serial;
      const inode = (inPlace && before?.inode) || stamp;
      const mtime = hides && before ? before.mtime : stamp;
      disk.set(name, { bytes, inode, mtime, ctime: stamp });
    },
    rename(from: string, to: string) {
      const file = disk.get(from);
      if (file) disk.set(to, { ...file, ctime: ++serial });
      disk.delete(from);
    },
    look,
    take: (files: ReturnType<typeof look>) => real.intake.take('p', files),
    /** One step of the next upload that is due; false when there is none. */
    async step(): Promise<boolean> {
      time += 10 * 60_000;
      const query = { profileId: 'p', now: time, limit: 1, exclude: new Set<number>(), pausedFolders: [] };
      const [row] = real.uploads.next(query);
      if (row) await runJob(context, { row, signal });
      return row !== undefined;
    },
    async finish(): Promise<void> {
      for (const { id } of database.statement(`SELECT id FROM uploads WHERE state = 'processing'`).all()) {
        const row = real.uploads.get(id as number);
        const afterState = row?.replaces == null ? null : 'pending';
        if (row) await real.uploads.advance(row, ['processing'], { state: 'completed', afterState });
      }
      for (const row of real.uploads.listWithMoreToDo('p', time, 100))
        if (await finishUpload(context, row, signal)) real.uploads.recordAfterwork(row, { afterState: null });
    },
    broken: () =>
      [...auditLedger(database)]
        .filter(({ ids }) => ids.length > 0)
        .map(({ invariant, ids }) => `not “${invariant.name}”: ${ids.join()}`),
    live: () => [...documents.values()].map(({ bytes }) => bytes).filter((bytes) => bytes !== null),
    rows: () => ({
      files: localFiles.list('f'),
      uploads: database.statement('SELECT id, state, path, sha256, code FROM uploads').all(),
    }),
    end: () => database.close(),
  };
}
