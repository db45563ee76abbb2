import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Where systems keep a Chromium or Chrome. */
const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Milliseconds a download may take before it is given up; some 170 MB. */
const downloadPatience = 300_000;

export type FoundBrowser = { readonly path: string } | { readonly reason: string };

/**
 * A browser for the end-to-end tests: the one that `SLUICE_BROWSER` names, the system's, or Playwright's own,
 * which is downloaded where there is none, unless `PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD` forbids it.
 */
export function findBrowser(
  run: (tool: string, parameters: readonly string[], limit: number) => boolean,
): FoundBrowser {
  const named = process.env.SLUICE_BROWSER;
  if (named !== undefined) {
    return works(named) ? { path: named } : { reason: `SLUICE_BROWSER names ${named}, which does not start` };
  }
  const own = chromium.executablePath();
  const found = [...usual, own].find(works);
  if (found !== undefined) return { path: found };
  if (process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD) {
    return { reason: 'there is no Chromium, and PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD forbids fetching one' };
  }
  console.log('There is no Chromium here; Playwright fetches its own (once, some 170 MB).');
  if (!run('playwright', ['install', 'chromium', '--no-shell'], downloadPatience)) {
    return { reason: 'there is no Chromium, and Playwright could not fetch one' };
  }
  return works(own)
    ? { path: own }
    : { reason: 'Playwright’s Chromium does not start; the system lacks libraries for it' };
}

/** A browser without its libraries is no browser. Only Linux needs asking: elsewhere they come with it. */
function works(path: string): boolean {
  if (!existsSync(path)) return false;
  return process.platform !== 'linux' || spawnSync(path, ['--version'], { timeout: 60_000 }).status === 0;
}
