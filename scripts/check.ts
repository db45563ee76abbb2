import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { buildAgent } from './build-agent.ts';
import { buildPackage } from './build-package.ts';
import { builtAgentVariable, builtAppVariable, builtPackageVariable } from './built-variables.ts';
import { runEndToEnd } from './end-to-end.ts';
import { type Gate, gates } from './gates.ts';
import { tierVariable } from './test-tier.ts';
import { loadVariable } from './test-workers.ts';
import { countTests, type TestCount } from './test-count.ts';

/**
 * `npm test`: the gates and the tests for everyday work. `npm run test:deep`: all of them. Stops at the first
 * step that fails. The last line is always `N passed, N failed`. A failed gate counts as one failure. If tests
 * were skipped, the line also says how many, and of what.
 * `SLUICE_TEST_EVERY_LAYER=1` turns a layer that cannot run into a failure: for machines that can run all.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    deep: { type: 'boolean' },
    /** After `npm test`: only what it left out. */
    rest: { type: 'boolean' },
    /** The gates, and the tests that import what changed since a commit; without one, what is not committed. */
    changed: { type: 'boolean' },
  },
});

const root = fileURLToPath(new URL('../', import.meta.url));
/** Also that of the steps: what is built once is named in it. */
const environment = process.env;
environment.PATH = join(root, 'node_modules/.bin') + delimiter + environment.PATH;
// Later it is that of the tests themselves.
environment[loadVariable] ??= String(loadavg()[0]);
if (options.rest) environment[tierVariable] = 'rest';
else if (!options.deep) environment[tierVariable] = 'usual';
const reports = mkdtempSync(join(tmpdir(), 'sluice-check-'));
const packages = mkdtempSync(join(tmpdir(), 'sluice-package-'));
const total: TestCount = { passed: 0, failed: 0, unloaded: 0, skipped: [] };
/** Layers that cannot run on this machine. */
const notRun: string[] = [];

/** Beside the gates: the app as it ships, which some tests look at and others start. */
const build: Gate = { name: 'build', tool: 'electron-vite', parameters: ['build', '--logLevel', 'warn'] };
let removeAgent = () => {};

const steps = options.changed
  ? [() => runGates(gates), runChangedTests]
  : [
      () => runGates(options.rest ? [build] : [...gates, build]),
      buildPrograms,
      runTests,
      runEndToEndTests,
      ...(options.deep && !options.rest ? [runWorlds] : []),
    ];

let failed = false;
for (const step of steps) {
  failed = !(await step());
  if (failed) break;
}
for (const folder of [reports, packages]) rmSync(folder, { recursive: true, force: true });
removeAgent();
for (const line of leftOut()) console.log(`LEFT OUT: ${line}.`);
if (total.skipped.length > 0)
  console.log(`\n${total.skipped.length} SKIPPED:\n  ${total.skipped.join('\n  ')}`);
const rest = notRun.length === 0 ? '' : `: ${notRun.join(', ')}`;
const skipped = total.skipped.length === 0 ? '' : `, ${total.skipped.length} skipped${rest}`;
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = failed ? 1 : 0;

/** What this run did not test, and the command that does: sentences without a full stop. */
function leftOut(): string[] {
  const byHand =
    'long torture, benchmarks and mutations (`npm run torture`, `npm run bench`, `npm run mutations`)';
  const worlds = 'the worlds that boot a system (`npm run test:worlds`)';
  if (options.changed)
    return ['what the change does not reach, deep tests and browser tests (`npm run test:deep`)'];
  if (options.rest) return ['what `npm test` runs', worlds, byHand];
  if (options.deep) return [byHand];
  const files = globSync('{src,test}/**/*.deep.test.{ts,tsx}', { cwd: root });
  const journeys = 'browser tests without the tag @journey';
  return [`${files.length} files *.deep.test.ts, ${journeys}, and ${worlds} (\`npm run test:deep\`)`, byHand];
}

/** Two at a time, the longest first; what each says is shown in one piece. */
async function runGates(all: readonly Gate[]): Promise<boolean> {
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
  return runVitest('tests') > 0;
}

function runChangedTests(): boolean {
  const changed = positionals[0] === undefined ? '--changed' : `--changed=${positionals[0]}`;
  return runVitest('tests that the change can affect', changed, '--passWithNoTests') >= 0;
}

/** The main journey in environments that take minutes to make. */
function runWorlds(): boolean {
  return runVitest('worlds', '--config', 'vitest.worlds.config.ts') > 0;
}

/** How many tests passed, or -1 if the run failed. */
function runVitest(name: string, ...parameters: string[]): number {
  const report = join(reports, `${name}.json`);
  const passed = run(name, 'vitest', [
    'run',
    ...parameters,
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
  return passed ? count.passed : -1;
}

function runEndToEndTests(): boolean {
  console.log('\n── end-to-end: both hosts of the pages');
  const start = performance.now();
  const { passed, count, notRun: layers } = runEndToEnd([]);
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped.push(...count.skipped);
  notRun.push(...layers);
  const mustRun = environment.SLUICE_TEST_EVERY_LAYER === '1' ? layers : [];
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
