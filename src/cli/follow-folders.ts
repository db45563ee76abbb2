import type { Core } from '#core/create-core.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { FolderState } from '#shared/bridge/folders.ts';
import { lookWhenWanted } from './look-when-wanted.ts';

/** How a watch folder is, as events tell it. */
export interface ToldFolder extends Pick<FolderState, 'coverage' | 'health'> {
  readonly id: string;
  readonly label: string;
  readonly path: string;
}

export function folderHealth({ folder, coverage, health }: FolderState): ToldFolder {
  const { id, label, path } = folder;
  return { id, label, path, health, coverage };
}

interface FollowFoldersOptions {
  readonly core: Pick<Core, 'calls' | 'on'>;
  readonly logger: Logger;
  /** How a folder is watched changed, or the reason for it. */
  readonly onHealth: (folder: ToldFolder) => void;
}

/**
 * Tells each change of how a folder is watched, while an agent runs: beginning with what it is when first
 * looked at. The returned function ends it, once what is being asked was told.
 */
export function followFolders({ core, logger, onHealth }: FollowFoldersOptions): () => Promise<void> {
  const told = new Map<string, string>();

  const looks = lookWhenWanted(
    async () => {
      for (const state of await core.calls['folders.list']({})) {
        const { mode, why } = state.health;
        const now = `${mode} ${why}`;
        if (told.get(state.folder.id) === now) continue;
        told.set(state.folder.id, now);
        onHealth(folderHealth(state));
      }
    },
    (error) => logger.warn('the state of a folder could not be told', { error }),
  );
  const unsubscribe = core.on('folders.changed', looks.want);
  return async () => {
    unsubscribe();
    await looks.end();
  };
}
