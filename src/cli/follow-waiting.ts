import type { Core } from '#core/create-core.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { FolderFiles } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { lookWhenWanted } from './look-when-wanted.ts';

export type WaitingFile = FolderFiles['rows'][number] & { readonly reason: string };

interface FollowWaitingOptions {
  readonly core: Core;
  readonly logger: Logger;
  /** A file is held back longer than for its quiet time: told once for each reason. */
  readonly onHeld: (folder: WatchFolder, file: WaitingFile) => void;
  /** So many more are held back than are told one by one. */
  readonly onMore: (folder: WatchFolder, count: number) => void;
}

/** Files of a folder that are told one by one at a time; more would be a flood. */
const mostTold = 20;

/**
 * Tells of files that are held back, while an agent runs, so that it does not seem to hang. The returned
 * function ends it.
 */
export function followWaiting({ core, logger, onHeld, onMore }: FollowWaitingOptions): () => Promise<void> {
  /** By folder: what was told of each file that still waits. */
  const told = new Map<string, Map<number, Set<string>>>();
  let wanted = new Set<string | null>();
  let stopped = false;

  const look = async (folder: WatchFolder) => {
    const { rows, total } = await core.calls['folders.files']({
      folderId: folder.id,
      place: 'waiting',
      limit: mostTold,
    });
    const before = told.get(folder.id) ?? new Map<number, Set<string>>();
    const after = new Map<number, Set<string>>();
    // Those within their quiet time come last, and are nothing to tell of.
    const held = rows.filter(isHeld);
    for (const file of held) {
      const reasons = before.get(file.id) ?? new Set();
      after.set(file.id, reasons);
      if (reasons.has(file.reason) || stopped) continue;
      reasons.add(file.reason);
      onHeld(folder, file);
    }
    told.set(folder.id, after);
    if (held.length === mostTold && total > mostTold && before.size < mostTold)
      onMore(folder, total - mostTold);
  };

  const looks = lookWhenWanted(
    async () => {
      const ids = wanted;
      wanted = new Set();
      const { settings } = await core.calls['settings.get']({});
      for (const folder of settings.folders) if (ids.has(null) || ids.has(folder.id)) await look(folder);
    },
    (error) => logger.warn('what waits could not be told', { error }),
  );
  const onChange = (folderId: string | null) => {
    wanted.add(folderId);
    looks.want();
  };
  const unsubscribe = core.on('folders.changed', ({ folderId }) => onChange(folderId));
  onChange(null);

  return async () => {
    stopped = true;
    unsubscribe();
    await looks.end();
  };
}

function isHeld(file: FolderFiles['rows'][number]): file is WaitingFile {
  return file.reason !== null && file.reason !== 'quiet';
}
