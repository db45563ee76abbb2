import { Menu, type MenuItemConstructorOptions } from 'electron';
import { menuKeys, menuPages } from '#shared/keys/menu-keys.ts';
import type { Say } from '#shared/sentences/sentences.ts';

export interface MenuActions {
  /** Shows a route of the page. */
  readonly go: (route: string) => void;
  readonly setPaused: (paused: boolean) => void;
  readonly uploadFiles: () => void;
  readonly saveSupportBundle: () => void;
  /** Undefined where no updates are configured. */
  readonly checkForUpdates: (() => void) | undefined;
}

/** Parts of the page's Help. */
const helpPages = ['keys', 'news', 'docs', 'licences'] as const;

/** The native menu with its shortcuts. */
export function setAppMenu(translate: Say, isPaused: boolean, actions: MenuActions): void {
  const page = (name: (typeof menuPages)[number], index: number): MenuItemConstructorOptions => ({
    id: name,
    label: translate(`desktop.${name}`),
    accelerator: `CmdOrCtrl+${index + 1}`,
    click: () => actions.go(name === 'home' ? '#/' : `#/${name}`),
  });
  const helpPage = (name: (typeof helpPages)[number]): MenuItemConstructorOptions => ({
    id: `help-${name}`,
    label: translate(`help.${name}`),
    click: () => actions.go(`#/help/${name}`),
  });
  const isMac = process.platform === 'darwin';
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: translate('desktop.settings'),
    accelerator: menuKeys.settings,
    click: () => actions.go('#/settings'),
  };
  const updates: MenuItemConstructorOptions[] = actions.checkForUpdates
    ? [{ id: 'updates', label: translate('desktop.checkForUpdates'), click: actions.checkForUpdates }]
    : [];
  const template: MenuItemConstructorOptions[] = [
    {
      label: translate('desktop.file'),
      submenu: [
        {
          id: 'upload-files',
          label: translate('desktop.uploadFiles'),
          accelerator: menuKeys.uploadFiles,
          click: actions.uploadFiles,
        },
        {
          id: 'add-folder',
          label: translate('desktop.addFolder'),
          accelerator: menuKeys.addFolder,
          click: () => actions.go('#/folders/new'),
        },
        {
          id: 'open-annotated',
          label: translate('desktop.openAnnotated'),
          accelerator: menuKeys.openAnnotated,
          click: () => actions.go('#/annotated?choose=1'),
        },
        {
          id: 'pause',
          label: translate(isPaused ? 'desktop.resume' : 'desktop.pause'),
          accelerator: menuKeys.pause,
          click: () => actions.setPaused(!isPaused),
        },
        ...(isMac ? [] : [{ type: 'separator' as const }, settings]),
        { type: 'separator' },
        { role: 'close' },
        ...(isMac
          ? []
          : [
              {
                id: 'quit',
                role: 'quit' as const,
                label: translate('desktop.quit'),
                accelerator: menuKeys.quit,
              },
            ]),
      ],
    },
    { role: 'editMenu', label: translate('desktop.edit') },
    { label: translate('desktop.go'), submenu: menuPages.map(page) },
    {
      label: translate('desktop.view'),
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu', label: translate('desktop.window') },
    {
      role: 'help',
      label: translate('desktop.help'),
      submenu: [
        {
          id: 'help',
          label: translate('desktop.help'),
          accelerator: menuKeys.help,
          click: () => actions.go('#/help'),
        },
        ...helpPages.map(helpPage),
        { type: 'separator' },
        { id: 'support-bundle', label: translate('desktop.supportBundle'), click: actions.saveSupportBundle },
        ...(isMac ? [] : updates),
        ...(isMac ? [] : [{ role: 'about' as const, label: translate('desktop.about') }]),
      ],
    },
  ];
  if (isMac) {
    const own: MenuItemConstructorOptions[] = [
      { role: 'about', label: translate('desktop.about') },
      ...updates,
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit', label: translate('desktop.quit') },
    ];
    template.unshift({ role: 'appMenu', submenu: own });
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
