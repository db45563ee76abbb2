import { expect, test } from 'vitest';
import { runCrashPoints } from '../../bench/torture/crash/run-crash-points.ts';
import { crashScenarios } from '../../bench/torture/crash/scenarios.ts';

/** The points between those of `crash-points.test.ts`. */
test.each([44, 85].flatMap((from) => crashScenarios.map((scenario) => ({ ...scenario, scenario, from }))))(
  '$name, while the ledger fails, dies or loses power here and there from $from on: nothing is lost or twice',
  async ({ scenario, from }) => {
    const said: string[] = [];
    const { problems } = await runCrashPoints({ step: 123, from, scenarios: [scenario] }, (line) =>
      said.push(line),
    );
    expect(problems, said.join('\n')).toEqual([]);
  },
);
