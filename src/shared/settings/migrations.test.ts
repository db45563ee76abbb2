import { expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { settingsV1 } from './fixtures/settings-v1.ts';
import { version } from '../version.ts';
import { migrateSettings, parseSettings, settingsSteps } from './migrations.ts';
import { defaultSettings, settingsInForce, settingsVersion } from './settings.ts';
import { folderDefaults } from './watch-folder.ts';

const steps = {
  1: (old: Record<string, unknown>) => ({ ...old, colour: old.color }),
  2: ({ color: _color, ...old }: Record<string, unknown>) => old,
};

test('a file of version 1 keeps all it says', () => {
  const settings = parseSettings(settingsV1);
  // But for the kind of tags a service takes, which Sluice finds out by itself (docs/adr/0016).
  const profiles = settingsV1.profiles.map(({ tagReferenceAtUpload: _, ...kept }) => kept);
  expect(settings).toMatchObject({ ...settingsV1, profiles, version: settingsVersion });
  expect(settings.profiles[0]).not.toHaveProperty('tagReferenceAtUpload');
  expect(settingsInForce(settings).folders[0]?.settleSeconds).toBe(folderDefaults.settleSeconds);
});

test.each(['profiles', 'folders'] as const)('two %s of one id are refused', (kind) => {
  const [first] = settingsV1[kind];
  const twice = { ...settingsV1, [kind]: [first, { ...first, path: '/elsewhere' }] };
  expect(() => parseSettings(twice)).toThrow(expect.objectContaining({ code: 'SETTINGS_CORRUPT' }));
});

test('every older version has its step', () => {
  const older = Array.from({ length: settingsVersion - 1 }, (_, index) => index + 1);
  expect(Object.keys(settingsSteps).map(Number)).toEqual(older);
});

test('news are told to whoever has settings of an older Sluice, and not to whoever begins', () => {
  expect(parseSettings(settingsV1).preferences.newsSeen).toBe('');
  expect(defaultSettings().preferences.newsSeen).toBe(version);
});

test('default settings are settings of the current version', () => {
  expect(parseSettings(defaultSettings())).toEqual(defaultSettings());
});

test('steps run in order and raise the version', () => {
  expect(migrateSettings({ version: 1, color: 'red' }, steps, 3)).toEqual({ version: 3, colour: 'red' });
  expect(migrateSettings({ version: 2, color: 'red', colour: 'red' }, steps, 3)).toEqual({
    version: 3,
    colour: 'red',
  });
});

test.each([
  ['nothing', null],
  ['a list', []],
  ['no version', {}],
  ['a version that is no number', { version: '1' }],
  ['a newer version', { version: settingsVersion + 1 }],
  ['a version before the chain', { version: 0 }],
  ['a wrong field', { version: settingsVersion, profiles: 'none' }],
])('%s is refused as corrupt', (_name, raw) => {
  expect(() => parseSettings(raw)).toThrow(AppError);
  expect(() => parseSettings(raw)).toThrow('The settings could not be read.');
});
