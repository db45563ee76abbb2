import { z } from 'zod';
import { changesTo } from '../bridge/define.ts';
import { type Said, said } from '../spoken/said.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { type FolderField, shapeOf } from './fields.ts';

/** A watch folder as it is in force: each of its fields has a value. */
export const watchFolderSchema = z.object(shapeOf('folder'));
export type WatchFolder = z.infer<typeof watchFolderSchema>;

/** A watch folder as the settings store it: only the fields that someone chose, so a new default reaches it. */
export const chosenFolderSchema = z.object({
  ...changesTo(watchFolderSchema).shape,
  ...watchFolderSchema.pick({ id: true, path: true, profileId: true }).shape,
});
export type ChosenFolder = z.infer<typeof chosenFolderSchema>;

/** The values of what was not chosen. */
export const folderDefaults = watchFolderSchema.omit({ id: true, path: true, profileId: true }).parse({});

/** A stored folder with the defaults of what was not chosen. */
export function folderInForce(folder: ChosenFolder): WatchFolder {
  return watchFolderSchema.parse(folder);
}

/** A stored folder with fields changed, or with their default again. */
export function editFolder(
  folder: ChosenFolder,
  changes: { readonly [K in keyof ChosenFolder]?: ChosenFolder[K] | undefined },
  clear: readonly FolderField[] = [],
): ChosenFolder {
  return {
    ...folder,
    ...Object.fromEntries(clear.map((name) => [name, undefined])),
    ...withoutUndefined(changes),
  };
}

/** Whether a text can be an extension of a file, with or without its dot: `a;b` and `*.pdf` cannot. */
export function isExtension(text: string): boolean {
  return /^\.?[^\s.,;:*?/\\|<>"()[\]{}]+$/.test(text);
}

/** What is wrong with sizes that no file can have; undefined where one can. */
export function sizesProblem({
  minSize,
  maxSize,
}: Pick<WatchFolder, 'minSize' | 'maxSize'>): Said | undefined {
  if (minSize === null || maxSize === null || minSize <= maxSize) return undefined;
  return said('usage.sizesCrossed', { smallest: String(minSize), largest: String(maxSize) });
}
