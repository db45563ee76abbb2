import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import {
  createUpdater,
  type UpdateNews,
  type UpdaterOptions,
  type UpdateSource,
  updatePlan,
} from './updater.ts';

/** An updater whose person gives these answers, and all it did. */
function updaterWith(
  given: Partial<UpdateSource>,
  answers: Partial<Record<UpdateNews['kind'], boolean>> = {},
  plan: UpdaterOptions['plan'] = 'install',
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
    plan,
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

  test.each([
    ['that nobody checks', 'tell', 'by-hand'],
    ['of a package that an administrator installs', 'tellPackage', 'by-package'],
  ] as const)('%s are told, and neither downloaded nor installed', async (_case, plan, kind) => {
    const agrees = { available: true, ready: true, 'by-hand': true, 'by-package': true };
    const { updater, source, told, done } = updaterWith({}, agrees, plan);
    await updater.check(false);
    expect(told).toEqual([{ kind, version: '2.0.0' }]);
    expect([done, source.autoDownload, source.autoInstallOnAppQuit]).toEqual([[], false, false]);
  });

  test('are looked for once at a time', async () => {
    const { updater, told } = updaterWith({});
    await Promise.all([updater.check(false), updater.check(true)]);
    expect(told).toHaveLength(1);
  });
});

describe('what is done about updates', () => {
  let place: string;
  let resources: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'sluice-updates-'));
    resources = join(place, 'resources');
    mkdirSync(resources);
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));
  const installByNsis = () => writeFileSync(join(place, 'Uninstall Sluice.exe'), '');
  const plan = (file: string, platform: NodeJS.Platform, isPackaged = true) => {
    if (file !== '') writeFileSync(join(resources, 'app-update.yml'), file);
    return updatePlan(isPackaged, resources, platform);
  };
  const far = 'provider: generic\nurl: https://updates.example\n';

  test('nothing without an address, in development, and where the address is not https', () => {
    expect(plan('', 'linux')).toBe('none');
    expect(plan(far, 'linux', false)).toBe('none');
    for (const url of [
      'http://updates.example',
      'http://127.0.0.1:8080',
      'ftp://updates.example',
      "'http://updates.example'",
      '',
    ]) {
      expect(plan(`provider: generic\nurl: ${url}\n`, 'win32')).toBe('none');
      expect(plan(`provider: generic\nurl: ${url}\n`, 'linux')).toBe('none');
    }
  });

  test('nothing where the administrator of the machine brings newer versions', () => {
    expect(plan(far, 'darwin')).toBe('install');
    expect(updatePlan(true, resources, 'darwin', { updates: 'off' })).toBe('none');
    expect(updatePlan(true, resources, 'darwin', {})).toBe('install');
  });

  test('installed only where something checks who made it', () => {
    installByNsis();
    expect(plan(far, 'linux')).toBe('tell');
    expect(plan(far, 'win32')).toBe('tell');
    expect(plan(`${far}publisherName:\n  - Somebody\n`, 'win32')).toBe('install');
    expect(plan(`${far}publisherName:\n  - Somebody\n`, 'linux')).toBe('tell');
    expect(plan(far, 'darwin')).toBe('install');
  });

  test('an MSI never updates itself, whoever signed it', () => {
    expect(plan(far, 'win32')).toBe('tellPackage');
    expect(plan(`${far}publisherName:\n  - Somebody\n`, 'win32')).toBe('tellPackage');
  });
});
