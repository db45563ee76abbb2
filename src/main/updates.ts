import { app, type BrowserWindow } from 'electron';
import type { Logger } from '#core/ports/logger.ts';
import type { Say } from '#shared/sentences/sentences.ts';
import type { Policy } from '#shared/settings/policy.ts';
import { createUpdater, type Updater, type UpdateNews, updatePlan } from './adapters/updater.ts';
import { askPerson } from './ask-person.ts';

export interface UpdatesOptions {
  /** What the administrator of the machine set. */
  readonly policy: Policy | undefined;
  readonly window: () => BrowserWindow | undefined;
  readonly translate: () => Say;
  readonly logger: Logger;
}

/** Updates of this app with their dialogs; undefined where none are configured. */
export function createUpdates({ policy, window, translate, logger }: UpdatesOptions): Updater | undefined {
  const plan = updatePlan(app.isPackaged, process.resourcesPath, process.platform, policy);
  if (plan === 'none') return undefined;
  return createUpdater({
    plan,
    load: async () => (await import('electron-updater')).default.autoUpdater,
    tell,
    quit: () => app.quit(),
    logger,
  });

  async function tell(news: UpdateNews): Promise<boolean> {
    const words = translate();
    const version = 'version' in news ? news.version : app.getVersion();
    const question: Electron.MessageBoxOptions = {
      type: news.kind === 'failed' ? 'warning' : 'info',
      message: words(messages[news.kind], { version }),
      detail: words(details[news.kind]),
      ...(news.kind === 'available' || news.kind === 'ready'
        ? { buttons: [words('desktop.updateLater'), words(agree[news.kind])], cancelId: 0, defaultId: 1 }
        : {}),
    };
    return (await askPerson(window(), question)) === 1;
  }
}

const messages = {
  none: 'desktop.updateNone',
  failed: 'desktop.updateFailed',
  'by-hand': 'desktop.updateAvailable',
  'by-package': 'desktop.updateAvailable',
  available: 'desktop.updateAvailable',
  ready: 'desktop.updateReady',
} as const;

const agree = { available: 'desktop.updateDownload', ready: 'desktop.updateQuit' } as const;

const details = {
  none: 'desktop.updateNoneDetail',
  failed: 'desktop.updateFailedDetail',
  'by-hand': 'desktop.updateByHandDetail',
  'by-package': 'desktop.updateByPackageDetail',
  available: 'desktop.updateAvailableDetail',
  ready: 'desktop.updateReadyDetail',
} as const;
