import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FolderHealth } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { said, speakEnglish } from '#shared/spoken/spoken-english.ts';
import { createFacts } from '../ledger/facts.ts';
import { sleep } from '../ports/clock.ts';
import { createEmitter } from './emitter.ts';
import { createFolderFacts } from './folder-facts.ts';
import { deletesDue, markDeletes } from './local-deletes.ts';
import type { Finding, FromThread } from './thread/protocol.ts';
import type { ReconcileSummary, Watch, WatchDependencies } from './watch-api.ts';
import { startWatchThread, type WatchThread } from './watch-thread.ts';
import { writeFindings } from './write-findings.ts';

/** Times in milliseconds. */
const changedEvery = 250;
const firstRetry = 500;
const lastRetry = 30_000;
const usualDeleteGrace = 60_000;
const rowsAtOnce = 500;
/** While the thread checkpoints the ledger, SQLite does it here only should the log grow to about 80 MB. */
const pagesWhileWatching = 20_000;
/** SQLite's default. */
const usualPages = 1000;

const nothing: ReconcileSummary = { seen: 0, differences: 0, milliseconds: 0, skipped: [] };
const off: FolderHealth = {
  mode: 'off',
  why: speakEnglish(said('health.off')),
  said: said('health.off'),
  lastReconcileAt: null,
  counted: 0,
};

/** The watching of all watch folders (W1–W22): one thread looks, this side writes the ledger and hands over. */
export function createWatch(dependencies: WatchDependencies): Watch {
  const { clock, random, logger, database, localFiles, intake, deleteRemote, options = {} } = dependencies;
  const folderFacts = createFolderFacts(createFacts(database), clock.now);
  const { emitter, emit } = createEmitter();
  const health = new Map<string, FolderHealth>();
  const changedFolders = new Map<string, () => void>();
  const settledWaiters = new Set<() => void>();
  const deleteGrace = options.deleteGrace ?? usualDeleteGrace;
  let folders = new Map<string, WatchFolder>();
  let thread: WatchThread | undefined;
  let abort = new AbortController();
  let busy = true;
  let writing: Promise<void> = Promise.resolve();
  let cancelDeletes: (() => void) | undefined;

  function onMessage(message: FromThread): void {
    if (message.type === 'batch') writing = writing.then(() => write(message.batch, message.findings));
    else if (message.type === 'health') {
      health.set(message.folderId, message.health);
      emit('health', { folderId: message.folderId, health: message.health });
    } else if (message.type === 'progress') {
      const known = health.get(message.folderId);
      if (known) health.set(message.folderId, { ...known, counted: message.counted });
      emit('progress', { folderId: message.folderId, counted: message.counted });
    } else if (message.type === 'passed') onPassed(message.folderId, message.device);
    else if (message.type === 'busy') {
      busy = message.busy;
      if (!busy) for (const resolve of [...settledWaiters]) resolve();
    }
  }

  /** One batch after the other; until it is written, the thread gets no acknowledgement and finds no more. */
  async function write(batch: number, findings: readonly Finding[]): Promise<void> {
    const { signal } = abort;
    for (let wait = firstRetry; !signal.aborted; wait = Math.min(wait * 2, lastRetry)) {
      try {
        const { handOver, again } = writeFindings({ database, localFiles }, folders, findings);
        for (const [profileId, files] of handOver) await intake.take(profileId, files);
        announce(findings);
        // Without it the next batch, already there, would keep the event loop from everything else (W11).
        await nextTurn();
        thread?.send({ type: 'ack', batch, again });
        return;
      } catch (error) {
        logger.error('local files could not be handed over', { error: String(error), again: wait });
        await sleep(clock, wait, signal).catch(() => undefined);
      }
    }
  }

  function announce(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if ('file' in finding) announceFolder(finding.file.folderId);
      else for (const id of folders.keys()) announceFolder(id);
    }
  }

  function announceFolder(folderId: string): void {
    if (changedFolders.has(folderId)) return;
    const cancel = clock.setTimer(changedEvery, () => {
      changedFolders.delete(folderId);
      emit('changed', { folderId });
    });
    changedFolders.set(folderId, cancel);
  }

  function onPassed(folderId: string, device: string): void {
    const before = folderFacts.passed(folderId, device);
    if (before !== null) void renumber(folderId, before, device);
  }

  async function renumber(folderId: string, from: string, to: string): Promise<void> {
    while (!abort.signal.aborted && localFiles.renumberDevice(folderId, from, to, rowsAtOnce) > 0)
      await nextTurn();
  }

  async function startThread(): Promise<void> {
    busy = true;
    const start = { databasePath: database.path, options, jitter: random() };
    thread = await startWatchThread(start, logger, {
      message: onMessage,
      crashed(error) {
        logger.error('the watching thread ended; it is started again', { error: String(error) });
        const { signal } = abort;
        void sleep(clock, firstRetry, signal).then(startThread, () => undefined);
      },
    });
    await tellFolders();
  }

  async function tellFolders(): Promise<void> {
    const list = [...folders.values()].map((folder) => folderFacts.begin(folder));
    await thread?.ask({ type: 'folders', folders: list });
  }

  function armDeletes(): void {
    cancelDeletes?.();
    if (!deleteRemote) return;
    cancelDeletes = clock.setTimer(
      Math.max(deleteGrace / 2, 20),
      () => void passDeletesOn().finally(armDeletes),
    );
  }

  /** Only from folders that are well: whatever is missing in one that is not proves nothing (W9). */
  async function passDeletesOn(): Promise<void> {
    const now = clock.now();
    for (const folder of folders.values()) {
      const { mode, lastReconcileAt } = health.get(folder.id) ?? off;
      if ((mode !== 'native' && mode !== 'polling') || lastReconcileAt === null || !deleteRemote) continue;
      const due = deletesDue(database, folder, deleteGrace, now);
      if (due.held > 0) {
        logger.warn('more local deletes than the folder may pass on', { folder: folder.id, count: due.held });
        announceFolder(folder.id);
      }
      if (due.deletions.length === 0) continue;
      try {
        await deleteRemote(due.deletions);
        markDeletes(database, due.localFileIds, 'deleted', now);
      } catch (error) {
        logger.warn('local deletes could not be passed on', { folder: folder.id, error: String(error) });
      }
    }
  }

  return {
    events: emitter,

    async start() {
      abort = new AbortController();
      database.sqlite.exec(`PRAGMA wal_autocheckpoint = ${pagesWhileWatching}`);
      await startThread();
      armDeletes();
    },

    async stop() {
      abort.abort();
      cancelDeletes?.();
      for (const cancel of changedFolders.values()) cancel();
      changedFolders.clear();
      const ending = thread;
      thread = undefined;
      await ending?.stop();
      await writing;
      health.clear();
      busy = true;
      if (database.sqlite.isOpen) database.sqlite.exec(`PRAGMA wal_autocheckpoint = ${usualPages}`);
    },

    async setFolders(next) {
      // One spelling of each path, so that what is below it can be told by it.
      folders = new Map(next.map((folder) => [folder.id, { ...folder, path: resolve(folder.path) }]));
      for (const id of health.keys()) if (!folders.has(id)) health.delete(id);
      // Also when stopped: what arrives from now on is new, whatever the first-run mode.
      for (const folder of folders.values()) folderFacts.begin(folder);
      if (thread) await tellFolders();
    },

    async reconcile(folderId, reason = 'asked') {
      const answer = await thread?.ask({ type: 'reconcile', folderId: folderId ?? null, reason });
      return answer?.summary ?? nothing;
    },

    async uploadNow(localFileId) {
      const row = localFiles.get(localFileId);
      if (!row) return false;
      const names = [{ directory: row.directory, name: row.name }];
      const answer = await thread?.ask({ type: 'take', folderId: row.folderId, names });
      return (answer?.count ?? 0) > 0;
    },

    async choose(folderId, which) {
      let count = 0;
      if (typeof which === 'string') {
        for (let changed = 1; changed > 0; count += changed) {
          changed = localFiles.decideHeld(folderId, which === 'all', rowsAtOnce);
          await nextTurn();
        }
      } else {
        for (const id of which) if (localFiles.release(id, folderId)) count++;
      }
      announceFolder(folderId);
      if (which !== 'none') await thread?.ask({ type: 'reconcile', folderId, reason: 'chosen' });
      return count;
    },

    async decideDeletes(folderId, pass) {
      const rows = localFiles.list(folderId, { disposition: 'gone', reason: 'DELETE_CAP', limit: 1_000_000 });
      const folder = folders.get(folderId);
      const ids = rows.map(({ id }) => id);
      if (pass && deleteRemote && folder) {
        const deletions = rows.flatMap(({ uploadId, directory, name }) =>
          uploadId === null
            ? []
            : [{ uploadId, folderId, path: `${folder.path}/${directory && `${directory}/`}${name}` }],
        );
        await deleteRemote(deletions);
      }
      markDeletes(database, ids, pass ? 'deleted' : 'kept', clock.now());
      announceFolder(folderId);
      return ids.length;
    },

    health: (folderId) => health.get(folderId) ?? off,

    idle: () => thread !== undefined && !busy,

    whenSettled(signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (thread && !busy) return resolve();
        const done = () => {
          settledWaiters.delete(done);
          signal?.removeEventListener('abort', aborted);
          resolve();
        };
        const aborted = () => {
          settledWaiters.delete(done);
          reject(signal?.reason);
        };
        settledWaiters.add(done);
        signal?.addEventListener('abort', aborted, { once: true });
      });
    },
  };
}
