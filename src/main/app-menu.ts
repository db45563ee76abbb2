import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Translate } from './messages.ts';

export interface MenuActions {
  /** Shows a route of the page. */
  readonly go: (route: string) => void;
  readonly setPaused: (paused: boolean) => void;
  readonly uploadFiles: () => void;
  readonly saveSupportBundle: () => void;
  /** Undefined where no updates are configured. */
  readonly checkForUpdates: (() => void) | undefined;
}

/** The native menu with its shortcuts. */
export function setAppMenu(translate: Translate, isPaused: boolean, actions: MenuActions): void {
  const page = (name: 'home' | 'folders' | 'uploads', number: number): MenuItemConstructorOptions => ({
    id: name,
    label: translate(name),
    accelerator: `CmdOrCtrl+${number}`,
    click: () => actions.go(name === 'home' ? '#/' : `#/${name}`),
  });
  const isMac = process.platform === 'darwin';
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: translate('settings'),
    accelerator: 'CmdOrCtrl+,',
    click: () => actions.go('#/settings'),
  };
  const updates: MenuItemConstructorOptions[] = actions.checkForUpdates
    ? [{ id: 'updates', label: translate('checkForUpdates'), click: actions.checkForUpdates }]
    : [];
  const template: MenuItemConstructorOptions[] = [
    {
      label: translate('file'),
      submenu: [
        {
          id: 'upload-files',
          label: translate('uploadFiles'),
          accelerator: 'CmdOrCtrl+O',
          click: actions.uploadFiles,
        },
        {
          id: 'add-folder',
          label: translate('addFolder'),
          accelerator: 'CmdOrCtrl+Shift+O',
          click: () => actions.go('#/folders/new'),
        },
        {
          id: 'open-annotated',
          label: translate('openAnnotated'),
          accelerator: 'CmdOrCtrl+O',
          click: () => actions.go('#/annotated?choose=1'),
        },
        {
          id: 'pause',
          label: translate(isPaused ? 'resume' : 'pause'),
          accelerator: 'CmdOrCtrl+Shift+P',
          click: () => actions.setPaused(!isPaused),
        },
        ...(isMac ? [] : [{ type: 'separator' as const }, settings]),
        { type: 'separator' },
        { role: 'close' },
        ...(isMac
          ? []
          : [{ id: 'quit', role: 'quit' as const, label: translate('quit'), accelerator: 'CmdOrCtrl+Q' }]),
      ],
    },
    { role: 'editMenu', label: translate('edit') },
    { label: translate('go'), submenu: [page('home', 1), page('folders', 2), page('uploads', 3)] },
    {
      label: translate('view'),
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu', label: translate('window') },
    {
      role: 'help',
      label: translate('help'),
      submenu: [
        { id: 'support-bundle', label: translate('supportBundle'), click: actions.saveSupportBundle },
        ...(isMac ? [] : updates),
        ...(isMac ? [] : [{ role: 'about' as const, label: translate('about') }]),
      ],
    },
  ];
  if (isMac) {
    const own: MenuItemConstructorOptions[] = [
      { role: 'about', label: translate('about') },
      ...updates,
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit', label: translate('quit') },
    ];
    template.unshift({ role: 'appMenu', submenu: own });
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
