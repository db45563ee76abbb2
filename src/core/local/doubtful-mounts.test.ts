import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDoubtfulMounts } from './doubtful-mounts.ts';

function begin(lines: (base: string) => readonly string[]) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-doubtful-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const table = join(base, 'mountinfo');
  writeFileSync(table, ['1 0 8:1 / / rw - ext4 /dev/sda1 rw', ...lines(base), ''].join('\n'));
  return { base, mounts: createDoubtfulMounts(table, 'linux') };
}

test.each([
  ['nfs4', true],
  ['cifs', true],
  ['fuse.sshfs', true],
  ['fuse', true],
  ['ext4', false],
  ['tmpfs', false],
  ['btrfs', false],
])('a drive of type %s may hang: %s', (type, mayHang) => {
  const { base, mounts } = begin((at) => [`2 1 0:40 / ${at}/drive rw shared:1 - ${type} source rw`]);
  expect(mounts.of(join(base, 'drive/a/b.txt'))).toBe(mayHang ? join(base, 'drive') : undefined);
  expect(mounts.of(join(base, 'drive'))).toBe(mayHang ? join(base, 'drive') : undefined);
  expect(mounts.of(join(base, 'drive2/b.txt'))).toBeUndefined();
  expect(mounts.below(base)).toBe(mayHang);
});

test('links lead to it, and the innermost drive is the one that is asked', () => {
  const { base, mounts } = begin((at) => [
    `2 1 0:40 / ${at}/my\\040share rw - cifs //nas/share rw`,
    `3 2 0:41 / ${at}/my\\040share/inner rw - nfs4 nas:/inner rw`,
  ]);
  mkdirSync(join(base, 'home'));
  symlinkSync('../my share', join(base, 'home/share'));
  symlinkSync('loop', join(base, 'home/loop'));
  expect(mounts.of(join(base, 'home/share/a.txt'))).toBe(join(base, 'my share'));
  expect(mounts.of(join(base, 'home/share/inner/a.txt'))).toBe(join(base, 'my share/inner'));
  expect(mounts.of(join(base, 'home/loop/a.txt'))).toBeUndefined();
});

test('a link counts from where it really lies', () => {
  const { base, mounts } = begin((at) => [`2 1 0:40 / ${at}/far/share rw - cifs //nas/share rw`]);
  mkdirSync(join(base, 'far/local'), { recursive: true });
  mkdirSync(join(base, 'home'));
  symlinkSync('../far/local', join(base, 'home/work'));
  symlinkSync('../share/a.txt', join(base, 'far/local/a.txt'));
  expect(mounts.of(join(base, 'home/work/a.txt'))).toBe(join(base, 'far/share'));
  expect(mounts.of(join(base, 'home/work/b.txt'))).toBeUndefined();
});

test('links that lead in circles, or each twice to the next, keep nobody', () => {
  const { base, mounts } = begin((at) => [`2 1 0:40 / ${at}/share rw - cifs //nas/share rw`]);
  symlinkSync('circle/on', join(base, 'circle'));
  mkdirSync(join(base, 'end'));
  symlinkSync('..', join(base, 'end/up'));
  symlinkSync('end', join(base, 'twice40'));
  for (let at = 0; at < 40; at += 1)
    symlinkSync(`twice${at + 1}/up/twice${at + 1}`, join(base, `twice${at}`));
  expect(mounts.of(join(base, 'circle/a.txt'))).toBeUndefined();
  expect(mounts.of(join(base, 'twice0/a.txt'))).toBeUndefined();
  expect(mounts.of(join(base, 'twice0/up/share/a.txt'))).toBe(join(base, 'share'));
});

test('a disk that the automounter put in its place does not hang', () => {
  const { base, mounts } = begin((at) => [
    `2 1 0:40 / ${at}/usb rw - autofs systemd-1 rw`,
    `3 2 8:17 / ${at}/usb rw - ext4 /dev/sdb1 rw`,
  ]);
  expect(mounts.of(join(base, 'usb/a.txt'))).toBeUndefined();
});

test('elsewhere names tell', () => {
  expect(createDoubtfulMounts('', 'win32').of('\\\\nas\\share\\a.txt')).toBe('\\\\nas\\share');
  expect(createDoubtfulMounts('', 'win32').of('C:\\share\\a.txt')).toBeUndefined();
  expect(createDoubtfulMounts('', 'darwin').of('/Volumes/nas/a.txt')).toBe('/Volumes/nas');
  expect(createDoubtfulMounts('', 'darwin').of('/Users/a.txt')).toBeUndefined();
});
