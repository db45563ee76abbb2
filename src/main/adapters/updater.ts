import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '#core/ports/logger.ts';

/** The part of electron-updater that is used. */
export interface UpdateSource {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  logger: unknown;
  /** Null where this kind of installation cannot be updated. */
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    readonly updateInfo: { readonly version: string };
  } | null>;
  downloadUpdate(): Promise<unknown>;
}

/** What the person is told or asked; the answer counts only for questions. */
export type UpdateNews =
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'available'; readonly version: string }
  | { readonly kind: 'ready'; readonly version: string };

export interface UpdaterOptions {
  /** Loaded at the first check only: whoever has no updates loads nothing. */
  readonly load: () => Promise<UpdateSource>;
  /** For `available`: whether to download it. For `ready`: whether to quit now. */
  readonly tell: (news: UpdateNews) => Promise<boolean>;
  readonly quit: () => void;
  readonly logger: Logger;
}

export interface Updater {
  /** Looks for an update. Unless a person asked, only an update is worth a word. */
  check(byPerson: boolean): Promise<void>;
}

/**
 * Whether this app was packaged with an address for updates: electron-builder then writes `app-update.yml` beside the archive. An
 * app that was not asks nobody and shows no menu item.
 */
export function isUpdateConfigured(isPackaged: boolean, resourcesPath: string): boolean {
  return isPackaged && existsSync(join(resourcesPath, 'app-update.yml'));
}

/** Updates that a person agrees to twice: to the download, and to quitting. What is downloaded is installed when Sluice ends. */
export function createUpdater({ load, tell, quit, logger }: UpdaterOptions): Updater {
  let running: Promise<void> | undefined;
  return {
    check(byPerson) {
      running ??= look(byPerson).finally(() => {
        running = undefined;
      });
      return running;
    },
  };

  async function look(byPerson: boolean): Promise<void> {
    try {
      const source = await load();
      source.autoDownload = false;
      source.autoInstallOnAppQuit = true;
      source.logger = logger;
      const found = await source.checkForUpdates();
      if (found?.isUpdateAvailable !== true) {
        if (byPerson) await tell({ kind: 'none' });
        return;
      }
      const { version } = found.updateInfo;
      if (!(await tell({ kind: 'available', version }))) return;
      await source.downloadUpdate();
      if (await tell({ kind: 'ready', version })) quit();
    } catch (error) {
      logger.warn('Looking for an update failed.', { error });
      if (byPerson) await tell({ kind: 'failed' });
    }
  }
}
