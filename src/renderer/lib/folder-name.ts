import type { WatchFolder } from '#shared/settings/watch-folder.ts';

/** What a folder is called: the name a person gave it, or the last part of its path. */
export function folderName({ label, path }: Pick<WatchFolder, 'label' | 'path'>): string {
  return label || path.split(/[\\/]/).findLast((part) => part !== '') || path;
}
