import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test as base } from '@playwright/test';
import { startService } from './app-document.ts';
import { type Launched, launchApp } from './launch-app.ts';
import { makePlace, type Place } from './place.ts';
import { projectRoot } from './project-root.ts';

export { expect } from '@playwright/test';
export { type Launched, projectRoot };

export interface LaunchOptions {
  readonly args?: readonly string[];
  /** Whether the desktop says that it shows tray icons. */
  readonly tray?: boolean;
}

/** A home folder with the app's own folders in it. */
export interface AppPlace extends Omit<Place, 'everything'> {
  readonly userData: string;
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
  readonly place: AppPlace;
  readonly launch: (options?: LaunchOptions) => Promise<Launched>;
}

interface SharedFixtures {
  /**
   * The app, started once for all tests that ask for this one: they look at it, or change what no other of
   * them looks at. A start takes four seconds of processor time.
   */
  readonly running: RunningApp;
  /** The same with a service of its own: for tests of what comes once documents can be sent. */
  readonly serving: RunningApp;
}

type RunningApp = Launched & { readonly place: AppPlace };

function makeAppPlace(): AppPlace {
  const place = makePlace();
  const userData = join(place.home, 'user-data');
  const everything = () => [...place.everything().values()].join('\n');
  return { ...place, userData, dataDirectory: join(userData, 'data'), everything };
}

const launchIn = (place: AppPlace, { args = [], tray = true }: LaunchOptions = {}) =>
  launchApp([`--user-data-dir=${place.userData}`, ...args], {
    env: environmentOf(place.home, tray),
    cwd: place.home,
  });

export const test = base.extend<Fixtures, SharedFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names, and there are none
  place: async ({}, use) => {
    const place = makeAppPlace();
    await use(place);
    place.remove();
  },
  launch: async ({ place }, use) => {
    const opened: Launched[] = [];
    await use(async (options) => {
      const launched = await launchIn(place, options);
      opened.push(launched);
      return launched;
    });
    for (const one of opened) await one.quit();
  },
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => useApp(use),
    { scope: 'worker', timeout: 400_000 },
  ],
  serving: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) =>
      useApp(async (launched) => {
        await startService(launched);
        await use(launched);
      }),
    { scope: 'worker', timeout: 400_000 },
  ],
});

async function useApp(use: (app: RunningApp) => Promise<void>): Promise<void> {
  const place = makeAppPlace();
  const launched = await launchIn(place);
  await use({ ...launched, place });
  await launched.quit();
  place.remove();
}
