import type { Clock } from '#core/ports/clock.ts';

/** So many failures in a row are more than an odd one: they are reported until something succeeds. */
const worthReporting = 2;
/** Words that differ each time, by a path or a number, fill no log. */
const mostKinds = 5;

/** What keeps failing, as it is reported. */
export interface Failing {
  /** When the first in the row failed, ms since the epoch. */
  readonly since: number;
  /** The last one. */
  readonly error: unknown;
}

/** Counts failures of one kind of work that follow each other without a success. */
export interface FailuresInRow {
  /** @returns whether this is news for the log: not what failed in the same words before in this row */
  failed(error: unknown): boolean;
  succeeded(): void;
  count(): number;
  /** From the second failure in a row on. */
  failing(): Failing | undefined;
}

export function createFailuresInRow(clock: Pick<Clock, 'now'>): FailuresInRow {
  const known = new Set<string>();
  let count = 0;
  let last: Failing | undefined;
  return {
    failed(error) {
      count += 1;
      last = { since: last?.since ?? clock.now(), error };
      const words = String(error);
      const isNews = !known.has(words) && known.size < mostKinds;
      known.add(words);
      return isNews;
    },
    succeeded() {
      known.clear();
      count = 0;
      last = undefined;
    },
    count: () => count,
    failing: () => (count >= worthReporting ? last : undefined),
  };
}
