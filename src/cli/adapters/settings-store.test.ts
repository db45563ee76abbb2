import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SettingsFile } from '#core/public/files.ts';
import { settingsV1 } from '#shared/settings/fixtures/settings-v1.ts';
import type { StoredSettings } from '#shared/settings/settings.ts';
import { openSettingsStore } from './settings-store.ts';

let directory: string;
let opened: SettingsFile[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-settings-'));
  opened = [];
});
afterEach(() => {
  for (const file of opened) file.close();
  rmSync(directory, { recursive: true });
});

async function open(watch = false, onProblem?: (message: string) => void): Promise<SettingsFile> {
  const file = await openSettingsStore({
    directory,
    watch,
    ...(onProblem === undefined ? {} : { onProblem }),
  });
  opened.push(file);
  return file;
}
const path = () => join(directory, 'settings.json');
const addProfile = (name: string) => (settings: StoredSettings) => ({
  ...settings,
  profiles: [
    ...settings.profiles,
    { ...settingsV1.profiles[0], id: name, name } as StoredSettings['profiles'][number],
  ],
});

test('reading writes nothing', async () => {
  expect((await open()).get().profiles).toEqual([]);
  expect(existsSync(path())).toBe(false);
});

test('what is written is read by the next, and only the owner may', async () => {
  await (await open()).update(addProfile('one'));
  expect((await open()).get().profiles.map(({ name }) => name)).toEqual(['one']);
  expect(readdirSync(directory)).toEqual(['settings.json']);
});

test('a corrupt file is moved aside whole, never overwritten', async () => {
  writeFileSync(path(), '{"version":1,"profiles":');
  const file = await open();
  expect(file.setAside).toMatch(/settings\.json\.corrupt-\d{4}-/);
  expect(readFileSync(file.setAside ?? '', 'utf8')).toBe('{"version":1,"profiles":');
  await file.update(addProfile('new'));
  expect((await open()).setAside).toBeNull();
});

test('settings of a newer version are kept too', async () => {
  writeFileSync(path(), '{"version":99}');
  expect(readFileSync((await open()).setAside ?? '', 'utf8')).toBe('{"version":99}');
});

test('changes made at the same time by several processes are all kept', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `profile-${index}`);
  await Promise.all(names.map(async (name) => (await open()).update(addProfile(name))));
  const kept = (await open()).get().profiles.map(({ name }) => name);
  expect(kept.toSorted()).toEqual(names);
});

test('a running agent hears of what another process wrote', async () => {
  const heard: string[] = [];
  const agent = await open(true);
  agent.onChange(({ profiles }) => heard.push(...profiles.map(({ name }) => name)));
  await (await open()).update(addProfile('from elsewhere'));
  await expect.poll(() => heard).toEqual(['from elsewhere']);
  expect(agent.get().profiles).toHaveLength(1);
});

test('a running agent keeps its settings when the file becomes unreadable, and says so', async () => {
  const problems: string[] = [];
  const agent = await open(true, (message) => problems.push(message));
  await agent.update(addProfile('mine'));
  writeFileSync(path(), 'not JSON');
  await expect.poll(() => problems.join()).toContain('corrupt');
  expect(agent.get().profiles.map(({ name }) => name)).toEqual(['mine']);
  await expect(agent.update(addProfile('more'))).rejects.toThrow('The settings could not be read.');
  expect(readFileSync(path(), 'utf8')).toBe('not JSON');
});

test('what cannot be read at all is no corrupt file, and stays where it is', async () => {
  mkdirSync(path());
  await expect(open()).rejects.toThrow('The file cannot be read.');
  expect(readdirSync(directory)).toEqual(['settings.json']);
});
