import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test as base, _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { Bridge, PageCallName, Reply } from '../../src/shared/bridge/contract.ts';
import { projectRoot } from './project-root.ts';

export { expect } from '@playwright/test';
export { projectRoot };

declare global {
  interface Window {
    readonly sluice: Bridge & { pathsOf(files: readonly File[]): string[] };
  }
}

export interface LaunchOptions {
  readonly args?: readonly string[];
  /** Whether the desktop says that it shows tray icons. */
  readonly tray?: boolean;
}

export interface Launched {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** A call as a page makes it. */
  call(name: PageCallName, input?: unknown): Promise<Reply>;
  /** The value of a call that must succeed. */
  value<T>(name: PageCallName, input?: unknown): Promise<T>;
  /** Everything the program wrote. */
  log(): string;
  /** Ends the app as a person does: closing its window is not enough. */
  quit(): Promise<void>;
}

export interface Place {
  /** A temporary home folder. */
  readonly home: string;
  readonly userData: string;
  readonly dataDirectory: string;
  /** Writes a file and answers its path. */
  file(name: string, text: string): string;
  /** Every byte below the home folder, as text: for the canaries. */
  everything(): string;
}

/** The environment of the app: a home of its own, and a desktop that answers as the test wants. */
function environmentOf(home: string, tray: boolean): Record<string, string> {
  const bin = join(home, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'gdbus'), `#!/bin/sh\necho '(${tray},)'\n`);
  chmodSync(join(bin, 'gdbus'), 0o755);
  const { SLUICE_API_KEY: _key, ...env } = process.env as Record<string, string>;
  return {
    ...env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    PATH: `${bin}${delimiter}${env.PATH}`,
  };
}

interface Fixtures {
  readonly place: Place;
  readonly launch: (options?: LaunchOptions) => Promise<Launched>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names, and there are none
  place: async ({}, use) => {
    const home = mkdtempSync(join(tmpdir(), 'sluice-app-'));
    const userData = join(home, 'user-data');
    await use({
      home,
      userData,
      dataDirectory: join(userData, 'data'),
      file(name, text) {
        const path = join(home, name);
        writeFileSync(path, text);
        return path;
      },
      everything: () =>
        readdirSync(home, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
          .join('\n'),
    });
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  },
  launch: async ({ place }, use) => {
    const opened: Launched[] = [];
    await use(async ({ args = [], tray = true } = {}) => {
      const app = await _electron.launch({
        args: [projectRoot, `--user-data-dir=${place.userData}`, ...args],
        env: environmentOf(place.home, tray),
        cwd: place.home,
      });
      const child = app.process();
      let log = '';
      const collect = (text: Buffer) => {
        log += text;
      };
      child.stdout?.on('data', collect);
      child.stderr?.on('data', collect);
      const page = await app.firstWindow();
      await page.waitForLoadState('load');
      const call = (name: PageCallName, input: unknown = {}) =>
        page.evaluate(([called, given]) => window.sluice.call(called, given), [name, input] as const);
      /** Answers the dialog that asks for leave, as the person does who wants what the test wants. */
      const allow = async (name: PageCallName, input: unknown) => {
        await app.evaluate(({ dialog }) => {
          const { showMessageBox } = dialog;
          Object.assign(globalThis, { showMessageBox });
          dialog.showMessageBox = (async () => ({ response: 1, checkboxChecked: false })) as never;
        });
        await call('host.askLeave', { call: name, input });
        await app.evaluate(({ dialog }) => {
          dialog.showMessageBox = (
            globalThis as unknown as Pick<typeof dialog, 'showMessageBox'>
          ).showMessageBox;
        });
      };
      const value = async <T>(name: PageCallName, input: unknown = {}) => {
        let reply = await call(name, input);
        if (!reply.ok && reply.error.code === 'LEAVE_NEEDED') {
          await allow(name, input);
          reply = await call(name, input);
        }
        if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`);
        return reply.value as T;
      };
      const quit = async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exited = new Promise((resolve) => child.once('exit', resolve));
        await app.evaluate((electron) => electron.app.quit()).catch(() => undefined);
        await exited;
      };
      const launched = { app, page, call, value, log: () => log, quit };
      opened.push(launched);
      return launched;
    });
    for (const one of opened) await one.quit();
  },
});
