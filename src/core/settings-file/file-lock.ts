import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import { dataFolderError } from '../data-folder/private-folder.ts';

/** Milliseconds after which a lock is what a killed process left behind: a change of settings takes a few. */
const staleAfter = 10_000;
/** Milliseconds to wait for the lock; longer than `staleAfter`, so that a left one never stops anybody. */
const patience = 15_000;

/**
 * Runs `work` while no other process does so under the same `path`, so that two commands changing one file at
 * the same time do not lose each other's change.
 *
 * @throws AppError `LEDGER_BUSY` when another process keeps the lock, `DATA_FOLDER_UNUSABLE`, `DISK_FULL` or
 *   `TOO_MANY_FILES` when its file cannot be made
 */
export async function withFileLock<T>(path: string, work: () => Promise<T> | T): Promise<T> {
  const deadline = performance.now() + patience;
  for (;;) {
    if (await tryLock(path)) break;
    if (performance.now() > deadline)
      throw new AppError('LEDGER_BUSY', { spoken: said('detail.locked', { path }) });
    await wait(20);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function tryLock(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw dataFolderError(path, error);
  }
  const found = await stat(path).catch(() => null);
  if (found !== null && Date.now() - found.mtimeMs > staleAfter) await rm(path, { force: true });
  return false;
}
