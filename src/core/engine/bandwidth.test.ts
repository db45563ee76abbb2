import { expect, test } from 'vitest';
import { profileSchema } from '#shared/settings/profile.ts';
import { type BandwidthWindow, defaultSettings } from '#shared/settings/settings.ts';
import { bandwidthNow, pausedUntil } from './bandwidth.ts';

const profile = profileSchema.parse({
  id: 'p',
  name: 'P',
  baseUrl: 'http://localhost',
  uploadBandwidth: 1_000,
});
const allDays = [0, 1, 2, 3, 4, 5, 6];
/** 2026-01-05 is a Monday. */
const at = (day: number, time: string) => new Date(`2026-01-0${day}T${time}:00`);
const limit = (schedule: BandwidthWindow[], when: Date) =>
  bandwidthNow({ ...defaultSettings(), bandwidthSchedule: schedule }, profile, when);

test('without a schedule the limit of the profile holds, and none stops uploads for days', () => {
  expect(limit([], at(5, '12:00'))).toBe(1_000);
  const slow = { days: allDays, from: '00:00', to: '24:00', bytesPerSecond: 1 };
  expect(limit([slow], at(5, '12:00'))).toBe(1_000);
});

test('U12: the first window that matches wins; it may lift the limit or pause', () => {
  const office = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', bytesPerSecond: 2_000 };
  const noon = { days: allDays, from: '12:00', to: '13:00', bytesPerSecond: 0 };
  const night = { days: allDays, from: '00:00', to: '06:00', bytesPerSecond: null };
  const schedule = [noon, office, night];
  expect(limit(schedule, at(5, '08:00'))).toBe(2_000);
  expect(limit(schedule, at(5, '17:59'))).toBe(2_000);
  expect(limit(schedule, at(5, '18:00'))).toBe(1_000);
  expect(limit(schedule, at(5, '12:30'))).toBe(0);
  expect(limit(schedule, at(5, '03:00'))).toBeNull();
  expect(limit(schedule, at(4, '09:00'))).toBe(1_000);
});

test('U12: a window over midnight belongs to the day it begins on', () => {
  const friday = { days: [5], from: '22:00', to: '06:00', bytesPerSecond: 7_000 };
  expect(limit([friday], at(9, '23:00'))).toBe(7_000);
  expect(limit([friday], new Date('2026-01-10T05:59:00'))).toBe(7_000);
  expect(limit([friday], new Date('2026-01-10T23:00:00'))).toBe(1_000);
  expect(limit([friday], at(9, '05:00'))).toBe(1_000);
});

test('U12: what the timetable pauses goes on when the window ends, and never where windows follow each other', () => {
  const until = (schedule: BandwidthWindow[], when: Date) => {
    const end = pausedUntil({ ...defaultSettings(), bandwidthSchedule: schedule }, profile, when.getTime());
    return typeof end === 'number' ? new Date(end) : end;
  };
  const pause = { days: allDays, bytesPerSecond: 0 };
  const office = { ...pause, from: '08:00', to: '18:00' };
  const evening = { ...pause, from: '18:00', to: '08:00' };
  expect(until([office], at(5, '07:59'))).toBeUndefined();
  expect(until([office], at(5, '09:30'))).toEqual(at(5, '18:00'));
  expect(until([office, evening], at(5, '09:30'))).toBeNull();
  expect(until([office, { ...evening, days: [1, 2] }], at(5, '09:30'))).toEqual(at(7, '18:00'));
  expect(until([{ ...pause, from: '00:00', to: '24:00', days: [1, 2] }], at(5, '09:30'))).toEqual(
    at(7, '00:00'),
  );
});
