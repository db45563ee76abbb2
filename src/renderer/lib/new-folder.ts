import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';

/**
 * A folder as Sluice would watch it if nobody changed anything; sharing is off (S9). The id stands for "not
 * added yet".
 */
export function newFolder(path: string, profileId: string): WatchFolder {
  return { ...watchFolderSchema.parse({ id: 'new', path: '/', profileId }), path };
}

/** What `folders.add` and `folders.edit` take: the host gives the id. */
export function withoutId({ id: _id, ...rest }: WatchFolder): Omit<WatchFolder, 'id'> {
  return rest;
}
