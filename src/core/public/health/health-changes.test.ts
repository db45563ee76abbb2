import { expect, test } from 'vitest';
import type { Finding } from '#shared/bridge/health.ts';
import { createHealthChanges } from './health-changes.ts';

const finding = (code: string, rest: Partial<Finding> = {}): Finding => ({
  about: 'service',
  level: 'held',
  code,
  message: code,
  said: { code, values: {} },
  since: 1,
  profileId: null,
  folderId: null,
  ...rest,
});

const look = (findings: Finding[], paused = false) => ({ health: { findings }, paused });

test('each finding is said when it begins and when it ends, and not again while it lasts', () => {
  const changes = createHealthChanges();
  const away = finding('UNREACHABLE');
  expect(changes(look([away]))).toEqual({ began: [away], ended: [], paused: undefined });
  // What is only told otherwise, such as until when, is the same finding.
  const told = finding('UNREACHABLE', { message: 'another word', since: 2 });
  expect(changes(look([told]))).toEqual({ began: [], ended: [], paused: undefined });
  const key = finding('KEY_REJECTED', { about: 'key' });
  expect(changes(look([key]))).toEqual({ began: [key], ended: [told], paused: undefined });
  expect(changes(look([]))).toEqual({ began: [], ended: [key], paused: undefined });
});

test('the same trouble of two folders is two findings', () => {
  const changes = createHealthChanges();
  const [one, two] = ['f1', 'f2'].map((folderId) =>
    finding('FOLDER_MISSING', { about: 'folder', folderId: folderId as never }),
  ) as [Finding, Finding];
  expect(changes(look([one])).began).toEqual([one]);
  expect(changes(look([one, two]))).toMatchObject({ began: [two], ended: [] });
});

test('a pause is said when it begins and when it ends', () => {
  const changes = createHealthChanges();
  const said = [false, true, true, false].map((paused) => changes(look([], paused)).paused);
  expect(said).toEqual([undefined, true, undefined, false]);
});

test('a pause of the team that another one takes the place of is not said to be over', () => {
  const changes = createHealthChanges();
  const pause = (code: string) =>
    finding(code, { about: 'team', level: 'note', code: null, said: { code, values: {} } });
  const [one, all] = [pause('team.pausedOne'), pause('team.pausedAll')];
  changes(look([one]));
  expect(changes(look([all]))).toMatchObject({ began: [all], ended: [] });
  expect(changes(look([one]))).toMatchObject({ began: [one], ended: [] });
  expect(changes(look([]))).toMatchObject({ began: [], ended: [one] });
});
