import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';

/**
 * A folder as Sluice would watch it if nobody changed anything; sharing is off (S9). The id stands for "not
 * added yet".
 */
export function newFolder(path: string, profileId: string): WatchFolder {
  return { ...watchFolderSchema.parse({ id: 'new', path: '/', profileId }), path };
}

/**
 * What the user changed in a form. The rest is not sent: it is no choice of the user, and a command or another
 * window may have paused the folder, or stopped sharing it, since the form was opened.
 */
export function changesSince(opened: WatchFolder, folder: WatchFolder): Partial<Omit<WatchFolder, 'id'>> {
  const known = new Map<string, unknown>(Object.entries(opened));
  const { id: _id, ...shown } = folder;
  const changed = Object.entries(shown).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
  );
  return Object.fromEntries(changed);
}
