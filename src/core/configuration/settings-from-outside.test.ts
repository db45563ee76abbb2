import { expect, test } from 'vitest';
import { profileIdSchema } from '#shared/ids/ids.ts';
import { type Profile, profileSchema } from '#shared/settings/profile.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { settingsFromOutside } from './settings-from-outside.ts';

const folder = (path: string, more: Partial<WatchFolder> = {}) =>
  watchFolderSchema.parse({ id: path.slice(1).replace('/', '-'), path, profileId: 'p', ...more });

const pausedAfter = (current: WatchFolder[], wanted: WatchFolder[]) =>
  settingsFromOutside({ ...defaultSettings(), folders: current }, { ...defaultSettings(), folders: wanted })
    .settings.folders.filter(({ paused }) => paused)
    .map(({ path }) => path);

const team = folder('/team', { share: true, afterUpload: 'delete' });
const inner = folder('/team/private');

test('a folder is paused where a folder inside it is removed: it would take over its files', () => {
  expect(pausedAfter([team, inner], [team])).toEqual(['/team']);
  expect(pausedAfter([team, inner], [team, { ...inner, path: '/elsewhere' }])).toEqual([
    '/team',
    '/elsewhere',
  ]);
});

test('a folder is paused where it would get tag rules: they are applied to every name', () => {
  const tagged = { ...team, tagRules: [{ pattern: '(?:.?){1000}x', tag: 'x' }] };
  expect(pausedAfter([team], [tagged])).toEqual(['/team']);
  expect(pausedAfter([team], [{ ...team, tags: ['x'] }])).toEqual([]);
});

test('a folder goes on where what is removed lies elsewhere, or nothing is', () => {
  expect(pausedAfter([team, inner], [team, inner])).toEqual([]);
  expect(pausedAfter([team, folder('/teams')], [team])).toEqual([]);
});

test('a folder is paused where its profile would lead to another address', () => {
  const settings = (baseUrl: string) => ({
    ...defaultSettings(),
    profiles: [profileSchema.parse({ id: 'p', name: 'P', baseUrl })],
    folders: [team],
  });
  const here = settings('https://gateway.example/a');
  expect(settingsFromOutside(here, here).settings.folders).toEqual([team]);
  for (const other of ['https://gateway.example/b', 'https://agents.example/a']) {
    const { settings: taken, leftOut } = settingsFromOutside(here, settings(other));
    expect(taken.folders).toMatchObject([{ paused: true, pausedFromOutside: true }]);
    expect(leftOut).toEqual([{ kind: 'paused', name: '/team' }]);
  }
});

test('a folder that was going on here is paused as from outside, also at the next time', () => {
  const settings = (folders: WatchFolder[]) => ({ ...defaultSettings(), folders });
  const paused = { ...team, paused: true };
  const once = settingsFromOutside(settings([team]), settings([paused])).settings;
  expect(once.folders).toMatchObject([{ paused: true, pausedFromOutside: true }]);
  expect(settingsFromOutside(once, settings([paused])).settings.folders).toEqual(once.folders);
  const own = settings([paused]);
  expect(settingsFromOutside(own, own).settings.folders).toEqual([paused]);
});

test('a folder that the user paused waits for a look at what would happen to its files', () => {
  const settings = (folders: WatchFolder[]) => ({ ...defaultSettings(), folders });
  const paused = { ...inner, paused: true };
  for (const wanted of [inner, paused]) {
    const { settings: taken, leftOut } = settingsFromOutside(
      settings([paused]),
      settings([{ ...wanted, share: true }]),
    );
    expect(taken.folders).toMatchObject([{ paused: true, pausedFromOutside: true, share: true }]);
    expect(leftOut).toEqual([{ kind: 'paused', name: '/team/private' }]);
  }
  const harmless = settingsFromOutside(settings([paused]), settings([{ ...inner, label: 'Team' }]));
  expect(harmless.settings.folders).toEqual([{ ...paused, label: 'Team' }]);
});

test('the names of profiles and the active profile stay', () => {
  const profile = (id: string, name: string) =>
    profileSchema.parse({ id, name, baseUrl: `https://${id}.example.com` });
  const settings = (activeProfileId: string, ...profiles: Profile[]) => ({
    ...defaultSettings(),
    profiles,
    activeProfileId: profileIdSchema.parse(activeProfileId),
  });
  const here = settings('b', profile('b', 'bank'), profile('v', 'vendor'));
  const wanted = settings('v', profile('b', 'vendor'), profile('v', 'bank'));
  const { settings: taken, leftOut } = settingsFromOutside(here, wanted);
  expect(taken.profiles.map(({ id, name }) => `${id} ${name}`)).toEqual(['b bank', 'v vendor']);
  expect(taken.activeProfileId).toBe('b');
  expect(leftOut).toEqual([
    { kind: 'name', name: 'bank' },
    { kind: 'name', name: 'vendor' },
    { kind: 'active', name: 'vendor' },
  ]);
  const others = settings('n', profile('b', 'Bank of now'), profile('n', 'new'));
  const renamed = settingsFromOutside(here, others).settings;
  expect(renamed.profiles.map(({ name }) => name)).toEqual(['bank', 'new']);
  const fresh = settingsFromOutside(defaultSettings(), wanted);
  expect([fresh.settings.activeProfileId, fresh.leftOut]).toEqual(['v', []]);
});

test('no settings let files wait for more than a day to be complete', () => {
  expect(() => folder('/team', { settleSeconds: 86_401 })).toThrow();
});
