import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LocalFiles } from '../ledger/local-files.ts';

/** Rows decided in one turn of the event loop. */
const rowsAtOnce = 500;

/**
 * Decides about files that wait for a folder's choice; those wanted are taken by the next look at the folder.
 * How many it were.
 */
export async function chooseHeld(
  localFiles: Pick<LocalFiles, 'decideHeld' | 'release'>,
  folderId: string,
  which: readonly number[] | 'all' | 'none',
): Promise<number> {
  if (typeof which !== 'string') return which.filter((id) => localFiles.release(id, folderId)).length;
  let count = 0;
  for (let changed = 1; changed > 0; count += changed) {
    changed = localFiles.decideHeld(folderId, which === 'all', rowsAtOnce);
    await nextTurn();
  }
  return count;
}
