import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { copyProject, projectRoot } from '../test/support/project-copy.ts';
import { countTests, type TestCount } from '../scripts/test-count.ts';
import type { KeptMutation } from './read-kept.ts';

/** A mutated run that takes longer hangs, and a test that hangs fails; real ms. */
const longestRun = 240_000;
/** Most mutants make a test wait for what never comes: no longer than this, ms. */
const testTimeout = 30_000;

/**
 * - `killed`: a test failed, or hung
 * - `survived`: all tests passed: nothing holds this line
 * - `stale`: the line is not there any more, or not once
 * - `broken`: no test ran: the mutant does not load, or the tests it names do not exist
 */
type Verdict = 'killed' | 'survived' | 'stale' | 'broken';

/** Runs each mutation in a copy of the project; true when every one was killed. */
export async function runKept(
  mutations: readonly KeptMutation[],
  say: (line: string) => void,
): Promise<boolean> {
  if (mutations.length === 0) return false;
  const verdicts: Verdict[] = [];
  const line = [...mutations];
  const copies = Array.from({ length: Math.min(availableParallelism(), mutations.length) }, () =>
    copyProject({ samples: true }),
  );
  try {
    const files = [...new Set(mutations.flatMap((one) => one.tests))];
    const sound = await runTests(copies[0]?.directory ?? '', files);
    say(`without a mutation: ${sound.passed} tests passed, ${sound.failed} failed`);
    // A kill by a test that fails anyway says nothing.
    if (sound.failed > 0 || sound.hung || sound.passed === 0) return false;
    await Promise.all(
      copies.map(async ({ directory }) => {
        for (let next = line.shift(); next !== undefined; next = line.shift()) {
          const verdict = await judge(directory, next);
          verdicts.push(verdict);
          say(`${verdict.padEnd(9)}${next.name}  (${next.file})`);
        }
      }),
    );
  } finally {
    for (const copy of copies) copy.remove();
  }
  const counts = (['killed', 'survived', 'stale', 'broken'] as const).map(
    (kind) => `${verdicts.filter((verdict) => verdict === kind).length} ${kind}`,
  );
  say(`Kept mutations: ${counts.join(', ')}.`);
  return verdicts.every((verdict) => verdict === 'killed');
}

async function judge(directory: string, mutation: KeptMutation): Promise<Verdict> {
  const path = join(directory, mutation.file);
  if (!existsSync(path)) return 'stale';
  const source = readFileSync(path, 'utf8');
  const parts = source.split(mutation.find);
  if (parts.length !== 2) return 'stale';
  writeFileSync(path, parts.join(mutation.replace));
  try {
    const { passed, failed, unloaded, hung } = await runTests(directory, mutation.tests, mutation.test);
    if (failed > unloaded || hung) return 'killed';
    return unloaded === 0 && passed > 0 ? 'survived' : 'broken';
  } finally {
    writeFileSync(path, source);
  }
}

interface Run extends TestCount {
  readonly hung: boolean;
}

function runTests(directory: string, files: readonly string[], pattern?: string): Promise<Run> {
  const report = join(directory, 'mutation-report.json');
  rmSync(report, { force: true });
  const parameters = [
    'run',
    '--project',
    'unit',
    '--project',
    'integration',
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  const tool = spawn(
    'vitest',
    [
      ...parameters,
      `--testTimeout=${testTimeout}`,
      ...(pattern === undefined ? [] : ['--bail=1', '-t', pattern]),
      ...files,
    ],
    { cwd: directory, env: environment, stdio: 'ignore', detached: true },
  );
  return new Promise((resolve) => {
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      killGroup(tool);
    }, longestRun);
    tool.once('close', () => {
      clearTimeout(timer);
      resolve({ ...countTests(existsSync(report) ? readFileSync(report, 'utf8') : ''), hung });
    });
  });
}

/** Vitest's workers, and the agents that tests start, go with it. */
function killGroup(tool: ChildProcess): void {
  if (tool.pid !== undefined) process.kill(-tool.pid, 'SIGKILL');
}

const environment = {
  ...process.env,
  PATH: join(projectRoot, 'node_modules/.bin') + delimiter + process.env.PATH,
};
