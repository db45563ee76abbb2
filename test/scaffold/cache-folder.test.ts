import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheFolder } from '../../bin/cache-folder.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sluice-cache-'));
});
afterEach(() => rmSync(home, { recursive: true }));

/** What a machine like this one, but for what is given, would keep it in. */
const folderOn = (machine: Partial<Parameters<typeof cacheFolder>[0]> = {}) =>
  cacheFolder({ platform: 'linux', variables: {}, home: () => home, ...machine });

test('what Node compiled lies where the person keeps such things, for nobody else', () => {
  expect(folderOn()).toBe(join(home, '.cache/sluice'));
  expect(statSync(join(home, '.cache/sluice')).mode & 0o777).toBe(0o700);
  const variables = { XDG_CACHE_HOME: join(home, 'elsewhere') };
  expect(folderOn({ variables })).toBe(join(home, 'elsewhere/sluice'));
});

test('nothing is kept for a user without a home, as in many containers, and nothing fails', () => {
  const unknown = () => {
    throw new Error('uv_os_homedir returned ENOENT');
  };
  expect(folderOn({ home: unknown })).toBeUndefined();
});

test.each(['linux', 'darwin', 'win32'] as const)(
  'on %s a home that is empty or relative is none: what lies in any folder one stands in is not run',
  (platform) => {
    const variables = { LOCALAPPDATA: 'sluice-local' };
    for (const relative of ['', 'sluice-home'])
      expect(folderOn({ platform, variables, home: () => relative })).toBeUndefined();
    const made = ['.cache', 'Library', 'AppData', 'sluice-local', 'sluice-home'];
    expect(made.filter((name) => existsSync(name))).toEqual([]);
  },
);

test.each([0o777, 0o775, 0o755])('a folder that others may enter (mode %o) will not do', (mode) => {
  const folder = join(home, '.cache/sluice');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
  expect(folderOn()).toBeUndefined();
});
