import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

export type SyncFile = (file: FileHandle) => Promise<void>;

interface DurableOptions {
  /**
   * What makes the file durable; tests hold it back, let it fail, or note what it covers. Calls `begins`
   * right before: what is written from there on is not covered.
   */
  readonly syncFile: (file: FileHandle, begins: () => void) => Promise<void>;
  /** How many groups of writes were committed. */
  readonly groups: () => number;
}

/**
 * Makes what is committed so far survive a power cut: an fsync of SQLite's WAL, off the main thread.
 * SQLite itself runs with `synchronous = NORMAL`, which already survives kill -9. Callers that come while
 * one fsync is under way share the next one, so ten uploads cost two, not ten: the one under way may have
 * begun before they wrote. Who knows the group it was committed with shares that one where it began later.
 */
export function createDurable(databasePath: string, { syncFile, groups }: DurableOptions) {
  let handle: FileHandle | undefined;
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  /** The last group that the one under way covers; undefined before it begins. */
  let covered: number | undefined;

  async function sync(): Promise<void> {
    handle ??= await open(`${databasePath}-wal`, constants.O_RDWR);
    await syncFile(handle, () => {
      covered = groups();
    });
  }

  function startNext(): Promise<void> {
    covered = undefined;
    const next = sync().finally(() => {
      if (running === next) running = undefined;
    });
    running = next;
    return next;
  }

  return {
    /** Resolves when everything committed before the call is on disk; or all up to a group. */
    durable(group = Number.POSITIVE_INFINITY): Promise<void> {
      if (!running) return startNext();
      const isCovered = covered === undefined ? Number.isFinite(group) : group <= covered;
      if (isCovered) return running;
      waiting ??= running
        .catch(() => undefined)
        .then(() => {
          waiting = undefined;
          return startNext();
        });
      return waiting;
    },
    async close(): Promise<void> {
      // The one that waits would open the file again.
      await waiting?.catch(() => undefined);
      await running?.catch(() => undefined);
      await handle?.close();
      handle = undefined;
    },
  };
}
