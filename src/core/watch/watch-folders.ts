import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FolderHealth } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { type Nesting, nestedIn } from '#core/local/nesting.ts';
import { answerOf } from '../local/answer-of.ts';
import { leaveCheckpoints } from '../ledger/checkpoints.ts';
import { noteLooked } from '../ledger/copy-ledger.ts';
import { createFacts } from '../ledger/facts.ts';
import { createHandOverRows } from '../ledger/hand-over-rows.ts';
import { keepUndecided } from '../ledger/pending-deletes.ts';
import { createWatchedVolumes } from '../ledger/watched-volumes.ts';
import { sleep } from '../ports/clock.ts';
import { createFailuresInRow } from '../service/failures-in-row.ts';
import { chooseHeld } from './choose-held.ts';
import { createEmitter } from './emitter.ts';
import { findNewOwners, giveToNewOwners } from './new-owners.ts';
import { notWatched } from './not-watched.ts';
import { createFolderFacts } from './folder-facts.ts';
import { passesDeletesOn, passOn } from './local-deletes.ts';
import type { Finding, FromThread } from './thread/protocol.ts';
import type { ReconcileSummary, Watch, WatchDependencies } from './watch-api.ts';
import { startWatchThread, type WatchThread } from './watch-thread.ts';
import { watchingKey } from './watching-key.ts';
import { writeFindings } from './write-findings.ts';

/** Times in milliseconds. */
const changedEvery = 250;
const firstRetry = 500;
const lastRetry = 30_000;
const usualDeleteGrace = 60_000;

const nothing: ReconcileSummary = { seen: 0, differences: 0, milliseconds: 0, skipped: [] };

/**
 * The watching of all watch folders (W1–W22): one thread looks, this side writes the ledger and hands over.
 */
export function createWatch(dependencies: WatchDependencies): Watch {
  const { clock, random, logger, database, volumes } = dependencies;
  const { localFiles, intake, deleteRemote, options = {} } = dependencies;
  const startThreadOf = dependencies.startThread ?? startWatchThread;
  const watchedVolumes = createWatchedVolumes(database);
  const folderFacts = createFolderFacts(createFacts(database), clock.now, (folderId) =>
    watchedVolumes.forgetAll(folderId),
  );
  const { emitter, emit } = createEmitter();
  const health = new Map<string, FolderHealth>();
  /** Batches that could not be written. */
  const unwritten = createFailuresInRow(clock);
  /** Threads that ended by themselves, until one has looked through all folders. */
  const crashes = createFailuresInRow(clock);
  const changedFolders = new Map<string, () => void>();
  const settledWaiters = new Set<() => void>();
  const deleteGrace = options.deleteGrace ?? usualDeleteGrace;
  let folders = new Map<string, WatchFolder>();
  let thread: WatchThread | undefined;
  /** One that was started ahead, and is not told of any folder yet. */
  let prepared: Promise<WatchThread> | undefined;
  /** Counts the threads of this watch; what an earlier one still says is not listened to. */
  let epoch = 0;
  let abort = new AbortController();
  let busy = true;
  /** What passes found and the ledger does not have yet. */
  let booksToKeep = 0;
  let writing: Promise<void> = Promise.resolve();
  /** What passes found of volumes, one after the other. */
  let bookkeeping: Promise<void> = Promise.resolve();
  /** When the last complete pass of each folder was written down. */
  const passedAt = new Map<string, number>();
  /** When the last complete pass of a folder began, wall ms. */
  const lookedFrom = new Map<string, number>();
  const handOver = createHandOverRows(database);
  /** Folders that were watched a moment ago and are not any more. */
  const removed = new Set<string>();
  /** Folders of which the team has not said who watches them. */
  const undecided = new Set<string>();
  /** Folders that were not well since their last complete pass. */
  const doubted = new Set<string>();
  let cancelDeletes: (() => void) | undefined;

  function onMessage(message: FromThread, from: number): void {
    if (from !== epoch) return;
    if (message.type === 'batch') writing = writing.then(() => write(message.batch, message.findings, from));
    else if (message.type === 'health') {
      health.set(message.folderId, message.health);
      emit('health', { folderId: message.folderId, health: message.health });
    } else if (message.type === 'progress') {
      const known = health.get(message.folderId);
      if (known) health.set(message.folderId, { ...known, counted: message.counted });
      emit('progress', { folderId: message.folderId, counted: message.counted });
    } else if (message.type === 'aside') {
      const folder = folders.get(message.folderId);
      if (folder) emit('aside', { folder, directory: message.directory, aside: message.aside });
    } else if (message.type === 'passed') keepBooks(() => onPassed(message, from));
    else if (message.type === 'doubted') keepBooks(() => onDoubted(message));
    else if (message.type === 'busy') {
      busy = message.busy;
      if (busy) return;
      crashes.succeeded();
      for (const resolve of [...settledWaiters]) resolve();
    }
  }

  /**
   * One batch after the other; until it is written, the thread gets no acknowledgement and finds no more.
   * What a thread found that ended meanwhile is not written any more: its successor finds it again.
   */
  async function write(batch: number, findings: readonly Finding[], from: number): Promise<void> {
    const { signal } = abort;
    for (let wait = firstRetry; !signal.aborted && from === epoch; wait = Math.min(wait * 2, lastRetry)) {
      try {
        const { handOver, again } = writeFindings({ database, localFiles, folderFacts }, folders, findings);
        for (const [profileId, files] of handOver) intake.take(profileId, files);
        announce(findings);
        // Without it the next batch, already there, would keep the event loop from everything else (W11).
        await nextTurn();
        if (from === epoch) thread?.send({ type: 'ack', epoch: from, batch, again });
        unwritten.succeeded();
        return;
      } catch (error) {
        dependencies.onUnwritten?.(error);
        if (unwritten.failed(error))
          logger.error('What was found in watch folders cannot be written. Sluice retries.', { error });
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

  function keepBooks(work: () => void | Promise<void>): void {
    booksToKeep += 1;
    bookkeeping = bookkeeping
      .then(work)
      .catch((error: unknown) => {
        // What was to be written is found again by the next pass.
        logger.warn('what a pass found of volumes could not be written', { error: String(error) });
      })
      .finally(() => {
        booksToKeep -= 1;
      });
  }

  type Passed = Extract<FromThread, { type: 'passed' }>;

  /**
   * Rows learn the new number of their volume before the ledger does: cut off in between, the next pass
   * begins it again.
   */
  async function onPassed(
    { folderId, tookMs, volumes, held, confirmed }: Passed,
    from: number,
  ): Promise<void> {
    if (from !== epoch || abort.signal.aborted) return;
    const now = clock.now();
    folderFacts.passed(folderId);
    noteLooked(database, folderId);
    watchedVolumes.confirm(folderId, confirmed, deleteGrace, now);
    passedAt.set(folderId, now);
    lookedFrom.set(folderId, now - tookMs);
    for (const { directory, device, before } of volumes) {
      if (before === null) continue;
      for (const window of watchedVolumes.windows()) {
        if (abort.signal.aborted) return;
        watchedVolumes.renumber(folderId, { directory, before, device }, window);
        await nextTurn();
      }
    }
    const isBack = watchedVolumes.recordPass(folderId, volumes, held, now);
    const wasDoubted = doubted.delete(folderId);
    let lifted = localFiles.liftBehindLink(folderId) + localFiles.takeBackRemoved(folderId);
    if (isBack || wasDoubted) lifted += localFiles.wakeWaiting(folderId);
    if (isBack || wasDoubted || lifted > 0) announceFolder(folderId);
    const folder = folders.get(folderId);
    if (folder === undefined) return;
    if (lifted > 0) intake.take(folder.profileId, []);
    // An agent that ends when all is done (`watch --once`) lives for no timer.
    for (const one of folders.values())
      if (one.profileId === folder.profileId && passedAt.has(one.id)) passDeletesOn(one);
  }

  function onDoubted({ folderId, otherVolume }: Extract<FromThread, { type: 'doubted' }>): void {
    watchedVolumes.clearConfirmations(folderId);
    if (otherVolume) watchedVolumes.rootAway(folderId, clock.now());
    if (!doubted.has(folderId)) announceFolder(folderId);
    doubted.add(folderId);
  }

  function launchThread(): Promise<WatchThread> {
    busy = true;
    const current = ++epoch;
    const hasVolumes = volumes !== undefined;
    const start = { databasePath: database.path, options, jitter: random(), epoch: current, hasVolumes };
    return startThreadOf(start, logger, {
      message: (message) => onMessage(message, current),
      ...(volumes && { askVolume: (mount, question) => answerOf(volumes, mount, question) }),
      crashed(error) {
        const isNews = crashes.failed(error);
        if (isNews) logger.error('the watching thread ended; it is started again', { error: String(error) });
        // From now on, not only from the successor's start: a batch may be on its way into the ledger.
        if (current === epoch) epoch++;
        if (prepared) {
          // Nothing was asked of it yet, and `start` makes another.
          prepared = undefined;
          return;
        }
        const wait = Math.min(firstRetry * 2 ** (crashes.count() - 1), lastRetry);
        void sleep(clock, wait, abort.signal).then(startThread, () => undefined);
      },
    });
  }

  async function startThread(): Promise<void> {
    const launched = prepared ?? launchThread();
    prepared = undefined;
    thread = await launched;
    await tellFolders();
  }

  function begin(): void {
    if (abort.signal.aborted) abort = new AbortController();
  }

  function inForce(folder: WatchFolder): WatchFolder {
    const standby = dependencies.standbyOf?.(folder);
    if (standby === 'unknown') undecided.add(folder.id);
    return { ...folder, paused: folder.paused || standby !== undefined, path: resolve(folder.path) };
  }

  /**
   * Gives local files to the folders that own their places now, before anybody looks at them there (one owner
   * a path).
   */
  async function settleOwners(): Promise<Nesting | undefined> {
    const nesting = (await dependencies.owners?.())?.nesting;
    if (!nesting || abort.signal.aborted) return undefined;
    const current = [...folders.values()];
    const former = handOver.folderIds().flatMap((id) => {
      const path = folders.has(id) ? undefined : folderFacts.pathOf(id);
      return path === undefined ? [] : [{ id, path, wasJustRemoved: removed.has(id) }];
    });
    const handed = await findNewOwners(current, nesting, former, folderFacts.isFirst, dependencies.rootLook);
    if (abort.signal.aborted) return undefined;
    if ((await giveToNewOwners(handOver, handed, nextTurn)) > 0)
      for (const { id } of current) announceFolder(id);
    removed.clear();
    return nesting;
  }

  async function tellFolders(): Promise<void> {
    const nesting = await settleOwners();
    // Whoever ends it closes the ledger next, and a root that hangs is looked at for seconds.
    if (abort.signal.aborted) return;
    const list = [...folders.values()].map((folder) => {
      const nested = nesting ? nestedIn(nesting, folder.id) : [];
      return { ...folderFacts.begin(folder), nested, key: watchingKey(folder, nested) };
    });
    await thread?.ask({ type: 'folders', folders: list });
  }

  function armDeletes(): void {
    cancelDeletes?.();
    if (!deleteRemote) return;
    cancelDeletes = clock.setTimer(Math.max(deleteGrace / 2, 20), () => {
      try {
        passAllDeletesOn();
      } finally {
        armDeletes();
      }
    });
  }

  /** Only from folders that are well: whatever is missing in one that is not proves nothing (W9). */
  function passAllDeletesOn(): void {
    for (const folder of folders.values()) {
      const { mode, lastReconcileAt } = health.get(folder.id) ?? notWatched;
      if ((mode !== 'native' && mode !== 'polling') || lastReconcileAt === null) {
        watchedVolumes.clearConfirmations(folder.id);
        // The pass that proved them may report its health only now, and no other pass comes soon.
        passedAt.delete(folder.id);
        continue;
      }
      const wantsPass = passDeletesOn(folder);
      // A polled folder has its next pass soon, and cannot bear more of them.
      if (wantsPass && mode === 'native')
        void thread?.ask({ type: 'reconcile', folderId: folder.id, reason: 'deletes' });
    }
  }

  /**
   * Until when the folders of a profile were looked through, wall ms: what was moved into one that is polled
   * since may not be known yet. Changes in other folders are known at once.
   */
  function lookedThroughUntil(profileId: string): number {
    const polled = [...folders.values()].filter(
      ({ id, paused, profileId: of }) => of === profileId && !paused && health.get(id)?.mode === 'polling',
    );
    return Math.min(...polled.map(({ id }) => lookedFrom.get(id) ?? 0));
  }

  /** Whether some wait for another pass. */
  function passDeletesOn(folder: WatchFolder): boolean {
    const others = [...folders.values()].filter(
      ({ id, profileId }) => id !== folder.id && profileId === folder.profileId,
    );
    if (others.some(({ id }) => undecided.has(id))) return false;
    const unwatched = others.filter(({ id, paused }) => paused || !passedAt.has(id));
    // One that was resumed just now still says that it is paused.
    const isStale = (id: string) => health.get(id)?.mode === 'paused';
    const modes = unwatched.map(({ id, paused }) =>
      paused ? 'paused' : isStale(id) ? 'starting' : health.get(id)?.mode,
    );
    // Its next pass shows what was moved into it.
    if (modes.some((mode) => mode !== 'paused' && mode !== 'unreadable' && mode !== 'missing')) return false;
    const isElsewhere = modes.some((mode) => mode !== 'missing');
    const passed = passedAt.get(folder.id) ?? 0;
    const ofProfile = [folder.id, ...others.map(({ id }) => id)];
    const lookedUntil = lookedThroughUntil(folder.profileId);
    const times = {
      grace: deleteGrace,
      now: clock.now(),
      passedAt: passed,
      ofProfile,
      isElsewhere,
      lookedUntil,
    };
    const { held, wantsPass } = passOn({ database, logger, deleteRemote }, folder, times);
    if (held > 0) announceFolder(folder.id);
    return wantsPass;
  }

  async function uploadNow(localFileId: number): Promise<boolean> {
    const row = localFiles.get(localFileId);
    if (!row) return false;
    const names = [{ directory: row.directory, name: row.name }];
    const answer = await thread?.ask({ type: 'take', folderId: row.folderId, names });
    return (answer?.count ?? 0) > 0;
  }

  return {
    events: emitter,

    prepare() {
      begin();
      if (prepared) return;
      prepared = launchThread();
      // Whether it could be made is for `start` to say.
      prepared.catch(() => undefined);
    },

    async start() {
      begin();
      leaveCheckpoints(database, true);
      await startThread();
      armDeletes();
    },

    async stop() {
      abort.abort();
      cancelDeletes?.();
      for (const cancel of changedFolders.values()) cancel();
      changedFolders.clear();
      const ending = [await prepared?.catch(() => undefined), thread];
      prepared = thread = undefined;
      for (const one of ending) await one?.stop();
      await writing;
      await bookkeeping;
      passedAt.clear();
      lookedFrom.clear();
      health.clear();
      busy = true;
      leaveCheckpoints(database, false);
    },

    async setFolders(next) {
      // One spelling of each path, so that what is below it can be told by it.
      const before = folders;
      undecided.clear();
      folders = new Map(next.map((folder) => [folder.id, inForce(folder)]));
      for (const id of before.keys()) if (!folders.has(id)) removed.add(id);
      for (const id of handOver.folderIds()) {
        const folder = folders.get(id);
        if (folder === undefined || !passesDeletesOn(folder)) keepUndecided(database, id);
      }
      for (const id of health.keys()) if (!folders.has(id)) health.delete(id);
      // Also when stopped: what arrives from now on is new, whatever the first-run mode.
      for (const folder of folders.values()) folderFacts.begin(folder);
      folderFacts.allBegun();
      if (thread) await tellFolders();
    },

    async reconcile(folderId, reason = 'asked') {
      const answer = await thread?.ask({ type: 'reconcile', folderId: folderId ?? null, reason });
      return answer?.summary ?? nothing;
    },

    uploadNow,

    async takeAsked() {
      for (const folderId of folders.keys())
        for (const id of localFiles.takeRequested(folderId)) await uploadNow(id);
      for (const folderId of folders.keys())
        if (localFiles.takeChosen(folderId))
          await thread?.ask({ type: 'reconcile', folderId, reason: 'chosen' });
    },

    async choose(folderId, which) {
      const count = await chooseHeld(localFiles, folderId, which);
      announceFolder(folderId);
      if (which !== 'none') await thread?.ask({ type: 'reconcile', folderId, reason: 'chosen' });
      return count;
    },

    health: (folderId) => health.get(folderId) ?? notWatched,

    failing: () => unwritten.failing() ?? crashes.failing(),
    async answers() {
      const answer = await thread?.ask({ type: 'ping' });
      return (answer?.count ?? 0) > 0;
    },

    idle: () => thread !== undefined && !busy && booksToKeep === 0,

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
