import type { Priority } from './answer.ts';

export const priorities = [
  'person',
  'manual',
  'fresh',
  'backlog',
  'polling',
] as const satisfies readonly Priority[];

/**
 * While uploads wait, of whatever lane, one request in so many goes to polling, else nothing would be seen to
 * complete for as long as they go on. A person's click is before both.
 */
const pollingShare = 10;

interface Next<T> {
  readonly priority: Priority;
  readonly waiter: T;
  /** Before uploads that are not spaced out, because it is its turn. */
  readonly byShare: boolean;
}

/** Strict priority between the lines, first come first served within one. */
export interface WaitingLine<T> {
  join(priority: Priority, waiter: T): void;
  leave(priority: Priority, waiter: T): void;
  /** All of one priority leave; they are told which they were. */
  leaveAll(priority: Priority): readonly T[];
  /** Who is next, without taking them. */
  peek(): Next<T> | undefined;
  /** Takes the one that `peek` showed. */
  take(): void;
  length(priority: Priority): number;
}

export function createWaitingLine<T>(): WaitingLine<T> {
  // Sets keep the order of joining and let anyone leave at no cost.
  const lines: Record<Priority, Set<T>> = {
    person: new Set(),
    manual: new Set(),
    fresh: new Set(),
    backlog: new Set(),
    polling: new Set(),
  };
  let othersInRow = 0;

  function peek(): Next<T> | undefined {
    const first = priorities.find((priority) => lines[priority].size > 0);
    if (first === undefined) return undefined;
    const pollingIsDue = othersInRow >= pollingShare - 1 && lines.polling.size > 0;
    const priority = first !== 'person' && pollingIsDue ? 'polling' : first;
    const [waiter] = lines[priority];
    return waiter === undefined
      ? undefined
      : { priority, waiter, byShare: priority !== first && first !== 'backlog' };
  }

  return {
    join: (priority, waiter) => lines[priority].add(waiter),
    leave: (priority, waiter) => lines[priority].delete(waiter),
    leaveAll(priority) {
      const all = [...lines[priority]];
      lines[priority].clear();
      return all;
    },
    peek,
    take() {
      const next = peek();
      if (next === undefined) return;
      lines[next.priority].delete(next.waiter);
      if (next.priority === 'polling') othersInRow = 0;
      else if (next.priority !== 'person') othersInRow += 1;
    },
    length: (priority) => lines[priority].size,
  };
}
