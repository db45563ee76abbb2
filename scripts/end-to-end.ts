import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtAppVariable } from './built-variables.ts';
import { countEndToEnd } from './count-end-to-end.ts';
import { findBrowser } from './find-browser.ts';
import { findElectron } from './find-electron.ts';
import type { TestCount } from './test-count.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const configuration = ['-c', 'e2e/playwright.config.ts'];
const report = join(root, 'out/e2e/report.json');

export interface EndToEnd {
  readonly passed: boolean;
  readonly count: TestCount;
  /** One sentence for each layer that did not run, with the reason. */
  readonly notRun: readonly string[];
}

/**
 * Builds the app, unless `npm test` has, and runs the specs of both hosts of its pages: `agent` in a
 * browser, `electron` over the desktop bundle. A layer that cannot run here is left out, its specs count
 * as skipped, and why is said; which runtimes were used is said too.
 *
 * @param parameters for Playwright
 */
export function runEndToEnd(parameters: readonly string[]): EndToEnd {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH,
  };
  const run = (tool: string, args: readonly string[], limit?: number) =>
    spawnSync(tool, args, {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
      timeout: limit,
    }).status === 0;
  const nothing: TestCount = { passed: 0, failed: 0, unloaded: 0, skipped: [] };
  const isBuilt = process.env[builtAppVariable] !== undefined;
  if (!isBuilt && !run('electron-vite', ['build', '--logLevel', 'warn'])) {
    console.log('The app could not be built, so its end-to-end tests did not run.');
    return { passed: false, count: { ...nothing, failed: 1 }, notRun: [] };
  }

  const browser = findBrowser(run);
  const runtime = findElectron(root);
  // The stand-in shows its windows in a browser.
  const electron = 'reason' in browser && 'folder' in runtime && runtime.isStandIn ? browser : runtime;
  const projects: string[] = [];
  const notRun: string[] = [];
  const said: string[] = [];
  if ('path' in browser) {
    environment.SLUICE_BROWSER = browser.path;
    environment.STANDIN_CHROMIUM ??= browser.path;
    projects.push('agent');
    said.push(`The pages ran in ${browser.path}.`);
  } else notRun.push(`the pages in a browser (${browser.reason})`);
  if ('folder' in electron) {
    projects.push('electron');
    const { folder, isStandIn } = electron;
    said.push(
      isStandIn
        ? `The desktop bundle ran on a STAND-IN for Electron's runtime (${folder}): NOT on Electron itself.`
        : `The desktop bundle ran on the Electron runtime in ${folder}.`,
    );
  } else notRun.push(`the desktop bundle (${electron.reason})`);

  rmSync(report, { force: true });
  const through = 'through' in electron ? electron.through : [];
  const [tool = 'playwright', ...before] = [...through, 'playwright'];
  const select = projects.map((name) => `--project=${name}`);
  const passed =
    projects.length === 0 || run(tool, [...before, 'test', ...configuration, ...select, ...parameters]);
  const count = countEndToEnd(existsSync(report) ? readFileSync(report, 'utf8') : '');
  // Playwright also fails without a failed test: no test found, a reporter that broke.
  if (!passed) count.failed = Math.max(1, count.failed);
  for (const name of ['agent', 'electron']) {
    if (!projects.includes(name)) count.skipped.push(...titlesOf(name, environment));
  }
  console.log();
  for (const line of said) console.log(line);
  for (const layer of notRun) console.log(`NOT RUN: ${layer}.`);
  return { passed: passed && (projects.length === 0 || count.passed > 0), count, notRun };
}

/** The specs of a project that does not run, by name: what is skipped is counted, not guessed. */
function titlesOf(project: string, env: NodeJS.ProcessEnv): string[] {
  const args = ['test', ...configuration, `--project=${project}`, '--list', '--reporter=json'];
  const { PLAYWRIGHT_JSON_OUTPUT_NAME: _name, ...rest } = env;
  const { stdout } = spawnSync('playwright', args, {
    cwd: root,
    env: rest,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  return countEndToEnd(stdout.slice(Math.max(0, stdout.indexOf('{')))).skipped;
}
