import { expect, test } from 'vitest';
import { runCrashPoint } from '../../bench/torture/crash/run-crash-point.ts';
import { runCrashPoints } from '../../bench/torture/crash/run-crash-points.ts';
import { crashScenarios } from '../../bench/torture/crash/scenarios.ts';

/** Some of the points that `npm run torture -- --set crash` goes through; `crash-points.deep.test.ts` takes as many again, twice. */
test.each(crashScenarios)(
  '$name, while the ledger fails, dies or loses power here and there: nothing is lost, twice or left half done',
  async (scenario) => {
    const said: string[] = [];
    const points = await runCrashPoints({ step: 123, from: 3, scenarios: [scenario] }, (line) =>
      said.push(line),
    );
    expect(points.problems, said.join('\n')).toEqual([]);
    expect(points.points).toBeGreaterThan(0);
  },
);

test.each(crashScenarios)('$name: without a crash all is well', async (scenario) => {
  const { reached, problems } = await runCrashPoint(scenario, undefined);
  expect(problems).toEqual([]);
  expect(reached).toBe(false);
});
