import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run e2e`: builds the app and runs the specs on Electron's runtime. Which runtime that was is said at the end; where
 * there is none, the run fails and says what is missing. Arguments go to Playwright.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const environment = { ...process.env, PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH };
const installed = join(root, 'node_modules/electron/dist');
const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
const runtime = override ?? (existsSync(installed) ? installed : null);

if (runtime === null) {
  console.error(`NOT RUN: the Electron specs. There is no Electron runtime in ${installed}.`);
  console.error(
    'Install it with `node node_modules/electron/install.js`, or name one in ELECTRON_OVERRIDE_DIST_PATH.',
  );
  process.exitCode = 1;
} else {
  const isStandIn = override !== undefined && existsSync(join(override, '../lib/bootstrap.cjs'));
  const passed =
    run('electron-vite', ['build']) &&
    run('playwright', ['test', '-c', 'e2e/playwright.config.ts', ...process.argv.slice(2)]);
  console.log(
    isStandIn
      ? `The Electron specs ran on a STAND-IN for the runtime (${runtime}): not on Electron itself.`
      : `The Electron specs ran on the Electron runtime in ${runtime}.`,
  );
  if (!passed) process.exitCode = 1;
}

function run(tool: string, parameters: readonly string[]): boolean {
  const options = {
    cwd: root,
    env: environment,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  } as const;
  return spawnSync(tool, parameters, options).status === 0;
}
