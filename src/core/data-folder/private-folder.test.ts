import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  assertNotPlanted,
  dataFolderError,
  makeDataFolder,
  makePrivateFile,
  makePrivateFolder,
  openToOthers,
  readNotPlanted,
} from './private-folder.ts';

// Windows has no such modes: there this only shows that nothing is said and nothing fails.
const hasModes = process.platform !== 'win32';
const mode = (path: string) => statSync(path).mode & 0o777;
const closed = (is: number) => (hasModes ? is : expect.any(Number));

function openFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-private-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  chmodSync(directory, 0o755);
  return directory;
}

function put(directory: string, name: string, permissions = 0o644): string {
  const path = join(directory, name);
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o755 });
  writeFileSync(path, 'x');
  chmodSync(path, permissions);
  return path;
}

test('a data folder that stood open is closed to its depth', () => {
  const directory = openFolder();
  const files = [
    'ledger.sqlite',
    'ledger.sqlite-wal',
    'ledger.sqlite.before-2',
    'ledger.json',
    'agent.json',
    'settings.json',
    'ui.json',
    'cache/p/annotated/a.json',
    'support/s.json',
  ].map((name) => put(directory, name));
  expect(makePrivateFolder(directory)).toEqual([]);
  expect(files.map(mode)).toEqual(files.map(() => closed(0o600)));
  expect([directory, join(directory, 'cache'), join(directory, 'cache/p/annotated')].map(mode)).toEqual([
    closed(0o700),
    closed(0o700),
    closed(0o700),
  ]);
});

test('a new one is made closed, and one that is closed may hold what it likes', () => {
  const directory = join(openFolder(), 'deep', 'data');
  expect(makePrivateFolder(directory)).toEqual([]);
  expect(mode(directory)).toEqual(closed(0o700));
  const deep = put(directory, 'cache/p/a.json');
  chmodSync(directory, 0o700);
  expect(makePrivateFolder(directory)).toEqual([]);
  expect(mode(join(directory, 'cache'))).toEqual(closed(0o700));
  expect(mode(deep)).toBe(0o644);
});

test('a folder that holds other things keeps its mode, and so do they; what is of Sluice in it is closed', () => {
  const directory = openFolder();
  const theirs = [put(directory, 'thesis.docx'), put(directory, 'photos/a.jpg')];
  const ours = [put(directory, 'ledger.sqlite'), put(directory, 'cache/p/a.json')];
  expect(makePrivateFolder(directory)).toEqual([]);
  expect(mode(directory)).toBe(0o755);
  expect(theirs.map(mode)).toEqual([0o644, 0o644]);
  expect(ours.map(mode)).toEqual([closed(0o600), closed(0o600)]);
});

test.runIf(hasModes)(
  'a folder with other things to which others can write is reported: they could replace any file',
  () => {
    const directory = openFolder();
    put(directory, 'plan.txt');
    put(directory, 'ledger.sqlite');
    expect([makePrivateFolder(directory), openToOthers(directory)]).toEqual([[], []]);
    for (const open of [0o775, 0o777, 0o1777]) {
      chmodSync(directory, open);
      expect([makePrivateFolder(directory), openToOthers(directory)]).toEqual([[directory], [directory]]);
    }
  },
);

test('what a link leads to is left alone', () => {
  const directory = openFolder();
  const elsewhere = put(openFolder(), 'elsewhere.json');
  symlinkSync(elsewhere, join(directory, 'settings.json'));
  expect(makePrivateFolder(directory)).toEqual([]);
  expect(mode(elsewhere)).toBe(0o644);
});

test('a file is made closed, and one that is there is closed and keeps what it holds', () => {
  const directory = openFolder();
  const made = join(directory, 'ledger.sqlite');
  makePrivateFile(made);
  expect([mode(made), statSync(made).size]).toEqual([closed(0o600), 0]);
  const there = put(directory, 'agent.lock');
  makePrivateFile(there);
  expect([mode(there), statSync(there).size]).toEqual([closed(0o600), 1]);
});

test('a folder that cannot be made is named with the reason: a file is there, or on the way to it', () => {
  const file = put(openFolder(), 'data');
  for (const directory of [file, join(file, 'deep')])
    expect(() => makeDataFolder(directory)).toThrow(
      expect.objectContaining({ code: 'DATA_FOLDER_UNUSABLE', detail: expect.stringContaining(file) }),
    );
});

test.each([
  ['EROFS', 'detail.dataFolder.readOnly'],
  ['EACCES', 'detail.dataFolder.denied'],
  ['EPERM', 'detail.dataFolder.denied'],
  ['ENOTDIR', 'detail.dataFolder.file'],
  ['ENOENT', 'detail.dataFolder.notMade'],
  ['EIO', 'detail.dataFolder'],
])('%s of the data folder is reported as %s', (code, key) => {
  const error = dataFolderError('/data', Object.assign(new Error(`${code}: no`), { code }));
  expect([error.code, error.said?.((spoken) => spoken)]).toEqual(['DATA_FOLDER_UNUSABLE', key]);
});

// Node's own `mkdir` with `recursive` never ends there, so it is tried from a process that can be ended.
test.runIf(process.platform === 'linux')(
  'a place where the system makes no folders ends at once',
  { timeout: 30_000 },
  () => {
    const module = new URL('./private-folder.ts', import.meta.url).href;
    const script = `import(${JSON.stringify(module)}).then(({ makeDataFolder }) => {
      try { makeDataFolder('/proc/sluice/data'); } catch ({ code }) { process.stdout.write(code); }
    })`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 20_000,
      killSignal: 'SIGKILL',
    });
    expect(stdout).toBe('DATA_FOLDER_UNUSABLE');
  },
);

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
if (!isRoot) process.stderr.write('NOT RUN: two accounts need root on Linux (private-folder.test.ts)\n');

test.runIf(isRoot)(
  'root works in no data folder of another account, unless the ledger in it is its own',
  () => {
    const directory = openFolder();
    chownSync(directory, 20_001, 20_001);
    const foreign = expect.objectContaining({
      code: 'DATA_FOLDER_UNUSABLE',
      detail: expect.stringContaining(`sudo -u '#20001'`),
    });
    expect(() => makeDataFolder(directory)).toThrow(foreign);
    const ledger = put(directory, 'ledger.sqlite');
    expect(() => makeDataFolder(directory)).not.toThrow();
    chownSync(ledger, 20_001, 20_001);
    expect(() => makeDataFolder(directory)).toThrow(foreign);
  },
);

test.runIf(isRoot)('what another account put under a name of Sluice is refused, a link of theirs too', () => {
  const directory = openFolder();
  const settings = put(directory, 'settings.json');
  expect(() => makeDataFolder(directory)).not.toThrow();
  const planted = (path: string) =>
    expect.objectContaining({
      code: 'DATA_FOLDER_UNUSABLE',
      detail: expect.stringContaining(`${path} belongs to '#20002'`),
    });
  chownSync(settings, 20_002, 20_002);
  expect(() => makeDataFolder(directory)).toThrow(planted(settings));
  rmSync(settings);
  const cache = join(directory, 'cache');
  symlinkSync(openFolder(), cache);
  expect(() => makeDataFolder(directory)).not.toThrow();
  lchownSync(cache, 20_002, 20_002);
  expect(() => makeDataFolder(directory)).toThrow(planted(cache));
});

test.runIf(isRoot)('files of other accounts beside those of Sluice do not stop it', () => {
  const directory = openFolder();
  for (const name of ['plan.txt', 'notes.txt']) chownSync(put(directory, name), 20_002, 20_002);
  expect(() => makeDataFolder(directory)).not.toThrow();
});

test.runIf(isRoot)("files of the folder's owner are refused, also before Sluice has files there", () => {
  const directory = openFolder();
  const settings = put(directory, 'settings.json');
  for (const path of [directory, settings]) chownSync(path, 20_002, 20_002);
  const refused = expect.objectContaining({ code: 'DATA_FOLDER_UNUSABLE' });
  expect(() => assertNotPlanted(settings)).toThrow(refused);
  put(directory, 'keys.json');
  expect(() => assertNotPlanted(settings)).toThrow(refused);
  expect(readdirSync(directory).toSorted()).toEqual(['keys.json', 'settings.json']);
});

test.runIf(isRoot)('a file that another account swaps in after the look is not read', async () => {
  const directory = openFolder();
  chmodSync(directory, 0o777);
  const settings = put(directory, 'settings.json');
  const theirs = put(directory, 'theirs');
  writeFileSync(settings, 'ours');
  writeFileSync(theirs, 'theirs');
  chownSync(theirs, 20_002, 20_002);
  const script = `const { renameSync: move } = require('node:fs');
    console.log('swapping');
    for (;;) for (const [from, to] of [['settings.json', 'ours'], ['theirs', 'settings.json'],
      ['settings.json', 'theirs'], ['ours', 'settings.json']]) move(from, to);`;
  const swapper = spawn(process.execPath, ['-e', script], { cwd: directory });
  const seen = new Set<string>();
  try {
    await once(swapper.stdout, 'data');
    for (let look = 0; look < 20_000; look += 1) {
      try {
        seen.add(readNotPlanted(settings));
      } catch (error) {
        // The name is free, or theirs, half of the time.
        expect(error).toMatchObject({ code: expect.stringMatching(/^(ENOENT|DATA_FOLDER_UNUSABLE)$/) });
      }
    }
  } finally {
    swapper.kill('SIGKILL');
    await once(swapper, 'close');
  }
  expect([...seen]).toEqual(['ours']);
});

test.runIf(isRoot)("the user's own link to a file of another account is read", () => {
  const directory = openFolder();
  const theirs = put(openFolder(), 'theirs.json');
  writeFileSync(theirs, 'theirs');
  chownSync(theirs, 20_002, 20_002);
  const settings = join(directory, 'settings.json');
  symlinkSync(theirs, settings);
  expect(readNotPlanted(settings)).toBe('theirs');
});

// Whoever can rename in the folder can give any file of the user there the name of ours.
test.runIf(hasModes)('what others can write to is refused in a folder that they can write to', () => {
  const directory = openFolder();
  const settings = put(directory, 'settings.json', 0o664);
  expect(() => makeDataFolder(directory)).not.toThrow();
  chmodSync(directory, 0o775);
  const refused = (path: string) =>
    expect.objectContaining({
      code: 'DATA_FOLDER_UNUSABLE',
      detail: expect.stringContaining(`Other accounts can write to ${path}`),
    });
  expect(() => makeDataFolder(directory)).toThrow(refused(settings));
  chmodSync(settings, 0o644);
  expect(() => makeDataFolder(directory)).not.toThrow();
  rmSync(settings);
  symlinkSync(put(directory, 'theirs.json', 0o664), settings);
  expect(() => makeDataFolder(directory)).toThrow(refused(settings));
  rmSync(settings);
  const stage = join(directory, 'restore');
  mkdirSync(stage);
  chmodSync(stage, 0o775);
  expect(() => makeDataFolder(directory)).toThrow(refused(stage));
  expect(readdirSync(directory).toSorted()).toEqual(['restore', 'theirs.json']);
});
