import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../ports/logger.ts';
import type { Answer as VolumeAnswer, Question as VolumeQuestion } from '../local/volume-protocol.ts';
import { programOf } from '../places/places.ts';
import { compiledThread } from '../threads/compiled-thread.ts';
import type { ReconcileSummary } from './watch-api.ts';
import type { FromThread, ThreadStart, ToThread } from './thread/protocol.ts';

type Answer = { readonly summary: ReconcileSummary | null; readonly count: number };
type Asked = Extract<ToThread, { id: number }>;
type Question = Asked extends infer M ? (M extends { id: number } ? Omit<M, 'id'> : never) : never;

export interface WatchThread {
  send(message: ToThread): void;
  /** Resolves with the thread's answer; with an empty one when the thread ends first. */
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}

interface ThreadEvents {
  message(message: FromThread): void;
  /** A drive that may hang is to be asked; answered without throwing. */
  askVolume?(mount: string, question: VolumeQuestion): Promise<VolumeAnswer>;
  /** The thread ended by itself. */
  crashed(error: unknown): void;
}

/**
 * Most of what the thread makes is short-lived; a small young generation keeps it from growing to several
 * times its need before the first collection. Megabytes.
 */
const youngGeneration = 6;
/** How long to wait for a thread that may hang in a dead mount. Milliseconds. */
const stopWithin = 5000;

/** Starts the thread; resolves when it listens. */
export async function startWatchThread(
  start: ThreadStart,
  logger: Logger,
  events: ThreadEvents,
): Promise<WatchThread> {
  const program = programOf('watch-worker');
  const worker = new Worker(program, {
    ...compiledThread(program),
    // Node 22 says in each thread that node:sqlite is experimental. The parent's flags are not for this one.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    workerData: start,
    name: 'sluice-watch',
    resourceLimits: { maxYoungGenerationSizeMb: youngGeneration },
  });
  const asked = new Map<number, (answer: Answer) => void>();
  let nextId = 1;
  let stopping = false;
  let ended = false;
  let whenReady: () => void;
  let whenExited: () => void;
  const ready = new Promise<void>((resolve) => {
    whenReady = resolve;
  });
  const exited = new Promise<void>((resolve) => {
    whenExited = resolve;
  });

  function end(error: unknown): void {
    if (ended) return;
    ended = true;
    for (const resolve of asked.values()) resolve({ summary: null, count: 0 });
    asked.clear();
    whenReady();
    whenExited();
    if (!stopping) events.crashed(error);
  }

  worker.on('message', (message: FromThread) => {
    if (message.type === 'ready') whenReady();
    else if (message.type === 'volume') {
      void events.askVolume?.(message.mount, message.question).then((answer) => {
        if (!ended) worker.postMessage({ type: 'volume', answer } satisfies ToThread);
      });
    } else if (message.type === 'log') logger[message.level](message.message, message.fields);
    else if (message.type === 'answer') {
      asked.get(message.id)?.(message);
      asked.delete(message.id);
    } else events.message(message);
  });
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`the watching thread ended with code ${code}`)));
  await ready;

  return {
    send(message) {
      if (!ended) worker.postMessage(message);
    },
    ask(question) {
      if (ended) return Promise.resolve({ summary: null, count: 0 });
      const id = nextId++;
      return new Promise((resolve) => {
        asked.set(id, resolve);
        worker.postMessage({ ...question, id });
      });
    },
    async stop() {
      stopping = true;
      if (ended) return;
      worker.postMessage({ type: 'stop' } satisfies ToThread);
      // It ends by itself when nothing keeps it. Terminating a thread inside native code can take the process
      // along, so that is left for one that hangs in a dead mount.
      const timeout = new AbortController();
      const tooLong = delay(stopWithin, true, { signal: timeout.signal }).catch(() => false);
      if (await Promise.race([exited, tooLong])) void worker.terminate();
      timeout.abort();
    },
  };
}
