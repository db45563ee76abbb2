import { fileURLToPath } from 'node:url';
import { BrowserWindow } from 'electron';
import { appOrigin } from './app-protocol.ts';

/** Opens the window. The page has no Node, its own JavaScript world and a process in the operating system's sandbox. */
export async function openMainWindow(): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    title: 'Sluice',
    width: 1200,
    height: 800,
    minWidth: 720,
    minHeight: 480,
    show: false,
    webPreferences: {
      preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  // Shown when painted, so that no empty white window flashes up.
  window.once('ready-to-show', () => window.show());
  await window.loadURL(`${appOrigin}/index.html`);
  return window;
}
