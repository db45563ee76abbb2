import { expect, test } from 'vitest';
import { runKills } from '../../bench/torture/run-kills.ts';

/**
 * The short form of `npm run torture`: enough to notice what breaks every time; the long form finds what
 * breaks now and then.
 */
test.concurrent.each([
  { profile: 'spec', seed: 11 },
  { profile: 'field', seed: 12 },
] as const)(
  'five kills in the $profile profile: nothing lost, nothing twice, nothing half',
  async ({ profile, seed }) => {
    const said: string[] = [];
    const options = { kills: 5, seed, profile, list: true, keep: false };
    const { verdict, problems } = await runKills(options, (line) => said.push(line), {
      waitsForSlots: false,
    });
    expect({ ...verdict, problems }, said.join('\n')).toMatchObject({
      lost: [],
      duplicated: [],
      half: [],
      leakedKeys: 0,
      problems: [],
    });
    // Something was at stake: files of all lanes, and slots that were left behind, at least by
    // `firstAnswerLost`.
    expect(verdict.files).toBeGreaterThan(30);
    expect(verdict.orphansLeft + verdict.orphansCleaned).toBeGreaterThan(0);
  },
);
