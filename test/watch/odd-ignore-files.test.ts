import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFixture, put, until } from './support.ts';

const make: Record<string, (path: string) => void> = {
  'a pipe nobody writes to': (path) => execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
  'a link to a device without end': (path) => symlinkSync('/dev/zero', path),
  'a link to a folder': (path) => symlinkSync('.', path),
};

test.each(Object.keys(make))('W16: a .sluiceignore that is %s stops nothing and is named', async (what) => {
  const fixture = await createFixture({ before: { 'a.txt': 'a', 'sub/b.txt': 'b' } });
  await fixture.settle();
  make[what]?.(join(fixture.root, 'sub/.sluiceignore'));
  put(join(fixture.root, 'sub/c.txt'), 'c');
  await fixture.watch.reconcile('f1');
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt', 'sub/b.txt', 'sub/c.txt']);
  const health = fixture.watch.health('f1');
  expect(health.mode).toBe('native');
  expect(health.why).toContain('sub/.sluiceignore is no ordinary file');
  expect(health.remarks).toEqual([{ code: 'health.ignoreOdd', values: { path: 'sub/.sluiceignore' } }]);
  rmSync(join(fixture.root, 'sub/.sluiceignore'), { recursive: true });
  await until('no more remark', () => fixture.watch.health('f1').remarks?.length === 0);
});

test('W16: rules that may be there and cannot be followed hold back what is new, and are named', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'a' } });
  await fixture.settle();
  // There at once: while it is written the file is a shorter one, whose rules can be followed.
  const large = join(fixture.root, '..', 'large');
  mkdirSync(large);
  writeFileSync(join(large, '.sluiceignore'), Buffer.alloc(1024 * 1024 + 1, '#'));
  put(join(large, 'b.txt'), 'b');
  renameSync(large, join(fixture.root, 'large'));
  const away = join(fixture.root, 'away');
  mkdirSync(away);
  put(join(fixture.root, '..', 'rules'), 'c*');
  symlinkSync('../../rules', join(away, '.sluiceignore'));
  put(join(away, 'c.txt'), 'c');
  await fixture.watch.reconcile('f1');
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt']);
  expect(fixture.watch.health('f1').why).toContain('large/.sluiceignore is larger than 1 MB');
  expect(fixture.watch.health('f1').why).toContain('away/.sluiceignore cannot be read');
});

test('W16: rules that a link inside the folder leads to are followed', async () => {
  const fixture = await createFixture({ before: { 'common.rules': 'b*\n' } });
  const sub = join(fixture.root, 'sub');
  mkdirSync(sub);
  symlinkSync('../common.rules', join(sub, '.sluiceignore'));
  put(join(sub, 'a.txt'), 'a');
  put(join(sub, 'b.txt'), 'b');
  await fixture.watch.reconcile('f1');
  await fixture.settle();
  expect(fixture.names()).toEqual(['common.rules', 'sub/a.txt']);
});
