import type { Finding } from './protocol.ts';

/** Findings on their way to the main thread, in batches, never more than a few ahead of what is written. */
export interface Outbox {
  add(finding: Finding): void;
  /** Resolves when there is room for more. Await it between directories. */
  room(): Promise<void>;
  /** Sends what is there and resolves when everything added so far is written and handed over. */
  flush(): Promise<void>;
  acknowledge(batch: number): void;
  readonly empty: boolean;
  /** Nothing is sent any more, and nobody waits: what was found will be found again. */
  close(): void;
}

/**
 * Rows a transaction of the ledger: large enough to be cheap, small enough not to hold up the main thread.
 */
const batchSize = 250;
/** Batches sent and not yet acknowledged. */
const ahead = 3;

/** `onIdle` is called whenever everything sent has been acknowledged. */
export function createOutbox(send: (batch: number, findings: Finding[]) => void, onIdle: () => void): Outbox {
  const queue: Finding[] = [];
  let next = 1;
  let scheduled = false;
  const unacknowledged = new Set<number>();
  let closed = false;
  let waiting: { until: () => boolean; resolve: () => void }[] = [];

  function sendAll(everything: boolean): void {
    while (queue.length > 0 && unacknowledged.size < ahead && (everything || queue.length >= batchSize)) {
      const findings = queue.splice(0, batchSize);
      unacknowledged.add(next);
      send(next++, findings);
    }
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    // One turn of the event loop gathers what was found together, and costs a lone file nothing.
    setImmediate(() => {
      scheduled = false;
      sendAll(true);
    });
  }

  function wait(until: () => boolean): Promise<void> {
    if (closed || until()) return Promise.resolve();
    return new Promise((resolve) => waiting.push({ until, resolve }));
  }

  return {
    add(finding) {
      if (closed) return;
      queue.push(finding);
      if (queue.length >= batchSize) sendAll(false);
      schedule();
    },
    room: () => wait(() => queue.length < batchSize * 2),
    flush() {
      sendAll(true);
      const last = next - 1;
      const rest = queue.length;
      // What is still queued goes out under the following numbers.
      const through = last + Math.ceil(rest / batchSize);
      return wait(
        () => (rest === 0 || next > through) && ![...unacknowledged].some((batch) => batch <= through),
      );
    },
    acknowledge(batch) {
      unacknowledged.delete(batch);
      sendAll(true);
      const ready = waiting.filter(({ until }) => until());
      waiting = waiting.filter((entry) => !ready.includes(entry));
      for (const { resolve } of ready) resolve();
      if (unacknowledged.size === 0 && queue.length === 0) onIdle();
    },
    get empty() {
      return queue.length === 0 && unacknowledged.size === 0;
    },
    close() {
      closed = true;
      queue.length = 0;
      for (const { resolve } of waiting) resolve();
      waiting = [];
    },
  };
}
