import { crashKinds, type CrashPoint } from './crash-place.ts';
import { runCrashPoint } from './run-crash-point.ts';
import { type CrashScenario, crashScenarios } from './scenarios.ts';

export interface CrashPointsResult {
  /** How often a statement of the ledger failed, was the program's last, or was followed by a power cut. */
  readonly points: number;
  /** One a point that did not end well, with the statement. */
  readonly problems: readonly string[];
}

/**
 * Every scenario into a crash of every kind at every `step`-th statement, from the `from`-th on: until the
 * scenario is over before its point comes. With a step of 1 that is every statement.
 */
export async function runCrashPoints(
  {
    step,
    from = 1,
    profile = 'spec',
    scenarios = crashScenarios,
  }: {
    step: number;
    from?: number;
    profile?: 'spec' | 'field';
    scenarios?: readonly CrashScenario[];
  },
  say: (line: string) => void,
): Promise<CrashPointsResult> {
  const problems: string[] = [];
  let points = 0;
  for (const scenario of scenarios) {
    for (const kind of crashKinds) {
      let met = 0;
      for (let at = from; ; at += step) {
        const point: CrashPoint = { kind, at };
        const result = await runCrashPoint(scenario, point, profile);
        for (const problem of result.problems) {
          problems.push(`${scenario.name}, ${kind} at ${at} (${inOneLine(result.statement)}): ${problem}`);
        }
        if (!result.reached) break;
        met += 1;
      }
      points += met;
      say(`${scenario.name}: ${kind} at ${met} statements, ${problems.length} problems so far`);
    }
  }
  return { points, problems };
}

function inOneLine(statement: string): string {
  return statement.replace(/\s+/g, ' ').trim().slice(0, 80);
}
