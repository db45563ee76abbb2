import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheFolder } from '../../bin/cache-folder.js';

const { homedir } = vi.hoisted(() => ({ homedir: vi.fn<() => string>() }));
vi.mock('node:os', async (original) => ({ ...(await original<object>()), homedir }));

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sluice-cache-'));
  homedir.mockReturnValue(home);
  vi.stubEnv('XDG_CACHE_HOME', '');
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(home, { recursive: true });
});

test('what Node compiled lies where the person keeps such things, for nobody else', () => {
  expect(cacheFolder()).toBe(join(home, '.cache/sluice'));
  expect(statSync(join(home, '.cache/sluice')).mode & 0o777).toBe(0o700);
  vi.stubEnv('XDG_CACHE_HOME', join(home, 'elsewhere'));
  expect(cacheFolder()).toBe(join(home, 'elsewhere/sluice'));
});

test('nothing is kept for a user without a home, as in many containers, and nothing fails', () => {
  homedir.mockImplementation(() => {
    throw new Error('uv_os_homedir returned ENOENT');
  });
  expect(cacheFolder()).toBeUndefined();
});

test.each(['linux', 'darwin', 'win32'] as const)(
  'on %s a home that is empty or relative is none: what lies in any folder one stands in is not run',
  (platform) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    vi.stubEnv('LOCALAPPDATA', 'sluice-local');
    for (const relative of ['', 'sluice-home']) {
      homedir.mockReturnValue(relative);
      expect(cacheFolder()).toBeUndefined();
    }
    const made = ['.cache', 'Library', 'AppData', 'sluice-local', 'sluice-home'];
    expect(made.filter((name) => existsSync(name))).toEqual([]);
  },
);

test.each([0o777, 0o775, 0o755])('a folder that others may enter (mode %o) will not do', (mode) => {
  const folder = join(home, '.cache/sluice');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
  expect(cacheFolder()).toBeUndefined();
});
