import { describe, expect, test } from 'vitest';
import { createPollSchedule } from './schedule.ts';

const many = 500;

describe('U3: nothing is known yet', () => {
  test('few documents are looked at early and often', () => {
    const schedule = createPollSchedule();
    expect(schedule.firstLook(1)).toBe(1_000);
    expect(schedule.nextLook(1_000, 1, 1)).toBe(1_000);
    expect(schedule.nextLook(54_000, 9, 1)).toBe(21_000);
  });

  test('of many, ten are asked about often and the others wait', () => {
    const schedule = createPollSchedule();
    const first = Array.from({ length: 50 }, () => schedule.firstLook(many));
    expect(first.filter((wait) => wait === 1_000)).toHaveLength(10);
    expect(first.filter((wait) => wait === 180_000)).toHaveLength(40);
  });

  test('documents looked at early because the list was hoped for wait too', () => {
    const schedule = createPollSchedule();
    const next = Array.from({ length: 30 }, () => schedule.nextLook(1_500, 1, many));
    expect(next.filter((wait) => wait < 10_000)).toHaveLength(10);
    expect(next.filter((wait) => wait === 178_500)).toHaveLength(20);
  });

  test('nothing is planned from the quickest: all scouts are awaited', () => {
    const schedule = createPollSchedule();
    for (let index = 0; index < 50; index++) schedule.firstLook(many);
    const learnt = Array.from({ length: 10 }, (_, index) => schedule.learn((60 + index * 12) * 1_000));
    expect(learnt.indexOf(true)).toBe(9);
    expect(schedule.firstLook(many)).toBeCloseTo(168_000 * 1.03 + 250, -1);
  });
});

describe('U3: durations are known', () => {
  const known = Array.from({ length: 100 }, (_, index) => 60_000 + index * 1_000);

  test('many documents are first looked at when almost all are done', () => {
    const schedule = createPollSchedule(known);
    const first = schedule.firstLook(many);
    expect(first).toBeGreaterThan(157_000);
    expect(first).toBeLessThan(170_000);
    // The few that take longer: once just after the longest known, then ever more rarely.
    const second = first + schedule.nextLook(first, 1, many);
    if (first < 159_000) expect(second).toBeCloseTo(159_000 * 1.1 + 250, -1);
    expect(schedule.nextLook(200_000, 2, many)).toBe(100_000);
    expect(schedule.nextLook(2_000_000, 5, many)).toBe(300_000);
  });

  test('a quick service is looked at quickly', () => {
    const schedule = createPollSchedule(Array(20).fill(400));
    expect(schedule.firstLook(1)).toBe(400);
    expect(schedule.firstLook(many)).toBe(662);
  });

  test('only the last 200 are kept, and the plan changes when as many again are known', () => {
    const schedule = createPollSchedule(Array(8).fill(1_000));
    const learnt = Array.from({ length: 8 }, () => schedule.learn(2_000));
    expect(learnt).toEqual([...Array(7).fill(false), true]);
    for (let index = 0; index < 300; index++) schedule.learn(5_000);
    expect(schedule.durations()).toHaveLength(200);
    expect(schedule.quantile(0)).toBe(5_000);
  });
});
