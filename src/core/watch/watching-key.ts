import { type FolderField, fields } from '#shared/settings/fields.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';

/** While it stays the same, the watching of a folder goes on. Not made in the thread, which loads no schemas. */
export function watchingKey(folder: WatchFolder, nested: readonly string[]): string {
  const names = Object.keys(folder) as FolderField[];
  const watching = names.filter((name) => fields[name].folder.rescans).map((name) => [name, folder[name]]);
  return JSON.stringify([watching, [...nested].sort()]);
}
