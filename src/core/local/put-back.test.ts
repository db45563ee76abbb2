import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFileGate } from './file-gate.ts';
import { asideOf } from './testing/aside-of.ts';
import { otherVolume } from './testing/other-volume.ts';

const gate = createFileGate();

/** A folder with an empty quarantine in it. */
function setUp() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-back-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const aside = asideOf(root);
  mkdirSync(join(root, aside.aside));
  const inside = (name: string) => join(root, aside.aside, name);
  return { root, aside, inside };
}

test('a file with the longest name gets it back with a number where it is taken', async () => {
  const { root, aside, inside } = setUp();
  const name = `${'n'.repeat(251)}.txt`;
  writeFileSync(inside(name), 'set aside');
  writeFileSync(join(root, name), 'saved since');
  const shorter = `${'n'.repeat(247)} (2).txt`;
  expect(await gate.putBack(aside)).toEqual([shorter]);
  expect(readdirSync(root).sort()).toEqual([shorter, name].sort());
  expect(readFileSync(join(root, shorter), 'utf8')).toBe('set aside');
});

test('a folder that was swapped in gets its name back, or another, with all that is in it', async () => {
  const { root, aside, inside } = setUp();
  for (const name of ['a.txt', 'b.txt']) {
    mkdirSync(inside(name));
    writeFileSync(join(inside(name), 'inner.txt'), name);
  }
  writeFileSync(join(root, 'b.txt'), 'saved since');
  expect((await gate.putBack(aside)).sort()).toEqual(['a.txt', 'b (2).txt']);
  expect(readFileSync(join(root, 'b (2).txt/inner.txt'), 'utf8')).toBe('b.txt');
  expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('saved since');
  expect(existsSync(join(root, aside.aside))).toBe(false);
});

const program = `
  import { createFileGate } from ${JSON.stringify(fileURLToPath(new URL('./file-gate.ts', import.meta.url)))};
  console.log(JSON.stringify(await createFileGate().putBack(JSON.parse(process.argv[1]))));
`;
const nobody = 65_534;

/**
 * Who may become somebody else, where files of others get no second name (proc_sys_fs(5),
 * protected_hardlinks).
 */
function canBeSomebodyElse(): boolean {
  const setting = '/proc/sys/fs/protected_hardlinks';
  return process.getuid?.() === 0 && existsSync(setting) && readFileSync(setting, 'utf8').trim() === '1';
}

test.runIf(canBeSomebodyElse())(
  'files of somebody else, which get no second name, are copied whole, empty ones too, and renamed where they may not be read',
  () => {
    const { root, aside, inside } = setUp();
    for (const path of [root, join(root, aside.aside)]) chownSync(path, nobody, nobody);
    writeFileSync(inside('a.txt'), 'of somebody else');
    writeFileSync(inside('empty.txt'), '');
    writeFileSync(inside('private.txt'), 'not for Sluice');
    for (const name of ['a.txt', 'empty.txt']) chmodSync(inside(name), 0o644);
    chmodSync(inside('private.txt'), 0o600);
    const said = execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', program, JSON.stringify(aside)],
      { uid: nobody, gid: nobody, cwd: '/', encoding: 'utf8' },
    );
    const names = ['a.txt', 'empty.txt', 'private.txt'];
    expect(JSON.parse(said).sort()).toEqual(names);
    expect(readdirSync(root).sort()).toEqual(names);
    expect(names.map((name) => readFileSync(join(root, name), 'utf8'))).toEqual([
      ...['of somebody else', '', 'not for Sluice'],
    ]);
    expect(lstatSync(join(root, 'private.txt')).uid).toBe(0);
  },
);

test.runIf(process.platform === 'linux' && otherVolume !== undefined)(
  'a copy on another volume is in its folder on disk before the name in quarantine may go',
  async () => {
    const { root, aside, inside } = setUp();
    const other = mkdtempSync(join(otherVolume ?? tmpdir(), 'sluice-back-'));
    onTestFinished(() => rmSync(other, { recursive: true }));
    writeFileSync(inside('a.txt'), 'a');
    const examined = await gate.examineAside(aside);
    if (examined.kind !== 'file') throw new Error('it is a file');
    const synced: string[] = [];
    const handle = await open(root);
    await handle.close();
    const handles = Object.getPrototypeOf(handle) as { sync(this: { fd: number }): Promise<void> };
    const { sync } = handles;
    vi.spyOn(handles, 'sync').mockImplementation(function (this: { fd: number }) {
      synced.push(realpathSync(`/proc/self/fd/${this.fd}`));
      return sync.call(this);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const to = { root: other, makeRoot: false, directory: '', name: 'a.txt' };
    expect(await gate.placeAside(aside, examined.identity, to)).toMatchObject({ kind: 'placed' });
    expect(synced.at(-1)).toBe(other);
    expect(readdirSync(other)).toEqual(['a.txt']);
  },
);
