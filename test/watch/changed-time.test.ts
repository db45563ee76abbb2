import { chmodSync, mkdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileGate, type FileGate } from '#core/local/file-gate.ts';
import { allUploads, createEngine, idle, until } from '../support/engine-fixture.ts';
import { createFixture } from './support.ts';

/** Core over a watch folder, and what its queue reads. */
async function watching() {
  const gate = createFileGate();
  const read: string[] = [];
  const readForUpload: FileGate['readForUpload'] = (place, signal) => {
    read.push(place.path);
    return gate.readForUpload(place, signal);
  };
  const engine = await createEngine({ tuning: { gate: { ...gate, readForUpload } } });
  const folder = engine.folder('inbox');
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  return { engine, folder, read };
}

test('W7: an edit that keeps the size and sets its time back is noticed and sent', async () => {
  const { engine } = await watching();
  const path = engine.file('inbox/a.txt', 'the first version');
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  const core = await engine.start('watch');
  await idle(core);
  engine.expectExactlyOnce(['the first version']);
  writeFileSync(path, 'the other version');
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  await core.calls['folders.reconcile']({});
  await until('both versions', () => engine.live().length === 2);
  await idle(core);
  engine.expectExactlyOnce(['the first version', 'the other version']);
});

test('other rights alone: read again, found to be the same, and no event of the history', async () => {
  const { engine, read } = await watching();
  const path = engine.file('inbox/a.txt', 'once');
  const core = await engine.start('watch');
  await idle(core);
  chmodSync(path, 0o600);
  await core.calls['folders.reconcile']({});
  await until('the second look at the bytes', () => read.length === 2);
  await idle(core);
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(read).toHaveLength(2);
  engine.expectExactlyOnce(['once']);
  expect(await allUploads(core)).toHaveLength(1);
});

test('W8: a folder and files that are renamed cost no byte', async () => {
  const { engine, read } = await watching();
  const path = engine.file('inbox/sub/a.txt', 'a');
  engine.file('inbox/sub/b.txt', 'b');
  const core = await engine.start('watch');
  await idle(core);
  expect(read).toHaveLength(2);
  const moved = join(dirname(dirname(path)), 'elsewhere');
  renameSync(dirname(path), moved);
  mkdirSync(join(moved, 'deeper'));
  renameSync(join(moved, 'b.txt'), join(moved, 'deeper', 'c.txt'));
  const paths = async () => (await allUploads(core)).map(({ path: one }) => one).sort();
  await until('the new paths', async () => (await paths()).at(-1) === join(moved, 'deeper/c.txt'));
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(await paths()).toEqual([join(moved, 'a.txt'), join(moved, 'deeper/c.txt')]);
  expect(read).toHaveLength(2);
  expect(await allUploads(core)).toHaveLength(2);
});

test('rows from before the ctime was taken down get it without being read, once', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'a', 'sub/b.txt': 'b' } });
  await fixture.settle();
  expect(fixture.taken).toHaveLength(2);
  fixture.database.statement('UPDATE local_files SET ctime_ns = NULL').run();
  await fixture.restart();
  await fixture.settle();
  expect(fixture.taken).toHaveLength(2);
  const { ctimeNs } = statSync(join(fixture.root, 'a.txt'), { bigint: true });
  expect(fixture.row('a.txt')?.ctimeNs).toBe(String(ctimeNs));
});

test('first run "only new": other rights bring no file in that was there before', async () => {
  const fixture = await createFixture({ before: { 'old.txt': 'old' }, folder: { firstRun: 'only-new' } });
  await fixture.settle();
  chmodSync(join(fixture.root, 'old.txt'), 0o600);
  await fixture.watch.reconcile('f1');
  await fixture.settle();
  expect(fixture.taken).toEqual([]);
  expect(fixture.row('old.txt')?.reason).toBe('existed-before');
});
