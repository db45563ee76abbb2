import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow } from 'electron';
import { appOrigin } from './app-origin.ts';

export interface MainWindowOptions {
  /** Whether a closed window can be had back from the tray. */
  readonly hasTray: () => boolean;
  /** Whether the app ends, so that closing is closing. */
  readonly isQuitting: () => boolean;
}

/**
 * The one window. Closing it keeps Sluice working: it goes to the tray, or where there is none, into the
 * taskbar (X2).
 */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #window: BrowserWindow | undefined;

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  get current(): BrowserWindow | undefined {
    return this.#window;
  }

  /** Shows the window, at this route of the page when one is given. */
  async show(route?: string): Promise<void> {
    const window = this.#window;
    if (window === undefined) return this.create(true, route);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    if (route !== undefined) await window.loadURL(`${appOrigin}/index.html${route}`);
  }

  /**
   * Lets the person choose files, as the page's own button does: its file field hands over what it then
   * uploads. A page may open the dialog only after a person's click, and a click in the menu is one.
   */
  async chooseFiles(): Promise<void> {
    await this.show();
    const press = 'document.querySelector("[data-choose-files]")?.click()';
    await this.#window?.webContents.executeJavaScript(press, true);
  }

  /**
   * Makes the window. The page has no Node, its own JavaScript world and a process in the operating system's
   * sandbox.
   */
  async create(isShown: boolean, route = ''): Promise<void> {
    const window = new BrowserWindow({
      title: 'Sluice',
      icon: join(app.getAppPath(), 'resources/icons/icon.png'),
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
    this.#window = window;
    // Shown when painted, so that no empty white window flashes up.
    if (isShown) window.once('ready-to-show', () => window.show());
    // Where there is no tray, a hidden window could not be had back.
    else if (!this.#options.hasTray()) window.minimize();
    window.on('close', (event) => {
      if (this.#options.isQuitting()) return;
      event.preventDefault();
      if (this.#options.hasTray()) window.hide();
      else window.minimize();
    });
    window.on('closed', () => {
      this.#window = undefined;
    });
    await window.loadURL(`${appOrigin}/index.html${route}`);
  }
}
