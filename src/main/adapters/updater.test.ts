import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import { createUpdater, isUpdateConfigured, type UpdateNews, type UpdateSource } from './updater.ts';

/** An updater whose person gives these answers, and all it did. */
function updaterWith(
  given: Partial<UpdateSource>,
  answers: Partial<Record<UpdateNews['kind'], boolean>> = {},
) {
  const told: UpdateNews[] = [];
  const done: string[] = [];
  const source: UpdateSource = {
    autoDownload: true,
    autoInstallOnAppQuit: false,
    logger: null,
    checkForUpdates: async () => ({ isUpdateAvailable: true, updateInfo: { version: '2.0.0' } }),
    downloadUpdate: async () => void done.push('downloaded'),
    ...given,
  };
  const updater = createUpdater({
    load: async () => source,
    tell: async (news) => {
      told.push(news);
      return answers[news.kind] ?? false;
    },
    quit: () => void done.push('quit'),
    logger: silentLogger,
  });
  return { updater, source, told, done };
}

describe('updates', () => {
  test('are downloaded and installed only when the person agrees to both', async () => {
    const { updater, source, told, done } = updaterWith({}, { available: true, ready: true });
    await updater.check(true);
    expect(told).toEqual([
      { kind: 'available', version: '2.0.0' },
      { kind: 'ready', version: '2.0.0' },
    ]);
    expect(done).toEqual(['downloaded', 'quit']);
    expect(source).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: true });
  });

  test('are left alone when the person does not want the download, or not now', async () => {
    const refused = updaterWith({});
    await refused.updater.check(true);
    expect(refused.done).toEqual([]);
    const later = updaterWith({}, { available: true });
    await later.updater.check(true);
    expect(later.done).toEqual(['downloaded']);
  });

  test.each<[string, Partial<UpdateSource>, UpdateNews['kind']]>([
    [
      'nothing newer',
      { checkForUpdates: async () => ({ isUpdateAvailable: false, updateInfo: { version: '1' } }) },
      'none',
    ],
    ['an installation that cannot be updated', { checkForUpdates: async () => null }, 'none'],
    [
      'a server that does not answer',
      { checkForUpdates: () => Promise.reject(new Error('offline')) },
      'failed',
    ],
  ])('%s: said to who asked, and to nobody else', async (_case, source, kind) => {
    const asked = updaterWith(source);
    await asked.updater.check(true);
    expect(asked.told).toEqual([{ kind }]);
    const unasked = updaterWith(source);
    await unasked.updater.check(false);
    expect(unasked.told).toEqual([]);
  });

  test('are looked for once at a time', async () => {
    const { updater, told } = updaterWith({});
    await Promise.all([updater.check(false), updater.check(true)]);
    expect(told).toHaveLength(1);
  });
});

test('without an address, and in development, there are no updates', () => {
  const resources = mkdtempSync(join(tmpdir(), 'sluice-updates-'));
  try {
    expect(isUpdateConfigured(true, resources)).toBe(false);
    writeFileSync(join(resources, 'app-update.yml'), 'provider: generic\nurl: https://updates.example\n');
    expect(isUpdateConfigured(true, resources)).toBe(true);
    expect(isUpdateConfigured(false, resources)).toBe(false);
  } finally {
    rmSync(resources, { recursive: true, force: true });
  }
});
