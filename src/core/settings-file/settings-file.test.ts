import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Conf from 'conf';
import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
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
      return { events: new EventTarget(), _closeWatcher: () => undefined } as unknown as Conf<Settings>;
    },
  });
  onTestFinished(() => settings.close());
  expect(settings.get().preferences.language).toBe(changed.preferences.language);
});
