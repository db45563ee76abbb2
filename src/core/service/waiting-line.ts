import type { Priority } from './answer.ts';

export const priorities = [
  'person',
  'manual',
  'fresh',
  'backlog',
  'polling',
] as const satisfies readonly Priority[];

/**
 * While a backlog waits, one background request in so many goes to polling, else nothing would be seen to complete for as long
 * as a large first upload lasts.
 */
const pollingShare = 10;

/** Strict priority between the lines, first come first served within one. */
export interface WaitingLine<T> {
  join(priority: Priority, waiter: T): void;
  leave(priority: Priority, waiter: T): void;
  /** Who is next, without taking them. */
  peek(): { priority: Priority; waiter: T } | undefined;
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
  let backlogInRow = 0;

  function nextPriority(): Priority | undefined {
    const first = priorities.find((priority) => lines[priority].size > 0);
    const pollingIsDue = backlogInRow >= pollingShare - 1 && lines.polling.size > 0;
    return first === 'backlog' && pollingIsDue ? 'polling' : first;
  }

  function peek() {
    const priority = nextPriority();
    if (priority === undefined) return undefined;
    const [waiter] = lines[priority];
    return waiter === undefined ? undefined : { priority, waiter };
  }

  return {
    join: (priority, waiter) => lines[priority].add(waiter),
    leave: (priority, waiter) => lines[priority].delete(waiter),
    peek,
    take() {
      const next = peek();
      if (next === undefined) return;
      lines[next.priority].delete(next.waiter);
      if (next.priority === 'backlog') backlogInRow += 1;
      if (next.priority === 'polling') backlogInRow = 0;
    },
    length: (priority) => lines[priority].size,
  };
}
