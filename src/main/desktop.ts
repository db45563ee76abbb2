import { join } from 'node:path';
import { app, nativeTheme, Notification } from 'electron';
import type { Core } from '#core/create-core.ts';
import { followStatus } from '#core/public/host.ts';
import type { SettingsPort } from '#core/ports/settings.ts';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { Say } from '#shared/sentences/sentences.ts';
import type { StartAtLogin } from './adapters/start-at-login.ts';
import { setAppMenu } from './app-menu.ts';
import { AppTray } from './app-tray.ts';
import { createStateFollower } from './desktop-state.ts';
import { Locales } from './locales.ts';
import type { MainWindow } from './main-window.ts';
import { createNoticeGatherer } from './notices.ts';
import { ShownNotices } from './shown-notices.ts';

export interface DesktopOptions {
  readonly core: Core;
  readonly settings: SettingsPort;
  readonly window: MainWindow;
  readonly hasTray: boolean;
  readonly startAtLogin: Pick<StartAtLogin, 'set'>;
  readonly saveSupportBundle: () => void;
  /** Undefined where no updates are configured. */
  readonly checkForUpdates: (() => void) | undefined;
}

/** Everything of the app around its window: tray, menu, taskbar, notifications, theme, start at login. */
export class Desktop {
  readonly #options: DesktopOptions;
  readonly #locales = new Locales(join(app.getAppPath(), 'resources/locales'));
  readonly #stateOf = createStateFollower();
  readonly #noticeOf = createNoticeGatherer();
  readonly #notices = new ShownNotices();
  #tray: AppTray | undefined;
  #stops: (() => void)[] = [];
  #menuShows = '';
  #startsAtLogin: boolean | undefined;

  constructor(options: DesktopOptions) {
    this.#options = options;
  }

  start(): void {
    const { core, settings, window, hasTray } = this.#options;
    if (hasTray) {
      this.#tray = new AppTray(join(app.getAppPath(), 'resources/icons'), {
        open: () => void window.show(),
        setPaused: (paused) => this.#setPaused(paused),
        quit: () => app.quit(),
      });
    }
    this.#applyPreferences();
    this.#stops = [
      settings.onChange(() => this.#applyPreferences()),
      followStatus(core, (status) => this.#show(status)),
    ];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#tray?.stop();
  }

  translate(): Say {
    return this.#locales.say(this.#options.settings.get().preferences.language, app.getLocale());
  }

  #show(status: AgentStatus): void {
    const translate = this.translate();
    const state = this.#stateOf(status);
    this.#tray?.show(state, translate);
    this.#options.window.current?.setProgressBar(state.kind === 'working' ? state.done / state.total : -1);
    app.setBadgeCount(state.attention);
    this.#showMenu(translate, status.paused);
    this.#notify(status, translate);
  }

  #showMenu(translate: Say, isPaused: boolean): void {
    const shows = `${translate('desktop.file')} ${isPaused}`;
    if (this.#menuShows === shows) return;
    this.#menuShows = shows;
    setAppMenu(translate, isPaused, {
      go: (route) => void this.#options.window.show(route),
      setPaused: (paused) => this.#setPaused(paused),
      uploadFiles: () => void this.#options.window.chooseFiles(),
      saveSupportBundle: this.#options.saveSupportBundle,
      checkForUpdates: this.#options.checkForUpdates,
    });
  }

  #notify({ counts }: AgentStatus, translate: Say): void {
    const notice = this.#noticeOf(counts, Date.now());
    const isWanted = this.#options.settings.get().preferences.notifications && Notification.isSupported();
    // Who looks at the window sees it there.
    if (notice === null || !isWanted || this.#options.window.current?.isFocused() === true) return;
    const parts: string[] = [];
    if (notice.completed > 0) parts.push(translate('desktop.completed', { count: notice.completed }));
    if (notice.attention > 0) parts.push(translate('desktop.attention', { count: notice.attention }));
    const notification = new Notification({ title: 'Sluice', body: parts.join(', ') });
    const route = notice.attention > 0 ? '#/uploads?state=attention' : '#/uploads';
    this.#notices.show(notification, () => void this.#options.window.show(route));
  }

  #setPaused(paused: boolean): void {
    const { calls } = this.#options.core;
    void calls[paused ? 'agent.pause' : 'agent.resume']({});
  }

  #applyPreferences(): void {
    const { theme, startAtLogin } = this.#options.settings.get().preferences;
    nativeTheme.themeSource = theme === 'auto' ? 'system' : theme;
    if (this.#startsAtLogin !== startAtLogin) this.#options.startAtLogin.set(startAtLogin);
    this.#startsAtLogin = startAtLogin;
    this.#showMenu(this.translate(), this.#menuShows.endsWith('true'));
  }
}
