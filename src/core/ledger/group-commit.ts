import type { Database } from './database.ts';

/** Puts writes that come close together into one transaction. */
export interface GroupCommit {
  /** Resolves with the result of `write` once it is committed. */
  run<T>(write: () => T): Promise<T>;
  /** Commits what waits now. */
  flush(): void;
  /** How many groups were committed; within a write, the one it belongs to. */
  count(): number;
}

interface Waiting {
  readonly write: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A commit costs more than what it commits: it locks, and writes each changed page of SQLite's log by itself.
 * Uploads that run side by side write much the same pages, so what comes in two turns of the event loop is
 * committed together (the second turn saves a fifth of the commits). Every write stays as atomic as it was,
 * and nobody hears of it before it is committed.
 */
export function createGroupCommit(database: Database): GroupCommit {
  let group: Waiting[] = [];
  let count = 0;

  function flush(): void {
    const writes = group;
    group = [];
    if (writes.length === 0) return;
    count += 1;
    let results: unknown[];
    try {
      results = database.transaction(() => writes.map(({ write }) => write()));
    } catch {
      // One of them failed and took the others along: each alone, so that only that one does.
      for (const one of writes) runAlone(one);
      return;
    }
    for (const [index, { resolve }] of writes.entries()) resolve(results[index]);
  }

  function runAlone({ write, resolve, reject }: Waiting): void {
    try {
      resolve(database.transaction(write));
    } catch (error) {
      reject(error);
    }
  }

  return {
    run<T>(write: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        group.push({ write, resolve: resolve as (value: unknown) => void, reject });
        if (group.length === 1) setImmediate(setImmediate, flush);
      });
    },
    flush,
    count: () => count,
  };
}
