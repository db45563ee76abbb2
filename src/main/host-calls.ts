import { join } from 'node:path';
import { app, type BrowserWindow, dialog, shell } from 'electron';
import {
  copySamples,
  createCompletePath,
  type Leave,
  nameToSave,
  readNotices,
  type OriginalPages,
  type TrySandbox,
  writeFileToSave,
} from '#core/public/host.ts';
import type { Calls, HostHandlers } from '#shared/bridge/contract.ts';
import { externalAddress } from '#shared/page/external-address.ts';
import type { Say } from '#shared/sentences/sentences.ts';
import { printable } from '#shared/spoken/printable.ts';
import { version } from '#shared/version.ts';
import { askPerson } from './ask-person.ts';

export interface HostCallOptions {
  readonly calls: Calls;
  readonly leave: Leave;
  readonly originals: Pick<OriginalPages, 'open'>;
  readonly sandbox: TrySandbox;
  readonly window: () => BrowserWindow | undefined;
  readonly translate: () => Say;
  readonly saveSupportBundle: () => Promise<string>;
  readonly canStartAtLogin: boolean;
}

/** What the app answers for its page: dialogs are opened here, and paths are looked up by id. */
export function hostCalls(options: HostCallOptions): HostHandlers {
  const { calls, leave, originals, sandbox, window, translate, saveSupportBundle, canStartAtLogin } = options;
  const completePath = createCompletePath();
  return {
    'host.info': async () => ({
      kind: 'app',
      version,
      platform: process.platform,
      canPickFolder: true,
      canShowInFolder: true,
      canStartAtLogin,
    }),
    'host.pickFolder': async () => {
      const parent = window();
      const question: Electron.OpenDialogOptions = {
        title: translate()('desktop.pickFolder'),
        properties: ['openDirectory', 'createDirectory'],
      };
      const { canceled, filePaths } = await (parent === undefined
        ? dialog.showOpenDialog(question)
        : dialog.showOpenDialog(parent, question));
      const path = canceled ? undefined : filePaths[0];
      if (path !== undefined) leave.grant(path);
      return { path: path ?? null };
    },
    'host.askLeave': async ({ call, input }) => ({ leave: await askLeave(call, input) }),
    // The app asks in a dialog; there are no codes.
    'host.giveLeave': async () => ({ given: false }),
    'host.completePath': async ({ prefix }) => ({ paths: await completePath(prefix) }),
    'host.openExternal': async ({ url }) => ({ opened: await openExternal(url) }),
    'host.showInFolder': async ({ uploadId }) => {
      const { upload } = await calls['uploads.show']({ id: uploadId });
      shell.showItemInFolder(upload.path);
      return { shown: true };
    },
    'host.saveFile': async (wanted) => {
      const name = await nameToSave(calls, wanted);
      const parent = window();
      const question: Electron.SaveDialogOptions = {
        defaultPath: join(app.getPath('downloads'), name),
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      };
      const { canceled, filePath } = await (parent === undefined
        ? dialog.showSaveDialog(question)
        : dialog.showSaveDialog(parent, question));
      if (canceled || filePath === '') return { outcome: 'cancelled', path: null, address: null };
      return {
        outcome: 'saved',
        path: await writeFileToSave(calls, wanted, filePath),
        address: null,
      };
    },
    'host.openOriginal': originals.open,
    'host.startSandbox': async () => ({ profileId: await sandbox.start() }),
    'host.samplesFolder': async () => {
      const path = await copySamples(samplesDirectory(), join(app.getPath('documents'), 'Sluice samples'));
      leave.grant(path);
      return { path };
    },
    'host.notices': () =>
      readNotices({
        pages: new URL('../renderer/', import.meta.url),
        programs: new URL('./', import.meta.url),
      }),
    'host.supportBundle': async () => ({ path: await saveSupportBundle() }),
  };

  /** In a dialog of the system, which says what is asked for: the page only named it. */
  async function askLeave(call: string, input: unknown): Promise<'given' | 'refused'> {
    const wants = await leave.wanted(call, input);
    if (wants.length === 0) return 'given';
    const question: Electron.MessageBoxOptions = {
      type: 'warning',
      message: translate()('desktop.askLeave'),
      detail: wants
        .map((want) =>
          translate()(
            `desktop.leave.${want.kind}`,
            Object.fromEntries(Object.entries(want).map(([field, value]) => [field, printable(value)])),
          ),
        )
        .join('\n'),
      buttons: [translate()('desktop.cancel'), translate()('desktop.allow')],
      cancelId: 0,
      defaultId: 0,
    };
    if ((await askPerson(window(), question)) !== 1) return 'refused';
    await leave.give(wants);
    return 'given';
  }

  /** Only https, and only after asking (S7). */
  async function openExternal(url: string): Promise<boolean> {
    const address = externalAddress(URL.parse(url));
    if (address === null) return false;
    const question: Electron.MessageBoxOptions = {
      type: 'question',
      message: translate()('desktop.openExternal'),
      detail: address,
      buttons: [translate()('desktop.cancel'), translate()('desktop.openIt')],
      cancelId: 0,
      defaultId: 1,
    };
    if ((await askPerson(window(), question)) !== 1) return false;
    await shell.openExternal(address);
    return true;
  }
}

/** Beside the packaged app, because nothing can be copied out of its archive as a folder. */
function samplesDirectory(): string {
  return app.isPackaged
    ? join(process.resourcesPath, 'samples')
    : join(app.getAppPath(), 'resources/samples');
}
