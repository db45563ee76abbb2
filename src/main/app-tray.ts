import { join } from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import type { Say } from '#shared/sentences/sentences.ts';
import type { DesktopState } from './desktop-state.ts';
import { trayIconFile } from './tray-icon.ts';
import { trayWords } from './tray-words.ts';

export interface TrayActions {
  readonly open: () => void;
  readonly setPaused: (paused: boolean) => void;
  readonly quit: () => void;
}

/** The icon in the tray: how it is doing, pause and resume, open and quit. */
export class AppTray {
  readonly #tray: Tray;
  readonly #directory: string;
  readonly #actions: TrayActions;
  #shown = '';

  /** @param directory of the icons */
  constructor(directory: string, actions: TrayActions) {
    this.#directory = directory;
    this.#actions = actions;
    this.#tray = new Tray(this.#icon('idle'));
    this.#tray.on('click', actions.open);
  }

  show(state: DesktopState, translate: Say): void {
    const words = trayWords(state, translate);
    // A menu that is made anew while it is open closes under the person's pointer.
    if (this.#shown === words) return;
    this.#shown = words;
    this.#tray.setImage(this.#icon(state.kind));
    this.#tray.setToolTip(`Sluice: ${words}`);
    const isPaused = state.kind === 'paused';
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: words, enabled: false },
        { type: 'separator' },
        { id: 'open', label: translate('desktop.open'), click: this.#actions.open },
        {
          id: 'pause',
          label: translate(isPaused ? 'desktop.resume' : 'desktop.pause'),
          click: () => this.#actions.setPaused(!isPaused),
        },
        { type: 'separator' },
        { id: 'quit', label: translate('desktop.quit'), click: this.#actions.quit },
      ]),
    );
  }

  stop(): void {
    this.#tray.destroy();
  }

  #icon(kind: DesktopState['kind']) {
    return nativeImage.createFromPath(join(this.#directory, trayIconFile(kind, process.platform)));
  }
}
