import type { Clock } from '../../ports/clock.ts';

interface Due {
  dueAt: number;
}

export interface Deadlines<T extends Due> {
  /** Adds or moves an item to its `dueAt`, monotonic milliseconds. */
  set(item: T): void;
  stop(): void;
}

/** Items due within this long of each other are called together. Milliseconds. */
const grouping = 5;
/** At most this many at once. */
const groupSize = 256;

/**
 * Calls items when they are due, with one exact timer for all. An item that was moved leaves its old place
 * behind, to be skipped: `isCurrent` says whether an item at a time is still meant.
 */
export function createDeadlines<T extends Due>(
  clock: Pick<Clock, 'monotonic' | 'setTimer'>,
  isCurrent: (item: T) => boolean,
  onDue: (items: T[]) => Promise<void>,
): Deadlines<T> {
  const heap: { at: number; item: T }[] = [];
  let cancelTimer: (() => void) | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let calling = false;
  let stopped = false;

  function arm(): void {
    const first = heap[0];
    if (stopped || calling || !first || first.at >= timerAt) return;
    cancelTimer?.();
    timerAt = first.at;
    cancelTimer = clock.setTimer(Math.max(0, first.at - clock.monotonic()), () => {
      cancelTimer = undefined;
      timerAt = Number.POSITIVE_INFINITY;
      void call();
    });
  }

  async function call(): Promise<void> {
    calling = true;
    const items: T[] = [];
    const until = clock.monotonic() + grouping;
    while (heap[0] && heap[0].at <= until && items.length < groupSize) {
      const { at, item } = pop(heap);
      if (item.dueAt === at && isCurrent(item)) items.push(item);
    }
    try {
      if (items.length > 0) await onDue(items);
    } finally {
      calling = false;
      arm();
    }
  }

  return {
    set(item) {
      push(heap, { at: item.dueAt, item });
      arm();
    },
    stop() {
      stopped = true;
      cancelTimer?.();
      heap.length = 0;
    },
  };
}

function push<T extends { at: number }>(heap: T[], entry: T): void {
  let index = heap.push(entry) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] as T;
    if (above.at <= entry.at) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = entry;
}

function pop<T extends { at: number }>(heap: T[]): T {
  const first = heap[0] as T;
  const last = heap.pop() as T;
  if (heap.length === 0) return first;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] as T).at < (heap[child] as T).at) child++;
    const below = heap[child] as T;
    if (below.at >= last.at) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = last;
  return first;
}
