import { describe, expect, test } from 'vitest';
import { mostPuts } from '../../bench/torture/team/most-puts.ts';
import { busiestMinute, overLimit } from '../../bench/torture/team/over-limit.ts';
import { planTeam } from '../../bench/torture/team/team-plan.ts';
import { isCleanTeam, teamLine } from '../../bench/torture/team/team-verdict.ts';

describe('requests over the limit', () => {
  test('as many as permitted in any 60 s are none', () => {
    const times = Array.from({ length: 30 }, (_, index) => index * 20_000);
    expect(overLimit(times, 3)).toBe(0);
    expect(overLimit(times, 2)).toBe(10);
  });

  test('what would have been refused makes no room smaller, and the order of the log says nothing', () => {
    expect(overLimit([0, 1, 2, 59_999, 60_000, 60_001], 2)).toBe(2);
    expect(overLimit([60_001, 2, 60_000, 1, 59_999, 0], 2)).toBe(2);
  });
});

test('the busiest minute says how near the limit was', () => {
  expect(busiestMinute([])).toBe(0);
  expect(busiestMinute([60_000, 0, 59_999, 30_000, 120_000])).toBe(3);
});

describe('PUTs at once', () => {
  const put = (from: number, to: number | null, agent = 0) => ({ of: '/uploads/A', from, to, agent });

  test('one that ends makes room for the next', () => {
    expect(mostPuts([put(0, 10), put(10, 20), put(15, null), put(30, 40)], []).most).toBe(2);
  });

  test('it says when that was, and which they were', () => {
    const [one, two] = [put(0, 10), put(5, 20, 1)];
    expect(mostPuts([one, two, put(12, 30)], [])).toEqual({ most: 2, at: 5, puts: [one, two] });
    expect(mostPuts([], [])).toEqual({ most: 0, at: 0, puts: [] });
  });

  test('of a process that stands still beyond its lease, cut off as it goes on, counts until the lease may end', () => {
    const stops = [[{ from: 1_000, to: 41_000 }]];
    const during = [put(9_000, 9_500, 1), put(20_000, 30_000, 1)];
    expect(mostPuts([put(500, 41_200), ...during], stops).most).toBe(2);
    expect(mostPuts([put(500, 41_200), put(20_000, 30_000, 1)], stops).most).toBe(1);
  });

  test('all of one counts that goes on after its process stood still, and of a process that only slept a while', () => {
    const other = put(20_000, 30_000, 1);
    expect(mostPuts([put(500, 45_000), other], [[{ from: 1_000, to: 41_000 }]]).most).toBe(2);
    expect(mostPuts([put(500, 9_000), put(8_000, 8_500, 1)], [[{ from: 1_000, to: 8_900 }]]).most).toBe(2);
    expect(mostPuts([put(500, 41_200, 1), other], [[{ from: 1_000, to: 41_000 }]]).most).toBe(2);
  });
});

test('a run is clean with nothing lost, twice, half or over the limit, ten PUTs at once and no problem', () => {
  const verdict = { files: 7, lost: [], duplicated: [], half: [] };
  const run = { kills: 3, verdict, overLimit: 0, mostPuts: 10, agents: 8, seed: 4 };
  const line = teamLine(run);
  expect(JSON.stringify(line)).toBe(
    '{"kills":3,"files":7,"lost":0,"duplicated":0,"half":0,"overLimit":0,"mostPuts":10,"agents":8,"seed":4}',
  );
  expect(isCleanTeam(line, [])).toBe(true);
  const spoilt = [
    { ...run, verdict: { ...verdict, lost: ['a'] } },
    { ...run, verdict: { ...verdict, duplicated: ['a'] } },
    { ...run, verdict: { ...verdict, half: ['a'] } },
    { ...run, overLimit: 1 },
    { ...run, mostPuts: 11 },
  ];
  expect(spoilt.map((one) => isCleanTeam(teamLine(one), []))).toEqual(spoilt.map(() => false));
  expect(isCleanTeam(line, ['FILESRV1 was not done'])).toBe(false);
});

test('a seed plans the same each time, of everything something in 200 kills, and one restore', () => {
  expect(planTeam(200, 7, 8)).toEqual(planTeam(200, 7, 8));
  expect(planTeam(200, 7, 8)).not.toEqual(planTeam(200, 8, 8));
  const { moments, restore, staged } = planTeam(200, 7, 8);
  const dealt = new Set(moments.flatMap(({ trouble }) => (trouble ? [trouble.kind] : [])));
  expect([...dealt].sort()).toEqual(['away', 'cut', 'lost-answer', 'nap', 'service', 'stall', 'stop']);
  expect(moments.some(({ victim }) => 'databaseFor' in victim)).toBe(true);
  expect(moments.every(({ clock }) => Math.abs(clock?.by ?? 0) <= 600_000)).toBe(true);
  expect(restore).toEqual({ copyAfter: 70, backAfter: 100 });
  expect(staged).toEqual({ rushAfter: 40, standOffsAfter: [10, 170] });
  expect(planTeam(8, 7, 8)).toMatchObject({ restore: undefined, staged: undefined });
});
