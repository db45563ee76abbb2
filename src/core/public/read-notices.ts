import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** As the build calls it, beside what it is about. */
const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/**
 * The licences that lie in each of these folders; null where none do, as in a clone that was not built.
 *
 * @throws the file system's error where they are there and cannot be read
 */
export async function readNotices(folders: { readonly pages: URL; readonly programs: URL }) {
  const [pages, programs] = await Promise.all([folders.pages, folders.programs].map(readIn));
  return { pages: pages ?? null, programs: programs ?? null };
}

async function readIn(folder: URL): Promise<string | null> {
  try {
    return await readFile(join(fileURLToPath(folder), noticesFile), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
