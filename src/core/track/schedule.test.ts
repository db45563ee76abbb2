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

  test('of few, all are asked about often, and ever more rarely', () => {
    const schedule = createPollSchedule();
    const first = Array.from({ length: 30 }, () => [schedule.firstLook(10), schedule.nextLook(1_000, 1, 10)]);
    expect(first).toEqual(Array(30).fill([1_000, 1_000]));
    expect(schedule.nextLook(75_000, 10, 10)).toBe(20_000);
    expect(schedule.nextLook(95_000, 11, 10)).toBe(20_000);
  });

  test('a look that came later than it was meant to is followed by one that is no hurry', () => {
    const schedule = createPollSchedule();
    expect(schedule.nextLook(1_000, 0, 1)).toBe(2_000);
    expect(schedule.nextLook(75_000, 9, 1)).toBe(18_750);
    expect(schedule.nextLook(80_000, 9, 1)).toBe(20_000);
    expect(schedule.nextLook(2_000_000, 9, 1)).toBe(300_000);
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

  test('who was looked at twice already is a scout and stays one', () => {
    const schedule = createPollSchedule();
    const next = Array.from({ length: 30 }, () => schedule.nextLook(2_000, 2, many));
    expect(next).toEqual(Array(30).fill(2_000));
  });

  test('fewer than eight durations say nothing', () => {
    expect(createPollSchedule(Array(7).fill(5_000)).quantile(0.5)).toBeUndefined();
    expect(createPollSchedule(Array(7).fill(5_000)).firstLook(many)).toBe(1_000);
    expect(createPollSchedule(Array(8).fill(5_000)).quantile(0.5)).toBe(5_000);
  });

  test('a few durations from before take no scout the others wait for', () => {
    const schedule = createPollSchedule(Array(3).fill(5_000));
    for (let index = 0; index < 50; index++) schedule.firstLook(many);
    expect(Array.from({ length: 7 }, () => schedule.learn(5_000))).toEqual([...Array(6).fill(false), true]);
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

  test('one of many that is asked about early is asked again just after the longest known, then ever more rarely', () => {
    const schedule = createPollSchedule(known);
    expect(schedule.nextLook(150_000, 1, many)).toBeCloseTo(159_000 * 1.1 - 150_000 + 250, 3);
    expect(schedule.nextLook(159_000, 1, many)).toBe(79_500);
  });

  test('few are asked about as often as before', () => {
    const schedule = createPollSchedule(known);
    expect(schedule.firstLook(10)).toBe(1_000);
    expect(schedule.nextLook(1_000, 1, 10)).toBe(1_000);
    expect(schedule.nextLook(2_000, 2, 10)).toBe(2_000);
  });

  test('what is known stays known while scouts are under way', () => {
    const schedule = createPollSchedule(Array(8).fill(1_000));
    for (let index = 0; index < 20; index++) schedule.firstLook(1);
    expect(schedule.firstLook(many)).toBe(1_280);
  });

  test('quantiles are of the durations in order, of the last 200', () => {
    const unordered = [90_000, 700, 8_000, 1_000, 20_000, 100, 3_000, 600_000];
    const schedule = createPollSchedule([...Array(300).fill(1), ...Array(192).fill(50_000), ...unordered]);
    expect(schedule.durations()).toHaveLength(200);
    expect(schedule.quantile(0)).toBe(100);
    expect(schedule.quantile(5 / 200)).toBe(20_000);
    expect(schedule.quantile(1)).toBe(600_000);
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
