import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** An export that nobody fetched is removed when the next one is made after this, ms. */
const keptMs = 60 * 60_000;

/** A place for an export among Sluice's own files; old ones are removed. */
export async function exportPlace(
  directory: string,
  what: 'uploads' | 'documents' | 'entities' | 'notes',
  /** How its name ends. */
  format: string,
  now: number,
): Promise<string> {
  const folder = join(directory, 'exports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > keptMs) await rm(join(folder, name), { force: true });
  }
  return join(folder, `sluice-${what}-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.${format}`);
}
