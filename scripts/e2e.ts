import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run e2e`: builds the app and runs the specs of both hosts of the pages. Which Electron runtime that was is said at the
 * end; where there is none, the browser's specs run, what did not run is said, and the run fails. Arguments go to Playwright.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const environment = { ...process.env, PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH };
const installed = join(root, 'node_modules/electron/dist');
const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
const runtime = override ?? (existsSync(installed) ? installed : null);

const isStandIn = override !== undefined && existsSync(join(override, '../lib/bootstrap.cjs'));
const projects = runtime === null ? ['--project', 'agent'] : [];
const passed =
  run('electron-vite', ['build']) &&
  run('playwright', ['test', '-c', 'e2e/playwright.config.ts', ...projects, ...process.argv.slice(2)]);
if (runtime === null) {
  console.error(`NOT RUN: the Electron specs. There is no Electron runtime in ${installed}.`);
  console.error(
    'Install it with `node node_modules/electron/install.js`, or name one in ELECTRON_OVERRIDE_DIST_PATH.',
  );
} else if (isStandIn) {
  console.log(`The Electron specs ran on a STAND-IN for the runtime (${runtime}): not on Electron itself.`);
} else {
  console.log(`The Electron specs ran on the Electron runtime in ${runtime}.`);
}
if (!passed || runtime === null) process.exitCode = 1;

function run(tool: string, parameters: readonly string[]): boolean {
  const options = {
    cwd: root,
    env: environment,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  } as const;
  return spawnSync(tool, parameters, options).status === 0;
}
