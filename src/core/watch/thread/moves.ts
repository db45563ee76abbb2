import type { FileStat } from '#core/local/look.ts';
import { joinRelative } from '#core/local/names.ts';
import { isYounger } from '../../ledger/local-file-row.ts';
import type { DecidedFile, Placed } from '../../ledger/ledger-view.ts';
import { absolute, type RootView } from './root-context.ts';

/**
 * The row of a file that was handed over under another path which is not there any more: it was moved (W8).
 * Same device, inode, size and modification time; a path that exists, with whatever content, was not moved
 * from. One that was made after the other was handed over only got its inode, which file systems give out
 * again. If the volume has no creation times, the file is read instead.
 */
export async function findMoved(root: RootView, stat: FileStat, path: string): Promise<Placed | undefined> {
  if (root.volume.network !== null || stat.bornMs === null) return undefined;
  for (const row of root.thread.view.byInode(stat.inode, stat.size, stat.mtimeNs)) {
    const home = root.thread.placeOf(row.folderId);
    if (row.device !== stat.device || home?.profileId !== root.folder.profileId) continue;
    if (isYounger(stat.bornMs, row.takenAt)) continue;
    const oldPath = `${home.path}/${joinRelative(row.directory, row.name)}`;
    if (oldPath !== path && (await root.look.stat(oldPath)) === null) return row;
  }
  return undefined;
}

/**
 * Finds the row of a renamed file that a first run decided about, in the same folder or in a removed one. It
 * may already have the new name: a pass and an event can notice the same rename. A second name of such a file
 * (a hard link) counts as a new file. A file that was uploaded since is left to `findMoved`.
 */
export async function findDecided(
  root: RootView,
  stat: FileStat,
  path: string,
): Promise<DecidedFile | undefined> {
  if (root.folder.firstRun === 'upload-all') return undefined;
  const rows = root.thread.view.decided(stat);
  if (rows.length > 0 && root.thread.view.byInode(stat.inode, stat.size, stat.mtimeNs).length > 0)
    return undefined;
  for (const row of rows) {
    if (root.volume.network === null && isYounger(stat.bornMs, row.firstSeenAt)) continue;
    if (row.folderId === root.folder.id) {
      const place = absolute(root, row.directory, row.name);
      if (place !== path && (await root.look.stat(place))?.inode === stat.inode) continue;
    } else if (root.thread.placeOf(row.folderId) !== undefined) continue;
    return row;
  }
  return undefined;
}
