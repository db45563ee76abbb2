import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pMap from 'p-map';
import { buildAgent } from './build-agent.ts';
import { buildPackage } from './build-package.ts';
import { builtAgentVariable, builtAppVariable, builtPackageVariable } from './built-variables.ts';
import { runEndToEnd } from './end-to-end.ts';
import { type Gate, gates } from './gates.ts';
import { layersThatMustRun } from './layers-that-must-run.ts';
import { loadVariable } from './test-workers.ts';
import { countTests, type TestCount } from './test-count.ts';

/**
 * `npm run check`: all gates and all tests, stopping at the first step that fails. The last line is always
 * `N passed, N failed`: tests, and a failed gate counts as one failure, so that it never reads as green.
 * Where tests were skipped the line goes on and says how many, and of what.
 * `SLUICE_TEST_EVERY_LAYER=1` makes a failure of a layer that cannot run: for machines that are set up to
 * run all.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
/** Also that of the steps: what is built once is named in it. */
const environment = process.env;
environment.PATH = join(root, 'node_modules/.bin') + delimiter + environment.PATH;
// Later it is that of the tests themselves.
environment[loadVariable] ??= String(loadavg()[0]);
const reports = mkdtempSync(join(tmpdir(), 'sluice-check-'));
const packages = mkdtempSync(join(tmpdir(), 'sluice-package-'));
const total: TestCount = { passed: 0, failed: 0, unloaded: 0, skipped: [] };
/** Layers that cannot run on this machine. */
const notRun: string[] = [];

/** Beside the gates: the app as it ships, which some tests look at and others start. */
const build: Gate = { name: 'build', tool: 'electron-vite', parameters: ['build', '--logLevel', 'warn'] };
let removeAgent = () => {};

const steps = [runGates, buildPrograms, runTests, runEndToEndTests];

let failed = false;
for (const step of steps) {
  failed = !(await step());
  if (failed) break;
}
for (const folder of [reports, packages]) rmSync(folder, { recursive: true, force: true });
removeAgent();
if (total.skipped.length > 0)
  console.log(`\n${total.skipped.length} SKIPPED:\n  ${total.skipped.join('\n  ')}`);
const rest = notRun.length === 0 ? '' : `: ${notRun.join(', ')}`;
const skipped = total.skipped.length === 0 ? '' : `, ${total.skipped.length} skipped${rest}`;
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = failed ? 1 : 0;

/** Two at a time, all of them and the build, the longest first; what each says is shown in one piece. */
async function runGates(): Promise<boolean> {
  const all = [...gates, build];
  console.log(`\n── ${all.map(({ name }) => name).join(', ')}`);
  const failures = (await pMap(all, runGate, { concurrency: 2 })).filter((passed) => !passed).length;
  environment[builtAppVariable] = join(root, 'out');
  total.failed += failures;
  if (failures > 0) console.log('── the steps after the gates did not run');
  return failures === 0;
}

/** The command line and the sandbox, for all tests that start them, and the package that some install. */
async function buildPrograms(): Promise<boolean> {
  try {
    const { directory, remove } = await buildAgent();
    environment[builtAgentVariable] = directory;
    removeAgent = remove;
    const pages = join(root, 'out/renderer');
    environment[builtPackageVariable] = await buildPackage({ pages, to: packages });
    return true;
  } catch (error) {
    console.log(error, '\n── the programs could not be built; the steps after it did not run');
    total.failed += 1;
    return false;
  }
}

async function runGate({ name, tool, parameters }: Gate): Promise<boolean> {
  const start = performance.now();
  const child = spawn(tool, parameters, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const ended = once(child, 'close').then(
    ([code]) => (code === 0 ? '' : `exit code ${code}`),
    (error: Error) => error.message,
  );
  const [said, complained, wrong] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (wrong !== '') console.log(said + complained);
  console.log(
    wrong === '' ? `── ${name} passed in ${seconds} s` : `── ${name} FAILED after ${seconds} s: ${wrong}`,
  );
  return wrong === '';
}

/** All projects in one run, the canaries among them: what waits in one leaves a core to another. */
function runTests(): boolean {
  const report = join(reports, 'tests.json');
  const passed = run('tests', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ]);
  const count = countTests(existsSync(report) ? readFileSync(report, 'utf8') : '');
  total.passed += count.passed;
  // Vitest also fails without a failed test: an unhandled error, a file that cannot be loaded, a run without
  // tests.
  total.failed += passed ? count.failed : Math.max(1, count.failed);
  total.skipped.push(...count.skipped);
  return passed && count.passed > 0;
}

function runEndToEndTests(): boolean {
  console.log('\n── end-to-end: both hosts of the pages');
  const start = performance.now();
  const { passed, count, notRun: layers } = runEndToEnd([]);
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped.push(...count.skipped);
  notRun.push(...layers);
  const mustRun = layersThatMustRun(layers, process.env);
  for (const layer of mustRun) console.log(`FAILED, as SLUICE_TEST_EVERY_LAYER is set: ${layer}.`);
  total.failed += mustRun.length;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const isWell = passed && mustRun.length === 0;
  console.log(`── end-to-end ${isWell ? 'passed' : 'FAILED'} in ${seconds} s`);
  return isWell;
}

/** Runs one step with its output shown, and prints its name, its verdict and its time. */
function run(name: string, tool: string, parameters: readonly string[]): boolean {
  console.log(`\n── ${name}: ${tool} ${parameters.slice(0, 5).join(' ')}`);
  const start = performance.now();
  const { status, error } = spawnSync(tool, parameters, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (status === 0) console.log(`── ${name} passed in ${seconds} s`);
  else
    console.log(
      `── ${name} FAILED after ${seconds} s${error ? `: ${error.message}` : ''}; the steps after it did not run`,
    );
  return status === 0;
}
