import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addAccess, hasSetfacl } from './testing/access-list.ts';
import { haveAccessLists } from './access-lists.ts';
import { hasHandlePaths } from './handle-paths.ts';

function setUp() {
  const base = mkdtempSync(join(tmpdir(), 'sluice-lists-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  return (name: string) => {
    const path = join(base, name);
    if (name.endsWith('/')) mkdirSync(path);
    else writeFileSync(path, '');
    return path;
  };
}

test('files and folders without a list have none', async () => {
  const make = setUp();
  expect(await haveAccessLists([make('folder/'), make('-a b\n.txt')])).toBe(false);
});

test('a file that is not there may have one, and so may all where nothing lists files', async () => {
  const path = setUp()('a.txt');
  expect(await haveAccessLists([path, `${path}.gone`])).toBe(process.platform !== 'win32');
  vi.stubEnv('PATH', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await haveAccessLists([path])).toBe(process.platform !== 'win32');
});

test.runIf(hasSetfacl)(
  'a list is found, by path and by handle, also a default one (needs setfacl)',
  async () => {
    const make = setUp();
    const [plain, file, folder] = [make('plain.txt'), make('file.txt'), make('folder/')];
    addAccess(file, 'u:65534:---');
    addAccess(folder, 'd:u:65534:r-x');
    expect(await haveAccessLists([plain, file])).toBe(true);
    expect(await haveAccessLists([folder])).toBe(true);
    const handle = await open(file);
    onTestFinished(() => handle.close());
    if (hasHandlePaths()) expect(await haveAccessLists([`/proc/self/fd/${handle.fd}`])).toBe(true);
  },
);
