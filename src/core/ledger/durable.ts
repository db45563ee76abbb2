import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

export type SyncFile = (file: FileHandle) => Promise<void>;

/**
 * Makes what is committed so far survive a power cut: an fsync of SQLite's WAL, off the main thread.
 * SQLite itself runs with `synchronous = NORMAL`, which already survives kill -9. Callers that come while
 * one fsync is under way share the next one, so ten uploads cost two, not ten: the one under way may have
 * begun before they wrote.
 *
 * @param syncFile what makes the file durable; tests hold it back, let it fail, or note what it covers
 */
export function createDurable(databasePath: string, syncFile: SyncFile) {
  let handle: FileHandle | undefined;
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  async function sync(): Promise<void> {
    handle ??= await open(`${databasePath}-wal`, constants.O_RDWR);
    await syncFile(handle);
  }

  function startNext(): Promise<void> {
    const next = sync().finally(() => {
      if (running === next) running = undefined;
    });
    running = next;
    return next;
  }

  return {
    /** Resolves when everything committed before the call is on disk. */
    durable(): Promise<void> {
      if (!running) return startNext();
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
