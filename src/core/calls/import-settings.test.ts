import { describe, expect, test } from 'vitest';
import { profileSchema } from '#shared/settings/profile.ts';
import { type Settings, settingsSchema } from '#shared/settings/settings.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { mergeSettings, readSettingsFile } from './import-settings.ts';

const profile = (id: string, more = {}) =>
  profileSchema.parse({ id, name: `Profile ${id}`, baseUrl: 'https://service.example', ...more });
const folder = (id: string, path: string, more = {}) =>
  watchFolderSchema.parse({ id, path, profileId: 'p1', ...more });
const settings = (more: Partial<Settings> = {}) => settingsSchema.parse({ version: 1, ...more });

describe('a file', () => {
  test('that was exported is read, and a key somebody wrote into it is left out', () => {
    const exported = settings({ profiles: [profile('p1')], activeProfileId: profile('p1').id });
    const text = JSON.stringify({
      ...exported,
      apiKey: 'canary',
      profiles: [{ ...profile('p1'), apiKey: 'canary' }],
    });
    expect(readSettingsFile(text)).toEqual(exported);
  });

  test.each([
    ['no JSON', 'it is not JSON'],
    ['[]', 'not a JSON object'],
    ['{"version": 99}', 'newer'],
    ['{"version": 1, "profiles": [{"id": "p1"}]}', 'profiles.0.name'],
  ])('%s is refused, and what is wrong is said', (text, detail) => {
    const read = () => readSettingsFile(text);
    expect(read).toThrow(expect.objectContaining({ code: 'IMPORT_INVALID' }));
    expect(read).toThrow(expect.objectContaining({ detail: expect.stringContaining(detail) }));
  });

  test('with a watch folder between whose sizes is no file is refused, naming both', () => {
    const folders = [folder('f1', '/in', { minSize: 2_000, maxSize: 1_000 })];
    expect(() => readSettingsFile(JSON.stringify(settings({ folders })))).toThrow(
      expect.objectContaining({
        code: 'IMPORT_INVALID',
        spoken: { code: 'usage.sizesCrossed', values: { smallest: '2000', largest: '1000' } },
      }),
    );
  });
});

describe('merging', () => {
  const here = settings({
    profiles: [profile('p1')],
    activeProfileId: profile('p1').id,
    folders: [folder('f1', '/data/one')],
  });

  test('adds what is new, folders paused, and changes nothing else', () => {
    const given = settings({
      profiles: [profile('p1'), profile('p2')],
      activeProfileId: profile('p2').id,
      folders: [folder('f1', '/data/one'), folder('f2', '/data/two', { profileId: 'p2', share: true })],
    });
    const { settings: merged, report } = mergeSettings(here, given, false);
    expect(report).toMatchObject({
      addedProfiles: ['Profile p2'],
      addedFolders: ['/data/two'],
      conflicts: [],
      skipped: [],
    });
    expect(merged.profiles.map(({ id }) => id)).toEqual(['p1', 'p2']);
    expect(merged.folders).toEqual([
      here.folders[0],
      folder('f2', '/data/two', { profileId: 'p2', share: true, paused: true, pausedFromOutside: true }),
    ]);
    expect(merged.activeProfileId).toBe('p1');
  });

  test('keeps what is here in another shape, or replaces it where asked', () => {
    const given = settings({
      profiles: [profile('p1', { requestsPerMinute: 60 })],
      folders: [folder('other', '/data/one', { settleSeconds: 9 })],
      preferences: { ...here.preferences, theme: 'dark' },
      bandwidthSchedule: [{ days: [1], from: '08:00', to: '09:00', bytesPerSecond: 0 }],
    });
    const kept = mergeSettings(here, given, false);
    expect(kept.settings).toEqual(here);
    expect(kept.report.conflicts).toEqual([
      { kind: 'profile', name: 'Profile p1' },
      { kind: 'folder', name: '/data/one' },
      { kind: 'preferences', name: '' },
      { kind: 'schedule', name: '' },
    ]);
    const replaced = mergeSettings(here, given, true);
    expect({ ...replaced.report, changes: [] }).toEqual(kept.report);
    expect(replaced.report.changes.map(({ field, kind }) => field ?? kind)).toEqual([
      'requestsPerMinute',
      'settleSeconds',
      'bandwidthSchedule',
      'theme',
    ]);
    expect(replaced.settings).toEqual({
      ...given,
      activeProfileId: profile('p1').id,
      // The ledger knows its files by this id.
      folders: [folder('f1', '/data/one', { settleSeconds: 9 })],
    });
  });

  test('never makes two folders of one path', () => {
    const two = { ...here, folders: [folder('f1', '/data/one'), folder('f2', '/data/two')] };
    const swapped = settings({ profiles: here.profiles, folders: [folder('f1', '/data/two')] });
    expect(mergeSettings(two, swapped, true).settings.folders.map(({ path }) => path)).toEqual([
      '/data/one',
      '/data/two',
    ]);
  });

  test('a folder that is paused here is not resumed by a file', () => {
    const paused = { ...here, folders: [folder('f1', '/data/one', { paused: true })] };
    const given = settings({ profiles: here.profiles, folders: [folder('f1', '/data/one')] });
    const [taken] = mergeSettings(paused, given, true).settings.folders;
    expect(taken?.paused).toBe(true);
    // It is the user's own pause, which needs no one's look.
    expect(taken?.pausedFromOutside).toBeUndefined();
  });

  test('where a key is, and the team, stay as they are here, and what the file says of them is told', () => {
    const team = { address: 'postgres://me@here.example/sluice', machine: null, certificates: null };
    const own = profile('p1', { keyFrom: { credential: 'mine' }, team });
    const theirs = {
      keyFrom: { file: '/etc/shadow' },
      team: { ...team, address: 'postgres://x@evil.example/x' },
    };
    const given = settings({ profiles: [profile('p1', theirs), profile('p2', theirs)] });
    const { settings: merged, report } = mergeSettings({ ...here, profiles: [own] }, given, true);
    expect(merged.profiles).toEqual([own, profile('p2')]);
    expect(report.leftOut).toEqual(
      ['Profile p1', 'Profile p2'].flatMap((name) => [
        { kind: 'keyFrom', name },
        { kind: 'team', name },
      ]),
    );
  });

  test('a folder that a file puts in another place waits until somebody looked', () => {
    const given = (more: object) =>
      settings({ profiles: here.profiles, folders: [folder('f1', '/data/one', more)] });
    const pausedWith = (file: Settings) => mergeSettings(here, file, true).settings.folders[0]?.paused;
    expect(pausedWith(given({ settleSeconds: 9 }))).toBe(false);
    expect(pausedWith(given({ path: '/home' }))).toBe(true);
    const profiles = [profile('p1'), profile('p2')];
    expect(pausedWith({ ...given({ profileId: 'p2' }), profiles })).toBe(true);
  });

  test.each([
    { share: true },
    { followLinks: true },
    { includeHidden: true },
    { ignoredNames: [] },
    { useIgnoreFile: false },
    { types: ['key'] },
    { afterUpload: 'delete' },
    { localDelete: 'delete' },
    { changed: 'replace' },
    { failedFolder: '/elsewhere' },
    { saveAnnotated: { folder: '/elsewhere' } },
  ])('so does one from which it lets more out, or takes more away: %j', (more) => {
    const given = settings({ profiles: here.profiles, folders: [folder('f1', '/data/one', more)] });
    expect(mergeSettings(here, given, true).settings.folders).toMatchObject([{ ...more, paused: true }]);
  });

  test('what changes neither what goes out nor what becomes of files goes on', () => {
    const more = { label: 'One', tags: ['a'], settleSeconds: 9, enrichments: ['translation'] };
    const given = settings({ profiles: here.profiles, folders: [folder('f1', '/data/one', more)] });
    expect(mergeSettings(here, given, true).settings.folders).toMatchObject([{ ...more, paused: false }]);
  });

  test('leaves out what cannot be here', () => {
    const given = settings({
      profiles: [profile('sandbox')],
      folders: [
        folder('f3', '/data/three', { profileId: 'sandbox' }),
        folder('f4', '/data/four', { profileId: 'gone' }),
        folder('f5', 'C:relative'),
      ],
    });
    const { settings: merged, report } = mergeSettings(here, given, true);
    expect(report.skipped.map(({ why }) => why)).toEqual(['sandbox', 'sandbox', 'no-profile', 'not-here']);
    expect(merged).toEqual({ ...here, preferences: given.preferences });
  });

  test('a first profile becomes the active one', () => {
    const given = settings({ profiles: [profile('p2')], activeProfileId: profile('p2').id });
    expect(mergeSettings(settings(), given, false).settings.activeProfileId).toBe('p2');
  });
});

test.each([
  { path: '\\\\host\\share' },
  { path: '//host/share' },
  { path: '\\\\?\\C:\\files' },
  { path: '\\\\.\\pipe\\x' },
  { path: 'relative' },
  { doneFolder: '//host/share' },
  { failedFolder: '\\\\host\\share' },
  { saveAnnotated: { folder: '//host/share' } },
])('a folder of another machine, or one whose files go there, is left out: %j', (more) => {
  const given = settings({ profiles: [profile('p1')], folders: [folder('f1', '/data/one', more)] });
  const { report, settings: merged } = mergeSettings(settings(), given, true);
  expect(report.skipped.map(({ why }) => why)).toEqual(['not-here']);
  expect(merged.folders).toEqual([]);
});
