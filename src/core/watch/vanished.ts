import type { Vanished } from '#shared/bridge/folders.ts';
import type { Database } from '../ledger/database.ts';
import { countHeldDeletes } from '../ledger/pending-deletes.ts';
import { createWatchedVolumes } from '../ledger/watched-volumes.ts';

/** What of a folder's files vanished and waits for a person or for a drive, and since when (W9). */
export function vanishedOf(database: Database, folderId: string): Vanished[] {
  const places = new Map<string, Vanished>();
  for (const { directory, files, since } of createWatchedVolumes(database).away(folderId)) {
    const known = places.get(directory);
    places.set(directory, {
      kind: 'away',
      place: directory,
      files: files + (known?.files ?? 0),
      since: Math.min(since, known?.since ?? since),
    });
  }
  const { files, since } = countHeldDeletes(database, folderId);
  const together: Vanished[] = since === null ? [] : [{ kind: 'together', place: null, files, since }];
  return [...together, ...places.values()];
}
