import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from '../test/support/project-copy.ts';
import type { KeptMutation } from './read-kept.ts';
import { startRunner, type TestRun, type Tests } from './run-tests.ts';

/**
 * - `killed`: a test failed
 * - `survived`: all tests passed: nothing holds this line
 * - `hung`: nothing failed but by time: on a busy machine that would happen without the mutation too, so it
 *   proves nothing
 * - `stale`: the line is not there any more, or not once
 * - `broken`: no test ran: the mutant does not load, or the tests it names do not exist
 */
const verdicts = ['killed', 'survived', 'hung', 'stale', 'broken'] as const;
type Verdict = (typeof verdicts)[number];

export interface KeptOptions {
  /** How many mutants run beside each other, each in a copy of the project. */
  readonly copies: number;
  /** After so long no other mutation is begun. */
  readonly minutes: number;
  readonly say: (line: string) => void;
}

/**
 * Runs each mutation in a copy of the project; true when every one that was begun was killed, and one at
 * least.
 */
export async function runKept(
  mutations: readonly KeptMutation[],
  { copies: wanted, minutes, say }: KeptOptions,
): Promise<boolean> {
  const end = performance.now() + minutes * 60_000;
  const counts = new Map<Verdict, number>();
  const line = [...mutations];
  const copies = Array.from({ length: Math.min(wanted, mutations.length) }, () =>
    copyProject({ samples: true }),
  );
  const runner = startRunner();
  try {
    if (!(await passesUnharmed(mutations, (tests) => runner.run(copies[0]?.directory ?? '', tests), say)))
      return false;
    await Promise.all(
      copies.map(async ({ directory }) => {
        while (performance.now() < end && !runner.interrupted.aborted) {
          const next = line.shift();
          if (!next) return;
          const start = performance.now();
          const verdict = await judge(directory, next, (tests) => runner.run(directory, tests));
          counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
          const seconds = ((performance.now() - start) / 1000).toFixed(1);
          say(`${verdict.padEnd(9)}${next.name}  (${next.file}, ${seconds} s)`);
        }
      }),
    );
  } finally {
    runner.close();
    for (const copy of copies) copy.remove();
  }
  for (const { name, file } of line) say(`not begun ${name}  (${file})`);
  const told = verdicts.map((verdict) => `${counts.get(verdict) ?? 0} ${verdict}`);
  if (line.length > 0) told.push(`${line.length} not begun`);
  say(`Kept mutations: ${told.join(', ')}.`);
  return counts.size === 1 && counts.has('killed') && !runner.interrupted.aborted;
}

/** A kill by a test that fails anyway says nothing: without a mutation every named test passes. */
async function passesUnharmed(
  mutations: readonly KeptMutation[],
  run: (tests: Tests) => Promise<TestRun>,
  say: (line: string) => void,
): Promise<boolean> {
  const whole = mutations.filter(({ test }) => test === undefined).flatMap(({ tests }) => tests);
  const named = mutations.filter(({ tests }) => tests.some((file) => !whole.includes(file)));
  const runs: Tests[] = [];
  if (whole.length > 0) runs.push({ files: [...new Set(whole)], isMutant: false });
  if (named.length > 0) {
    const files = named.flatMap(({ tests }) => tests).filter((file) => !whole.includes(file));
    const pattern = named.map(({ test }) => `(?:${test})`).join('|');
    runs.push({ files: [...new Set(files)], pattern, isMutant: false });
  }
  let passed = 0;
  for (const tests of runs) {
    const result = await run(tests);
    passed += result.passed;
    for (const name of [...result.failures, ...result.timeouts]) say(`fails without a mutation: ${name}`);
    if (result.hung) say('The named tests took too long without a mutation.');
    if (result.failed > 0 || result.hung || result.passed === 0) {
      say('Without a mutation the named tests do not all pass, so nothing was mutated.');
      return false;
    }
  }
  say(`without a mutation: ${passed} tests passed, 0 failed`);
  return passed > 0;
}

async function judge(
  directory: string,
  mutation: KeptMutation,
  run: (tests: Tests) => Promise<TestRun>,
): Promise<Verdict> {
  const path = join(directory, mutation.file);
  if (!existsSync(path)) return 'stale';
  const source = readFileSync(path, 'utf8');
  const parts = source.split(mutation.find);
  if (parts.length !== 2) return 'stale';
  writeFileSync(path, parts.join(mutation.replace));
  try {
    const tests = { files: mutation.tests, pattern: mutation.test, isMutant: true };
    const quick = await run({ ...tests, endsAtFailure: true });
    // Vitest, when it ends early, loses what failed of tests that run side by side.
    const lost = quick.failed === 0 && quick.passed === 0 && quick.skipped.length > 0 && !quick.hung;
    const result = lost ? await run(tests) : quick;
    if (result.failures.length > 0) return 'killed';
    if (result.hung || result.timeouts.length > 0) return 'hung';
    return result.unloaded === 0 && result.passed > 0 ? 'survived' : 'broken';
  } finally {
    writeFileSync(path, source);
  }
}
