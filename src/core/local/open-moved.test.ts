import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasHandlePaths } from './handle-paths.ts';
import { holdDirectory } from './held-directory.ts';
import { createFileGate } from './file-gate.ts';
import { openFile, openFileNow } from './open-file.ts';

/** What happens between the opening of a name and the question where it leads. */
const hooks = vi.hoisted(() => ({ beforeLook: () => undefined as unknown }));
const asked = (path: unknown) => typeof path === 'string' && path.startsWith('/proc/self/fd/');

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readlinkSync = ((path: string) => {
    if (asked(path)) hooks.beforeLook();
    return fs.readlinkSync(path);
  }) as typeof fs.readlinkSync;
  return { ...fs, readlinkSync };
});
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  const readlink = (async (path: string) => {
    if (asked(path)) hooks.beforeLook();
    return fs.readlink(path);
  }) as typeof fs.readlink;
  return { ...fs, readlink };
});

beforeEach(() => {
  hooks.beforeLook = () => undefined;
});

function once(work: () => void): void {
  hooks.beforeLook = () => {
    hooks.beforeLook = () => undefined;
    work();
  };
}

function setUp() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-moved-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = (path: string) => join(root, path);
  mkdirSync(at('sub'));
  for (const name of ['a.txt', 'b.txt', 'sub/c.txt']) writeFileSync(at(name), name);
  return { at, root, place: (path: string) => ({ path: at(path), root, followLinks: false }) };
}

type Place = ReturnType<ReturnType<typeof setUp>['place']>;

const ways: [string, (place: Place) => Promise<unknown>][] = [
  ['off this thread', async (place) => (await openFile(place)).close()],
  ['on this thread', async (place) => closeSync(openFileNow(place))],
];

describe.skipIf(!hasHandlePaths()).each(ways)(
  'a name that moves while it is opened %s',
  (_way, tryToOpen) => {
    test('is no link: what it names by now is opened', async () => {
      const { at, place } = setUp();
      once(() => {
        renameSync(at('a.txt'), at('moved.txt'));
        renameSync(at('b.txt'), at('a.txt'));
      });
      await tryToOpen(place('a.txt'));
    });

    test('and names nothing then, is gone', async () => {
      const { at, place } = setUp();
      once(() => renameSync(at('a.txt'), at('moved.txt')));
      await expect(tryToOpen(place('a.txt'))).rejects.toMatchObject({ code: 'FILE_GONE' });
    });

    test('again and again is still changing, and asks nobody', async () => {
      const { at, place } = setUp();
      hooks.beforeLook = () => {
        renameSync(at('a.txt'), at('other.txt'));
        renameSync(at('b.txt'), at('a.txt'));
        renameSync(at('other.txt'), at('b.txt'));
      };
      await expect(tryToOpen(place('a.txt'))).rejects.toMatchObject({ code: 'FILE_CHANGED' });
    });

    test('and is a link by then, is behind one', async () => {
      const { at, place } = setUp();
      once(() => {
        renameSync(at('a.txt'), at('moved.txt'));
        symlinkSync(at('moved.txt'), at('a.txt'));
      });
      await expect(tryToOpen(place('a.txt'))).rejects.toMatchObject({ code: 'FILE_BEHIND_LINK' });
    });
  },
);

test.skipIf(!hasHandlePaths())('a directory that moves while it is opened is no link either', async () => {
  const { at, root } = setUp();
  const gate = createFileGate();
  for (const look of ['direct', 'patient'] as const) {
    const list = async () => gate[look].list(at('sub'), root);
    once(() => renameSync(at('sub'), at('away')));
    await expect(list()).rejects.toMatchObject({ code: 'ENOENT' });
    renameSync(at('away'), at('sub'));
  }
  once(() => renameSync(at('sub'), at('away')));
  await expect(holdDirectory(at('sub'), root)).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
