import { app, type BrowserWindow } from 'electron';
import type { Logger } from '#core/ports/logger.ts';
import { createUpdater, isUpdateConfigured, type Updater, type UpdateNews } from './adapters/updater.ts';
import { askPerson } from './ask-person.ts';
import type { Translate } from './messages.ts';

export interface UpdatesOptions {
  readonly window: () => BrowserWindow | undefined;
  readonly translate: () => Translate;
  readonly logger: Logger;
}

/** Updates of this app with their dialogs; undefined where none are configured. */
export function createUpdates({ window, translate, logger }: UpdatesOptions): Updater | undefined {
  if (!isUpdateConfigured(app.isPackaged, process.resourcesPath)) return undefined;
  return createUpdater({
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
      ...('version' in news
        ? { buttons: [words('updateLater'), words(agree[news.kind])], cancelId: 0, defaultId: 1 }
        : {}),
    };
    return (await askPerson(window(), question)) === 1;
  }
}

const messages = {
  none: 'updateNone',
  failed: 'updateFailed',
  available: 'updateAvailable',
  ready: 'updateReady',
} as const;

const agree = { available: 'updateDownload', ready: 'updateQuit' } as const;

const details = {
  none: 'updateNoneDetail',
  failed: 'updateFailedDetail',
  available: 'updateAvailableDetail',
  ready: 'updateReadyDetail',
} as const;
