import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Debian's; elsewhere Playwright's own (`npx playwright install chromium`). */
const systemBrowser = '/usr/bin/chromium';

/** Timeouts in milliseconds: specs wait on conditions, so these bound a failure and never shape a pass. */
export default defineConfig({
  testDir: '.',
  outputDir: '../out/e2e',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Each spec runs an app with a browser and a service of its own; two cores carry one at a time.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../out/e2e/report.json' }]],
  projects: [
    { name: 'electron', testDir: 'electron' },
    {
      name: 'agent',
      testDir: 'agent',
      use: { launchOptions: existsSync(systemBrowser) ? { executablePath: systemBrowser } : {} },
    },
  ],
});
