import type { MoveToTrash } from '#core/ports/trash.ts';

/**
 * The trash as Electron reaches it (https://www.electronjs.org/docs/latest/api/shell#shelltrashitempath): on
 * Windows it refuses what the trash does not take, instead of deleting it. On Linux it starts a program of
 * the desktop, which knows no path of ours through a handle and cannot be told where the file lay: there
 * core follows the rule itself.
 */
export function trashOfApp(
  shell: Pick<Electron.Shell, 'trashItem'>,
  platform: NodeJS.Platform,
): MoveToTrash | undefined {
  return platform === 'linux' ? undefined : (path) => shell.trashItem(path);
}
