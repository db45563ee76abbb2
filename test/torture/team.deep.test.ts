import { describe, expect, test } from 'vitest';
import { runTeam } from '../../bench/torture/team/run-team.ts';
import { hasPostgres } from '../team/support/cluster.ts';

describe.runIf(hasPostgres)('a team (needs the package postgresql)', () => {
  /**
   * The short form of `npm run torture -- --team`: no lease has the time to end in it, so it finds what
   * breaks with each kill.
   */
  test('three agents, five kills: nothing lost, nothing twice, nothing half, ten PUTs at once', async () => {
    const said: string[] = [];
    const options = { agents: 3, kills: 5, seed: 21, profile: 'spec', list: true, keep: false } as const;
    const { line, problems, verdict } = await runTeam(options, (text) => said.push(text));
    expect({ ...verdict, problems }, said.join('\n')).toMatchObject({
      lost: [],
      duplicated: [],
      half: [],
      leakedKeys: 0,
      problems: [],
    });
    expect(line).toMatchObject({ kills: 5, overLimit: 0, agents: 3 });
    expect(line.mostPuts).toBeLessThanOrEqual(10);
    expect(verdict.files).toBeGreaterThan(20);
  });
});
