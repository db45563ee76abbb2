/** Keys of the desktop app's menus, as Electron writes them; Help lists them too. */
export const menuKeys = {
  uploadFiles: 'CmdOrCtrl+O',
  addFolder: 'CmdOrCtrl+Shift+O',
  openAnnotated: 'CmdOrCtrl+Alt+O',
  pause: 'CmdOrCtrl+Shift+P',
  settings: 'CmdOrCtrl+,',
  help: 'F1',
  quit: 'CmdOrCtrl+Q',
} as const;

/** Pages of the Go menu, whose keys are their numbers; in the order of the page's own navigation. */
export const menuPages = [
  'home',
  'folders',
  'uploads',
  'documents',
  'search',
  'connectors',
  'tags',
  'explorer',
] as const;
