import type { FileStat } from '#core/local/look.ts';
import { joinRelative } from '#core/local/names.ts';
import { isYounger } from '../../ledger/local-file-row.ts';
import type { Placed } from '../../ledger/ledger-view.ts';
import type { RootView } from './root-context.ts';

/**
 * The row of a file that was handed over under another path which is not there any more: it was moved (W8).
 * Same device, inode, size and modification time; a path that exists, with whatever content, was not moved
 * from. One that was made after the other was handed over only got its inode, which file systems give out
 * again.
 */
export async function findMoved(root: RootView, stat: FileStat, path: string): Promise<Placed | undefined> {
  if (root.volume.network !== null) return undefined;
  for (const row of root.thread.view.byInode(stat.inode, stat.size, stat.mtimeNs)) {
    const home = root.thread.placeOf(row.folderId);
    if (row.device !== stat.device || home?.profileId !== root.folder.profileId) continue;
    if (isYounger(stat.bornMs, row.takenAt)) continue;
    const oldPath = `${home.path}/${joinRelative(row.directory, row.name)}`;
    if (oldPath !== path && (await root.look.stat(oldPath)) === null) return row;
  }
  return undefined;
}
