/** What is to be looked at in one directory. */
export interface DirectoryHints {
  /** Absolute. */
  readonly directory: string;
  /**
   * Name → whether it came or went, as opposed to changed. Null when the whole directory is to be looked at.
   */
  readonly names: ReadonlyMap<string, boolean> | null;
}

export interface Hints {
  add(directory: string, name: string | null, renamed: boolean): void;
  readonly busy: boolean;
  /** When the oldest hint came that is not followed yet, in the time of `now`. */
  readonly behindSince: number | undefined;
  stop(): void;
}

/** Gathers the several events of one write. Milliseconds. */
const gathering = 5;

/**
 * Collects hints and hands them over directory by directory, one after the other.
 *
 * @param most so many are remembered one by one; beyond it everything is looked at (an overflow, as the
 *   system has them too)
 */
export function createHints(
  most: number,
  handle: (hints: DirectoryHints) => Promise<void>,
  overflow: () => void,
  failed: (error: unknown) => void,
  now: () => number,
): Hints {
  let gathered = new Map<string, Map<string, boolean> | null>();
  let gatheredAt: number | undefined;
  let workedAt: number | undefined;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let working = false;
  let stopped = false;

  async function work(): Promise<void> {
    timer = undefined;
    working = true;
    try {
      while (gathered.size > 0 && !stopped) {
        const current = gathered;
        gathered = new Map();
        workedAt = gatheredAt;
        gatheredAt = undefined;
        count = 0;
        for (const [directory, names] of current) if (!stopped) await handle({ directory, names });
      }
    } catch (error) {
      failed(error);
    } finally {
      working = false;
      workedAt = undefined;
      if (gathered.size > 0) schedule();
    }
  }

  function schedule(): void {
    if (timer === undefined && !working && !stopped) timer = setTimeout(() => void work(), gathering);
  }

  return {
    add(directory, name, renamed) {
      if (stopped) return;
      if (++count > most) {
        gathered.clear();
        gatheredAt = undefined;
        count = 0;
        return overflow();
      }
      gatheredAt ??= now();
      const names = gathered.get(directory);
      if (name === null) gathered.set(directory, null);
      else if (names === undefined) gathered.set(directory, new Map([[name, renamed]]));
      else names?.set(name, renamed || names.get(name) === true);
      schedule();
    },
    get busy() {
      return working || gathered.size > 0;
    },
    get behindSince() {
      return workedAt ?? gatheredAt;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      gathered.clear();
    },
  };
}
