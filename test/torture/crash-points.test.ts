import { expect, test } from 'vitest';
import { runCrashPoint } from '../../bench/torture/crash/run-crash-point.ts';
import { runCrashPoints } from '../../bench/torture/crash/run-crash-points.ts';
import { crashScenarios } from '../../bench/torture/crash/scenarios.ts';

/** The short form of `npm run torture -- --set crash`, which goes through every statement. */
test('a ledger that fails, dies or loses power here and there: nothing is lost, twice or left half done', async () => {
  const said: string[] = [];
  const { points, problems } = await runCrashPoints({ step: 41, from: 3 }, (line) => said.push(line));
  expect(problems, said.join('\n')).toEqual([]);
  expect(points).toBeGreaterThan(crashScenarios.length * 2);
});

test.each(crashScenarios)('$name: without a crash all is well', async (scenario) => {
  const { reached, problems } = await runCrashPoint(scenario, undefined);
  expect(problems).toEqual([]);
  expect(reached).toBe(false);
});
