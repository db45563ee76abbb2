import fs from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDirectoryWatcher } from '#core/watch/thread/directory-watcher.ts';
import { until } from '../support/until.ts';

type Hint = readonly [directory: string, name: string | null];

async function watchDirectories(...directories: readonly string[]) {
  const hints: Hint[] = [];
  const errors: unknown[] = [];
  const watcher = createDirectoryWatcher({
    hint: (directory, name) => hints.push([directory, name]),
    limit: (code) => errors.push(code),
    error: (error) => errors.push(error),
  });
  onTestFinished(() => watcher.close());
  await watcher.add(directories);
  return { hints, errors, watcher };
}

async function makeTemporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

const told = (hints: readonly Hint[], directory: string, name: string) =>
  until(`a hint of ${name}`, () => hints.some((hint) => hint[0] === directory && hint[1] === name));

/** The paths that anything in this process asks the file system about from now on. */
function spyOnLooks(): Set<string> {
  const looked = new Set<string>();
  for (const name of ['lstat', 'stat', 'readdir', 'opendir'] as const) {
    const real = fs.promises[name] as (...parameters: unknown[]) => unknown;
    const spy = vi.spyOn(fs.promises, name).mockImplementation(((...parameters: unknown[]) => {
      looked.add(String(parameters[0]));
      return real.apply(fs.promises, parameters);
    }) as never);
    onTestFinished(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
  }
  syncBuiltinESMExports();
  return looked;
}

test('no file of a watched directory is looked at, neither when it is added nor at an event in it', async () => {
  const directory = await makeTemporaryDirectory();
  const paths = Array.from({ length: 50 }, (_, index) => join(directory, `${index}.txt`));
  await Promise.all(paths.map((path) => writeFile(path, 'x')));
  const looked = spyOnLooks();
  const { hints, errors } = await watchDirectories(directory);
  await writeFile(join(directory, 'new.txt'), 'x');
  await told(hints, directory, 'new.txt');
  await writeFile(join(directory, 'another.txt'), 'x');
  await told(hints, directory, 'another.txt');
  expect([...looked].filter((path) => paths.includes(path))).toEqual([]);
  expect(looked).toContain(directory);
  expect(errors).toEqual([]);
});

test('a link to a directory is watched like the directory', async () => {
  const directory = await makeTemporaryDirectory();
  await mkdir(join(directory, 'real'));
  const link = join(directory, 'link');
  await symlink('real', link);
  const { hints, errors } = await watchDirectories(link);
  await writeFile(join(directory, 'real/new.txt'), 'x');
  await told(hints, link, 'new.txt');
  expect(errors).toEqual([]);
});

test('each of many directories is watched: what comes, changes and goes is told, files or not', async () => {
  const root = await makeTemporaryDirectory();
  const directories = Array.from({ length: 20 }, (_, index) => join(root, `d${index}`));
  for (const directory of directories) {
    await mkdir(directory);
    await writeFile(join(directory, 'there.txt'), 'x');
  }
  const { hints, watcher } = await watchDirectories(...directories);
  for (const directory of directories) {
    hints.length = 0;
    await writeFile(join(directory, 'there.txt'), 'changed');
    await told(hints, directory, 'there.txt');
    await rm(join(directory, 'there.txt'));
    await mkdir(join(directory, 'sub'));
    await told(hints, directory, 'sub');
  }
  const [first = '', second = ''] = directories;
  watcher.remove([first]);
  hints.length = 0;
  await writeFile(join(first, 'unseen.txt'), 'x');
  await writeFile(join(second, 'seen.txt'), 'x');
  await told(hints, second, 'seen.txt');
  expect(hints.filter(([directory]) => directory === first)).toEqual([]);
});

test('a directory that is removed while it is taken up holds nobody up, and can be taken up anew', async () => {
  const directory = await makeTemporaryDirectory();
  const { hints, errors, watcher } = await watchDirectories();
  let added = 0;
  for (let round = 0; round < 3; round += 1) {
    void watcher.add([directory]).then(() => (added += 1));
    watcher.remove([directory]);
  }
  void watcher.add([directory]).then(() => (added += 1));
  await until('all are taken up', () => added === 4);
  await writeFile(join(directory, 'a.txt'), '');
  await told(hints, directory, 'a.txt');
  expect(errors).toEqual([]);
});
