import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '#core/ports/logger.ts';
import type { Policy } from '#shared/settings/policy.ts';

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
  /** There is one, and it is to be fetched and installed by hand. */
  | { readonly kind: 'by-hand'; readonly version: string }
  /** There is one, and this kind of installation is renewed by whoever installed it. */
  | { readonly kind: 'by-package'; readonly version: string }
  | { readonly kind: 'available'; readonly version: string }
  | { readonly kind: 'ready'; readonly version: string };

export interface UpdaterOptions {
  readonly plan: Exclude<UpdatePlan, 'none'>;
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

/** What an app does about updates. */
export type UpdatePlan = 'none' | 'tell' | 'tellPackage' | 'install';

/** What the installer of NSIS leaves beside the program, and an MSI does not. */
const uninstaller = 'Uninstall Sluice.exe';

/**
 * What this app does about updates. electron-builder writes `app-update.yml` beside the archive of an app
 * that was packaged with an address for them.
 * - `none`: there is no address, or one that is not https, or the administrator of the machine brings newer
 *   versions: nobody is asked, there is no menu item
 * - `tell`: that there is a newer version is said, and no more: nothing here would check who made it. The sum
 *   that `latest.yml` gives comes from the same server as the file
 * - `tellPackage`: the same where it came as an MSI, which never updates itself: an installer run from here
 *   would put a second app beside it (https://github.com/electron-userland/electron-builder/issues/6965)
 * - `install`: the installer's publisher is compared (Windows, where the app was signed), or the system
 *   compares signatures (macOS)
 */
export function updatePlan(
  isPackaged: boolean,
  resourcesPath: string,
  platform: NodeJS.Platform,
  policy?: Pick<Policy, 'updates'>,
): UpdatePlan {
  const path = join(resourcesPath, 'app-update.yml');
  if (!isPackaged || policy?.updates === 'off' || !existsSync(path)) return 'none';
  const file = readFileSync(path, 'utf8');
  const address = URL.parse(/^url: *['"]?([^'"\s]+)/m.exec(file)?.[1] ?? '');
  if (address?.protocol !== 'https:') return 'none';
  if (platform === 'win32' && !existsSync(join(resourcesPath, '..', uninstaller))) return 'tellPackage';
  const isChecked = platform === 'darwin' || (platform === 'win32' && /^publisherName:/m.test(file));
  return isChecked ? 'install' : 'tell';
}

/**
 * Updates that a person agrees to twice: to the download, and to quitting. What is downloaded is installed
 * when Sluice ends.
 */
export function createUpdater({ load, plan, tell, quit, logger }: UpdaterOptions): Updater {
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
      source.autoInstallOnAppQuit = plan === 'install';
      source.logger = logger;
      const found = await source.checkForUpdates();
      if (found?.isUpdateAvailable !== true) {
        if (byPerson) await tell({ kind: 'none' });
        return;
      }
      const { version } = found.updateInfo;
      if (plan !== 'install') {
        await tell({ kind: plan === 'tell' ? 'by-hand' : 'by-package', version });
        return;
      }
      if (!(await tell({ kind: 'available', version }))) return;
      await source.downloadUpdate();
      if (await tell({ kind: 'ready', version })) quit();
    } catch (error) {
      logger.warn('Looking for an update failed.', { error });
      if (byPerson) await tell({ kind: 'failed' });
    }
  }
}
