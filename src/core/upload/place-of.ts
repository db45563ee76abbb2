import { resolve } from 'node:path';
import { wayBelow } from '#core/local/below.ts';
import type { FilePlace, RootInode } from '#core/local/place.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { UploadRow } from '../ledger/upload-row.ts';

/**
 * Where the file of an upload may be opened: inside its watch folder. A file that a person named was resolved
 * then, and one whose folder was removed or has another path now must itself be free of links.
 *
 * @param rootIs what the folder was when it was last looked through
 */
export function placeOf(
  { path }: Pick<UploadRow, 'path'>,
  folder: Pick<WatchFolder, 'path' | 'followLinks'> | undefined,
  rootIs?: RootInode,
): FilePlace {
  const root = folder && resolve(folder.path);
  if (!folder || root === undefined || !wayBelow(path, root)) return { path, root: null, followLinks: false };
  return { path, root, followLinks: folder.followLinks, ...(rootIs && { rootIs }) };
}
