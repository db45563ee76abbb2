import { createClock } from '../../ports/clock.ts';
import { createFileGate } from '#core/local/file-gate.ts';
import { createOpenWriters } from '#core/local/open-writers.ts';
import { withVolumes } from '#core/local/volume-gate.ts';
import { createSteadyClock } from '../settle/quiet.ts';
import type { ReconcileSummary } from '../watch-api.ts';
import { startCheckpoints } from '../../ledger/checkpoints.ts';
import { createLedgerView } from '../../ledger/ledger-view.ts';
import { createOutbox } from './outbox.ts';
import { usualWaits } from '../settle/unfinished.ts';
import type { FromThread, ThreadFolder, ThreadStart, ToThread } from './protocol.ts';
import { Root } from './root.ts';
import type { Limits, ThreadContext } from './root-context.ts';
import { createVolumeRelay } from './volume-relay.ts';

const minutes = 60_000;

const usualLimits: Limits = {
  reconcileEvery: 10 * minutes,
  pollEvery: 30_000,
  rootCheckEvery: 5000,
  ...usualWaits,
  stillChangingAfter: 30 * minutes,
  missingFor: 500,
  // Linux gives 8,192 watches where nobody raised the limit; a million files rarely have more directories
  // than this.
  maxWatchedDirectories: 100_000,
  // About 300 bytes each.
  maxSettling: 20_000,
  maxHints: 20_000,
};

/**
 * The system slept, or its clock was set, when it ran ahead of the monotonic clock by this much.
 * Milliseconds.
 */
const wakeDrift = 10_000;
const wakeCheckEvery = 2000;

export interface Engine {
  receive(message: ToThread): void;
  stop(): Promise<void>;
}

/** Everything the thread does, with messages in and out; it knows nothing of threads itself. */
export function createEngine(
  { databasePath, options, jitter, epoch, hasVolumes = false }: ThreadStart,
  post: (message: FromThread) => void,
): Engine {
  const clock = createClock();
  const steady = createSteadyClock(clock);
  const view = createLedgerView(databasePath);
  const checkpoints = startCheckpoints(databasePath);
  const roots = new Map<string, Root>();
  let busy = true;
  let checkScheduled = false;
  let stopped = false;
  let following: Promise<void> = Promise.resolve();
  const outbox = createOutbox((batch, findings) => post({ type: 'batch', batch, findings }), changed);
  const volumes = createVolumeRelay(post, options.mountTable);
  const gate = hasVolumes ? withVolumes(createFileGate(), volumes) : createFileGate();
  const context: ThreadContext = {
    clock,
    gate,
    steady,
    view,
    outbox,
    options,
    jitter,
    post,
    changed,
    writers: createOpenWriters(clock.monotonic, options.procRoot),
    limits: { ...usualLimits, ...withoutUndefined(options) },
    placeOf(folderId) {
      return roots.get(folderId)?.folder;
    },
  };
  const wakeTimer = setInterval(() => {
    if (steady.takeDrift() <= wakeDrift) return;
    for (const root of roots.values()) {
      // While it slept, and by a clock that was set, no grace time went by.
      post({ type: 'doubted', folderId: root.folder.id, otherVolume: false });
      void root.reconcile('wake');
    }
  }, wakeCheckEvery);

  function changed(): void {
    if (checkScheduled || stopped) return;
    checkScheduled = true;
    setImmediate(() => {
      checkScheduled = false;
      sayBusy();
    });
  }

  function sayBusy(): void {
    const now = !outbox.empty || [...roots.values()].some((root) => root.busy);
    if (now === busy || stopped) return;
    busy = now;
    post({ type: 'busy', busy });
  }

  async function setFolders(folders: readonly ThreadFolder[]): Promise<void> {
    const wanted = new Map<string, ThreadFolder>(folders.map((entry) => [entry.folder.id, entry]));
    const unchanged = new Set<string>();
    const stopping: Promise<void>[] = [];
    for (const [id, root] of roots) {
      const next = wanted.get(id);
      if (next && next.key === root.key) {
        unchanged.add(id);
        continue;
      }
      roots.delete(id);
      stopping.push(root.stop());
    }
    await Promise.all(stopping);
    const started: Root[] = [];
    for (const [id, entry] of wanted) {
      if (unchanged.has(id) || stopped) continue;
      const root = new Root(entry, context);
      roots.set(id, root);
      started.push(root);
    }
    for (const root of started) root.start();
    changed();
  }

  async function reconcile(folderId: string | null, reason: string): Promise<ReconcileSummary> {
    const chosen = [...roots.values()].filter(({ folder }) => folderId === null || folder.id === folderId);
    const startedAt = performance.now();
    const summaries = await Promise.all(chosen.map((root) => root.reconcile(reason)));
    return {
      seen: summaries.reduce((sum, { seen }) => sum + seen, 0),
      differences: summaries.reduce((sum, { differences }) => sum + differences, 0),
      milliseconds: performance.now() - startedAt,
      skipped: summaries.flatMap(({ skipped }) => skipped),
    };
  }

  async function answer(
    message: Exclude<Extract<ToThread, { id: number }>, { type: 'ping' }>,
  ): Promise<void> {
    let summary: ReconcileSummary | null = null;
    let count = 0;
    if (message.type === 'folders') {
      // One change after the other: two at once would each make a root of the same folder.
      following = following.catch(() => undefined).then(() => setFolders(message.folders));
      await following;
    } else if (message.type === 'reconcile') summary = await reconcile(message.folderId, message.reason);
    else {
      count = (await roots.get(message.folderId)?.take(message.names)) ?? 0;
      await outbox.flush();
    }
    // Before the answer, so that whoever asked does not take a moment's rest for the end.
    sayBusy();
    post({ type: 'answer', id: message.id, summary, count });
  }

  return {
    receive(message) {
      if (message.type === 'ack') {
        if (message.epoch !== epoch) return;
        for (const { folderId, directory, name } of message.again)
          roots.get(folderId)?.discovered(directory, name);
        outbox.acknowledge(message.batch);
      } else if (message.type === 'volume') {
        volumes.answered(message.answer);
      } else if (message.type === 'ping') {
        post({ type: 'answer', id: message.id, summary: null, count: 1 });
      } else if (message.type !== 'stop') {
        void answer(message).catch((error: Error) => {
          const fields = { error: error.message, stack: error.stack };
          post({ type: 'log', level: 'error', message: `watching: ${message.type} failed`, fields });
          post({ type: 'answer', id: message.id, summary: null, count: 0 });
        });
      }
    },
    async stop() {
      stopped = true;
      clearInterval(wakeTimer);
      const stopping = [...roots.values()].map((root) => root.stop());
      outbox.close();
      await Promise.all(stopping);
      checkpoints.stop();
      view.close();
    },
  };
}

function withoutUndefined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}
