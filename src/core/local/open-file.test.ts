import { execFileSync } from 'node:child_process';
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
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { createFileGate } from './file-gate.ts';
import { openFile, openFileNow } from './open-file.ts';
import type { FilePlace } from './place.ts';

/** `root/` is the folder, `outside/` what must not be reached from it. */
function setUp() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-open-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const at = (path: string) => join(base, path);
  const put = (path: string, content = path) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  put('root/a.txt');
  put('root/sub/b.txt');
  put('outside/secret.txt');
  const place = (path: string, more: Partial<FilePlace> = {}): FilePlace => ({
    path: at(path),
    root: at('root'),
    followLinks: false,
    ...more,
  });
  return { at, put, place };
}

const ways: [string, (place: FilePlace) => Promise<string>][] = [
  ['off this thread', (place) => openFile(place).then((handle) => handle.close().then(() => 'open'), codeOf)],
  ['on this thread', async (place) => now(place)],
];

function now(place: FilePlace): string {
  try {
    closeSync(openFileNow(place));
    return 'open';
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : String(error);
}

describe.each(ways)('opened %s', (_way, tryToOpen) => {
  test('an ordinary file, also in a folder that is itself reached through a link', async () => {
    const { at, place } = setUp();
    expect(await tryToOpen(place('root/a.txt'))).toBe('open');
    expect(await tryToOpen(place('root/sub/b.txt'))).toBe('open');
    symlinkSync(at('root'), at('by-link'));
    expect(await tryToOpen(place('by-link/sub/b.txt', { root: at('by-link') }))).toBe('open');
    expect(await tryToOpen(place('root/gone.txt'))).toBe('FILE_GONE');
  });

  test.each([false, true])('never through a link that leads out; links followed: %s', async (followLinks) => {
    const { at, place } = setUp();
    symlinkSync(at('outside/secret.txt'), at('root/secret.txt'));
    symlinkSync(at('outside'), at('root/away'));
    symlinkSync('../../outside/secret.txt', at('root/sub/c.txt'));
    for (const path of ['root/secret.txt', 'root/away/secret.txt', 'root/sub/c.txt']) {
      expect(await tryToOpen(place(path, { followLinks })), path).toBe('FILE_BEHIND_LINK');
    }
    // Its words stay below the root, its way does not.
    expect(await tryToOpen(place('outside/secret.txt', { followLinks }))).toBe('FILE_BEHIND_LINK');
  });

  test('W14: through a link inside the root only where links are followed', async () => {
    const { at, place } = setUp();
    symlinkSync(at('root/a.txt'), at('root/link.txt'));
    symlinkSync(at('root/sub'), at('root/linked'));
    for (const path of ['root/link.txt', 'root/linked/b.txt']) {
      expect(await tryToOpen(place(path)), path).toBe('FILE_BEHIND_LINK');
      expect(await tryToOpen(place(path, { followLinks: true })), path).toBe('open');
    }
  });

  test('a file that a person named has a way of its own, which must be free of links by then', async () => {
    const { at, place } = setUp();
    symlinkSync(at('outside/secret.txt'), at('root/named.txt'));
    const { path } = await createFileGate().resolveNamed(at('root/named.txt'));
    expect(await tryToOpen(place('x', { path, root: null }))).toBe('open');
    renameSync(at('outside'), at('moved'));
    symlinkSync(at('moved'), at('outside'));
    expect(await tryToOpen(place('x', { path, root: null }))).toBe('FILE_BEHIND_LINK');
  });

  test('nothing but files: no pipe is waited for, no device is read', async () => {
    const { at, place } = setUp();
    execFileSync('mkfifo', [at('root/pipe')]);
    symlinkSync('/dev/zero', at('root/zero'));
    expect(await tryToOpen(place('root/pipe'))).toBe('NOT_A_FILE');
    expect(await tryToOpen(place('root/sub'))).toBe('NOT_A_FILE');
    expect(await tryToOpen(place('root/zero'))).toBe('FILE_BEHIND_LINK');
    expect(await tryToOpen(place('root/zero', { followLinks: true }))).toBe('FILE_BEHIND_LINK');
    expect(await tryToOpen({ path: '/dev/zero', root: null, followLinks: false })).toBe('NOT_A_FILE');
  });
});

test('a directory is listed where it really is, or not at all', async () => {
  const { at, put } = setUp();
  put('outside/sub/d.txt');
  const gate = createFileGate();
  const names = async (look: 'direct' | 'patient') => {
    try {
      return (await gate[look].list(at('root/sub'), at('root'))).map(({ name }) => name);
    } catch (error) {
      return codeOf(error);
    }
  };
  expect([await names('direct'), await names('patient')]).toEqual([['b.txt'], ['b.txt']]);
  renameSync(at('root/sub'), at('root/elsewhere'));
  symlinkSync(at('outside/sub'), at('root/sub'));
  expect([await names('direct'), await names('patient')]).toEqual(['FILE_BEHIND_LINK', 'FILE_BEHIND_LINK']);
});
