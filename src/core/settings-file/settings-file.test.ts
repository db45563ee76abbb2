import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Conf from 'conf';
import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings, type Settings, type StoredSettings } from '#shared/settings/settings.ts';
import { chosenFolderSchema, watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { openSettingsFile } from './settings-file.ts';

test('a change by another process, made after the file was read and before it is watched, is taken', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-settings-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'settings.json');
  const write = (settings: Settings) => writeFileSync(path, JSON.stringify(settings));
  const before = defaultSettings();
  const { language } = before.preferences;
  const changed: Settings = {
    ...before,
    preferences: { ...before.preferences, language: language === 'de' ? 'en' : 'de' },
  };
  write(before);
  const settings = await openSettingsFile({
    directory,
    watch: true,
    // Watching begins only behind this change, so nothing tells of it.
    async openStore() {
      write(changed);
      return { events: new EventTarget(), _closeWatcher: () => undefined } as unknown as Conf<StoredSettings>;
    },
  });
  onTestFinished(() => settings.close());
  expect(settings.get().preferences.language).toBe(changed.preferences.language);
});

test('only what someone chose is stored; a folder of an older file keeps all that it has', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-settings-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'settings.json');
  const older = watchFolderSchema.parse({ id: 'older', path: '/older', profileId: 'p' });
  writeFileSync(path, JSON.stringify({ ...defaultSettings(), folders: [older] }));
  const settings = await openSettingsFile({
    directory,
    openStore: () =>
      ({
        set store(value: StoredSettings) {
          writeFileSync(path, JSON.stringify(value));
        },
      }) as unknown as Conf<StoredSettings>,
  });
  const added = chosenFolderSchema.parse({ id: 'added', path: '/added', profileId: 'p', tags: ['a'] });
  const updated = await settings.update((current) => ({ ...current, folders: [...current.folders, added] }));
  expect(updated.folders).toEqual([older, { ...older, ...added }]);
  expect(settings.get()).toEqual(updated);
  const { folders } = JSON.parse(readFileSync(path, 'utf8'));
  expect(folders).toEqual([older, added]);
  expect(settings.stored().folders).toEqual([older, added]);
});

// Only a process of its own can run out of them.
test.runIf(process.platform !== 'win32')(
  'without free file descriptors the settings are not unreadable: the machine has none left',
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-settings-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    writeFileSync(join(directory, 'settings.json'), JSON.stringify(defaultSettings()));
    const script = `
      import { openSync } from 'node:fs';
      import { openSettingsFile } from ${JSON.stringify(new URL('./settings-file.ts', import.meta.url).href)};
      const open = () => openSettingsFile({ directory: ${JSON.stringify(directory)} });
      await open();
      try { for (;;) openSync('/dev/null'); } catch {}
      await open().catch(({ code }) => process.stdout.write(code));
    `;
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -n 64 && exec "$0" --input-type=module -e "$1"', process.execPath, script],
      { encoding: 'utf8' },
    );
    expect([stdout, stderr]).toEqual(['TOO_MANY_FILES', '']);
  },
);

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'settings that another account puts in their place are not read, and a running agent keeps its own',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-settings-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const path = join(directory, 'settings.json');
    const before = defaultSettings();
    writeFileSync(path, JSON.stringify(before));
    const problems: string[] = [];
    const openStore = () => Promise.reject(new Error('not opened'));
    const settings = await openSettingsFile({
      directory,
      openStore,
      onProblem: (said) => problems.push(said),
    });
    onTestFinished(() => settings.close());
    rmSync(path);
    writeFileSync(path, JSON.stringify({ ...before, activeProfileId: 'p-0123456789ab' }));
    chownSync(path, 20_002, 20_002);
    expect(settings.latest?.()).toEqual(before);
    expect(problems).toEqual([expect.stringContaining("another account's")]);
    const refused = expect.objectContaining({ code: 'DATA_FOLDER_UNUSABLE' });
    await expect(openSettingsFile({ directory, openStore })).rejects.toEqual(refused);
    await expect(settings.update((current) => current)).rejects.toEqual(refused);
  },
);
