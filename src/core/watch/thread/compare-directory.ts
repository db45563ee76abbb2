import type { Entry } from '#core/local/look.ts';
import { isSilence } from '#core/local/volume-gate.ts';
import { type Compared, compareEntries } from './compare.ts';
import { absolute, type RootView } from './root-context.ts';

/**
 * Lists a directory and compares all of it with the ledger. One that cannot be listed is noted, nothing else.
 */
export async function compareDirectory(root: RootView, directory: string): Promise<Compared> {
  let entries: Entry[];
  try {
    entries = await root.look.list(absolute(root, directory), root.folder.path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') root.unreadable.add(directory);
    return { differences: 0, missing: [] };
  }
  const known = root.thread.view.inDirectory(root.folder.id, directory);
  try {
    return await compareEntries(root, directory, entries, known, true);
  } catch (error) {
    if (!isSilence(error)) throw error;
    // A drive inside the folder stopped answering half-way; one that holds all of it is noticed by the pass.
    root.unreadable.add(directory);
    return { differences: 0, missing: [] };
  }
}
