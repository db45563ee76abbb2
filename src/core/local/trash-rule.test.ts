import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { otherVolume } from './testing/other-volume.ts';
import { trashByRule, type TrashSystem } from './trash-rule.ts';

const mine = process.getuid?.() ?? 0;
const sticky = 0o1777;

function folder(below = tmpdir()): string {
  const made = realpathSync(mkdtempSync(join(below, 'sluice-trash-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A file in a folder, and a system whose person keeps their data elsewhere. */
function fixture(changes: Partial<TrashSystem> = {}, on = tmpdir()) {
  const top = folder(on);
  mkdirSync(join(top, 'papers'));
  const system: TrashSystem = {
    dataHome: join(folder(), 'share'),
    userId: mine,
    topDirectory: () => top,
    now: () => new Date(2026, 10, 25, 9, 5, 7),
    ...changes,
  };
  const put = (name: string, content = name) => {
    const path = join(top, 'papers', name);
    writeFileSync(path, content);
    return path;
  };
  const trash = (path: string) => trashByRule(path, path, system);
  /** There is no trash for a file, which stays as it is. */
  const expectNone = async () => {
    const path = put('a.txt');
    await expect(trash(path)).rejects.toMatchObject({ code: 'NO_TRASH' });
    expect(readFileSync(path, 'utf8')).toBe('a.txt');
  };
  return { top, system, put, trash, expectNone, home: join(system.dataHome, 'Trash') };
}

const linux = describe.runIf(process.platform === 'linux');
const twoVolumes = describe.runIf(process.platform === 'linux' && otherVolume !== undefined);

linux('W18: the trash of the person', () => {
  test('takes a file of its volume, and says where it lay and when it came', async () => {
    const { put, trash, home, system } = fixture();
    const path = put('a b#100%.txt');
    await trash(path);
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(join(home, 'files/a b#100%.txt'), 'utf8')).toBe('a b#100%.txt');
    const where = path.replace('a b#100%.txt', 'a%20b%23100%25.txt');
    expect(readFileSync(join(home, 'info/a b#100%.txt.trashinfo'), 'utf8')).toBe(
      `[Trash Info]\nPath=${where}\nDeletionDate=2026-11-25T09:05:07\n`,
    );
    for (const made of [system.dataHome, home, join(home, 'files'), join(home, 'info')])
      expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  test('keeps two of one name, and takes the name of neither what is claimed nor what lies there unclaimed', async () => {
    const { put, trash, home } = fixture();
    await trash(put('a.txt', 'first'));
    rmSync(join(home, 'info/a.txt.trashinfo'));
    writeFileSync(join(home, 'info/a (2).txt.trashinfo'), 'claimed');
    await trash(put('a.txt', 'second'));
    expect(readdirSync(join(home, 'files')).sort()).toEqual(['a (3).txt', 'a.txt']);
    expect(readFileSync(join(home, 'files/a.txt'), 'utf8')).toBe('first');
    expect(readdirSync(join(home, 'info')).sort()).toEqual(['a (2).txt.trashinfo', 'a (3).txt.trashinfo']);
  });

  test('takes the longest names', async () => {
    const { put, trash, home } = fixture();
    const name = `${'ä'.repeat(125)}.txt`;
    await trash(put(name));
    await trash(put(name));
    const files = readdirSync(join(home, 'files')).sort();
    expect(files).toHaveLength(2);
    expect(readdirSync(join(home, 'info')).sort()).toEqual(files.map((file) => `${file}.trashinfo`));
  });

  test('is not where a link is, nor with somebody else', async () => {
    const elsewhere = folder();
    const { put, trash, home, system, top } = fixture({ topDirectory: () => undefined });
    mkdirSync(system.dataHome);
    symlinkSync(elsewhere, home);
    const path = put('a.txt');
    await expect(trash(path)).rejects.toMatchObject({ code: 'NO_TRASH' });
    rmSync(home);
    mkdirSync(home);
    symlinkSync(elsewhere, join(home, 'files'));
    await expect(trash(path)).rejects.toMatchObject({ code: 'FILE_BEHIND_LINK' });
    expect(readdirSync(elsewhere)).toEqual([]);
    await expect(
      trashByRule(path, path, { ...system, userId: mine + 1, topDirectory: () => top }),
    ).rejects.toMatchObject({ code: 'NO_TRASH' });
    expect(readFileSync(path, 'utf8')).toBe('a.txt');
  });
});

twoVolumes('W18: the trash of another volume', () => {
  const there = (changes: Partial<TrashSystem> = {}) => fixture(changes, otherVolume);

  test('is one of the person on that volume, told by the way from there', async () => {
    const { top, put, trash, home } = there();
    await trash(put('a.txt'));
    const own = join(top, `.Trash-${mine}`);
    expect(readFileSync(join(own, 'files/a.txt'), 'utf8')).toBe('a.txt');
    expect(readFileSync(join(own, 'info/a.txt.trashinfo'), 'utf8')).toContain('\nPath=papers/a.txt\n');
    expect(statSync(own).mode & 0o777).toBe(0o700);
    expect(existsSync(home)).toBe(false);
  });

  test('is in the one an administrator made, if that keeps apart what is whose', async () => {
    const { top, put, trash } = there();
    mkdirSync(join(top, '.Trash'));
    chmodSync(join(top, '.Trash'), sticky);
    await trash(put('a.txt'));
    expect(readdirSync(join(top, '.Trash', String(mine), 'files'))).toEqual(['a.txt']);
    expect(existsSync(join(top, `.Trash-${mine}`))).toBe(false);
  });

  test.each(['without its sticky bit', 'a link'])('is not in one that is %s', async (is) => {
    const { top, put, trash } = there();
    const elsewhere = folder(otherVolume);
    chmodSync(elsewhere, sticky);
    if (is === 'a link') symlinkSync(elsewhere, join(top, '.Trash'));
    else mkdirSync(join(top, '.Trash'), { mode: 0o777 });
    await trash(put('a.txt'));
    expect(readdirSync(join(top, `.Trash-${mine}`, 'files'))).toEqual(['a.txt']);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('is nowhere when it would be behind a link: the file stays, and goes to no other volume', async () => {
    const { top, expectNone, home } = there();
    const elsewhere = folder(otherVolume);
    symlinkSync(elsewhere, join(top, `.Trash-${mine}`));
    await expectNone();
    expect([readdirSync(elsewhere), existsSync(home)]).toEqual([[], false]);
  });

  test('claims no name where the rename finds another volume after all', async () => {
    // As a folder that is bound: what the table says and where it lies are two things.
    const bound = folder();
    const { expectNone } = there({ topDirectory: () => bound });
    await expectNone();
    expect(readdirSync(join(bound, `.Trash-${mine}`, 'info'))).toEqual([]);
  });
});
