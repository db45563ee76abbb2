import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { testTier } from '../scripts/test-tier.ts';
import { testWorkers } from '../scripts/test-workers.ts';
import { browserArguments } from './support/browser-arguments.ts';
import { windowOptions } from './support/windows.ts';

/** Named by `npm run e2e`, which looks for one; a run by hand takes Debian's, or else Playwright's own. */
const systemBrowser = '/usr/bin/chromium';
const browser = process.env.SLUICE_BROWSER ?? (existsSync(systemBrowser) ? systemBrowser : undefined);

/** One journey for each page; the deep tier runs the others. */
const journey = /@journey/;
const tier = testTier();

/** Timeouts in milliseconds: specs wait on conditions, so these bound a failure and never shape a pass. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../scripts/end-to-end-setup.ts',
  outputDir: '../out/e2e/results',
  timeout: 400_000,
  expect: { timeout: 150_000 },
  workers: testWorkers(),
  // A test that fails once in a hundred runs hides a fault in what it tests or in itself.
  retries: 0,
  forbidOnly: true,
  ...(tier === 'usual' ? { grep: journey } : tier === 'rest' ? { grepInvert: journey } : {}),
  reporter: [['list'], ['json', { outputFile: '../out/e2e/report.json' }]],
  // A trace is made on request (`--trace retain-on-failure`): made of every test, it was a third of
  // the time.
  use: { screenshot: 'only-on-failure' },
  projects: [
    { name: 'electron', testDir: 'electron' },
    {
      name: 'agent',
      testDir: 'agent',
      use: {
        ...windowOptions,
        launchOptions: {
          args: [...browserArguments],
          ...(browser === undefined ? {} : { executablePath: browser }),
        },
      },
    },
  ],
});
