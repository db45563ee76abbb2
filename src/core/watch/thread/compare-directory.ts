import type { Entry } from '../files/look.ts';
import { type Compared, compareEntries } from './compare.ts';
import { absolute, type RootView } from './root-context.ts';

/** Lists a directory and compares all of it with the ledger. One that cannot be listed is noted, nothing else. */
export async function compareDirectory(root: RootView, directory: string): Promise<Compared> {
  let entries: Entry[];
  try {
    entries = await root.look.list(absolute(root, directory));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') root.unreadable.add(directory);
    return { differences: 0, missing: [] };
  }
  const known = root.thread.view.inDirectory(root.folder.id, directory);
  return compareEntries(root, directory, entries, known, true);
}
