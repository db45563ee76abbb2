import { folderIdSchema } from '#shared/ids/ids.ts';
import { linkSync, mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decideVanished } from '../../src/core/watch/decide-vanished.ts';
import { coverageOf } from '../../src/core/watch/coverage.ts';
import type { RemoteDeletion } from '../../src/core/watch/watch-api.ts';
import { createFixture, type Fixture, folderOf, put, temporaryDirectory, until } from './support.ts';

function complete(fixture: Fixture): void {
  fixture.database.statement(`UPDATE uploads SET state = 'completed'`).run();
}

test('W8: a folder of many files that is renamed costs rows, not bytes, and no more than 2 s of work', async () => {
  const before: Record<string, string> = {};
  for (let index = 0; index < 2000; index++)
    before[`old/part${index % 20}/${index}.txt`] = `content ${index}`;
  const fixture = await createFixture({ before });
  await fixture.settle();
  expect(fixture.taken).toHaveLength(2000);
  const uploads = new Set(fixture.rows().map(({ uploadId }) => uploadId));
  const start = process.cpuUsage();
  renameSync(join(fixture.root, 'old'), join(fixture.root, 'new'));
  await until('every row at its new place', () => {
    const moved = fixture.database
      .statement(
        `SELECT count(*) AS n FROM local_files WHERE directory LIKE 'new/%' AND disposition = 'taken'`,
      )
      .get() as { n: number };
    return moved.n === 2000;
  });
  // The work of all threads, in milliseconds: what other programs take is not counted.
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(2000);
  await fixture.settle();
  expect(fixture.taken).toHaveLength(2000);
  expect(fixture.rows().every(({ disposition }) => disposition === 'taken')).toBe(true);
  expect(new Set(fixture.rows().map(({ uploadId }) => uploadId))).toEqual(uploads);
  const paths = fixture.database.statement('SELECT path FROM uploads LIMIT 1').get() as { path: string };
  expect(paths.path).toContain('/new/');
});

test.each(['keep', 'delete'] as const)(
  'W8: a file that is renamed beside itself, or moved to another folder of the profile, is only moved (%s)',
  async (localDelete) => {
    const fixture = await createFixture({
      folders: (root) => {
        mkdirSync(join(root, 'one'));
        mkdirSync(join(root, 'two'));
        return [
          folderOf(join(root, 'one'), { id: folderIdSchema.parse('one'), localDelete }),
          folderOf(join(root, 'two'), { id: folderIdSchema.parse('two'), localDelete }),
        ];
      },
    });
    put(join(fixture.root, 'one/a.txt'));
    await until('the file', () => fixture.taken.length === 1);
    await fixture.settle();
    const id = fixture.rows()[0]?.id;
    renameSync(join(fixture.root, 'one/a.txt'), join(fixture.root, 'one/b.txt'));
    await until('the new name', () =>
      fixture.rows().some(({ name, disposition }) => name === 'b.txt' && disposition === 'taken'),
    );
    renameSync(join(fixture.root, 'one/b.txt'), join(fixture.root, 'two/b.txt'));
    await until('the new folder', () =>
      fixture.rows().some(({ folderId, disposition }) => folderId === 'two' && disposition === 'taken'),
    );
    await fixture.settle();
    expect(fixture.rows()).toMatchObject([{ id, folderId: 'two', name: 'b.txt', uploadId: 1 }]);
    expect(fixture.taken).toHaveLength(1);
  },
);

test('W8: what was renamed while nothing ran is found as moved', async () => {
  const fixture = await createFixture({ before: { 'a/x.txt': 'x', 'a/y.txt': 'y' } });
  await fixture.settle();
  await fixture.watch.stop();
  renameSync(join(fixture.root, 'a'), join(fixture.root, 'b'));
  await fixture.restart();
  await fixture.settle();
  expect(fixture.taken).toHaveLength(2);
  expect(fixture.rows().map(({ directory, disposition }) => [directory, disposition])).toEqual([
    ['b', 'taken'],
    ['b', 'taken'],
  ]);
});

test.each(['removed', 'renamed away'])(
  'W12: a directory that is %s and made again at once is watched, and what is in it too',
  async (how) => {
    const fixture = await createFixture({
      before: { 'out/a.txt': 'a', 'out/sub/b.txt': 'b' },
      options: { reconcileEvery: 3_600_000, missingFor: 300 },
    });
    await fixture.settle();
    const out = join(fixture.root, 'out');
    for (const round of ['1', '2']) {
      if (how === 'removed') rmSync(out, { recursive: true });
      else renameSync(out, join(fixture.root, '..', `away ${round}`));
      // The watch is told that it is gone, and has not concluded anything from it yet.
      await until('it is noticed', () => !fixture.watch.idle());
      mkdirSync(join(out, 'sub'), { recursive: true });
      await fixture.settle();
      for (const name of ['out/c', 'out/sub/d']) {
        put(join(fixture.root, `${name}${round}.txt`), `${name} ${round}`);
        await until('it is in', () => fixture.names().includes(`${name}${round}.txt`));
      }
    }
  },
);

test('W8: a file that has the number, size and time of one on another drive is not that one', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'a', 'kept.txt': 'kept' } });
  await fixture.settle();
  await fixture.watch.stop();
  // As if a.txt had been on a drive that is away: the numbers of its files are given to others elsewhere.
  fixture.database.statement(`UPDATE local_files SET device = '999999' WHERE name = 'a.txt'`).run();
  renameSync(join(fixture.root, 'a.txt'), join(fixture.root, 'b.txt'));
  await fixture.restart();
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt', 'b.txt', 'kept.txt']);
  expect(fixture.row('a.txt')?.disposition).toBe('taken');
});

test('W8: a second name of a file is no move: the first keeps its row', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'a' } });
  await fixture.settle();
  const id = fixture.row('a.txt')?.id;
  mkdirSync(join(fixture.root, 'sub'));
  linkSync(join(fixture.root, 'a.txt'), join(fixture.root, 'sub/second.txt'));
  await until('the second name', () => fixture.taken.length >= 2);
  await fixture.settle();
  expect(fixture.row('a.txt')).toMatchObject({ id, disposition: 'taken' });
  expect(fixture.row('sub/second.txt')?.id).not.toBe(id);
});

test('W8: a row that was last seen with other bytes than its upload is not where a file moved from', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'first' } });
  await fixture.settle();
  await fixture.watch.stop();
  // Saved, seen, and renamed before it was queued: the row has the new stat, and the upload the old bytes.
  const path = put(join(fixture.root, 'a.txt'), 'saved again');
  const { size, mtimeNs } = statSync(path, { bigint: true });
  fixture.database
    .statement(`UPDATE local_files SET size = ?, mtime_ns = ?, disposition = 'gone', reason = 'kept'`)
    .run(Number(size), String(mtimeNs));
  mkdirSync(join(fixture.root, 'sub'));
  renameSync(path, join(fixture.root, 'sub/b.txt'));
  await fixture.restart();
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt', 'sub/b.txt']);
  expect(fixture.row('sub/b.txt')).toMatchObject({ disposition: 'taken', uploadId: 2 });
});

test('W9: a root that is gone is missing, never a deletion; when it is back, all is as it was', async () => {
  const deleted: RemoteDeletion[] = [];
  const fixture = await createFixture({
    before: { 'a.txt': 'a', 'b.txt': 'b' },
    folder: { localDelete: 'delete' },
    options: { rootCheckEvery: 50, deleteGrace: 10 },
    dependencies: { deleteRemote: (list) => void deleted.push(...list) },
  });
  await fixture.settle();
  complete(fixture);
  renameSync(fixture.root, `${fixture.root}-away`);
  await until('missing', () => fixture.watch.health('f1').mode === 'missing');
  expect(fixture.watch.health('f1').why).toContain('not there');
  expect(await fixture.watch.reconcile()).toMatchObject({ skipped: ['f1'] });
  expect(fixture.rows().map(({ disposition }) => disposition)).toEqual(['taken', 'taken']);
  renameSync(`${fixture.root}-away`, fixture.root);
  await until('back', () => fixture.watch.health('f1').mode === 'native');
  put(join(fixture.root, 'c.txt'), 'c');
  await until('the new file', () => fixture.taken.length === 3);
  expect(deleted).toEqual([]);
});

test('W9: a root that is empty on another volume than before is an unmounted drive', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'a' }, options: { rootCheckEvery: 50 } });
  await fixture.settle();
  await fixture.watch.stop();
  for (const table of ['watched_volumes', 'local_files'])
    fixture.database.statement(`UPDATE ${table} SET device = '999999'`).run();
  rmSync(join(fixture.root, 'a.txt'));
  await fixture.restart();
  await until('missing', () => fixture.watch.health('f1').mode === 'missing');
  expect(fixture.watch.health('f1').why).toContain('mounted');
  expect(fixture.row('a.txt')?.disposition).toBe('taken');
});

test('W9: local deletes stay local by default, and a file that is put back is known', async () => {
  const deleted: RemoteDeletion[] = [];
  const fixture = await createFixture({
    before: { 'a.txt': 'a' },
    options: { deleteGrace: 10 },
    dependencies: { deleteRemote: (list) => void deleted.push(...list) },
  });
  await fixture.settle();
  complete(fixture);
  const outside = temporaryDirectory();
  renameSync(join(fixture.root, 'a.txt'), join(outside, 'a.txt'));
  await until('gone', () => fixture.row('a.txt')?.disposition === 'gone');
  renameSync(join(outside, 'a.txt'), join(fixture.root, 'a.txt'));
  await until('back', () => fixture.row('a.txt')?.disposition === 'taken');
  await fixture.settle();
  expect(fixture.taken).toHaveLength(1);
  expect(deleted).toEqual([]);
});

test('W9: where the folder asks for it, a delete is passed on; more than the cap at once wait for a person', async () => {
  const deleted: string[] = [];
  const fixture = await createFixture({
    before: { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd' },
    folder: { localDelete: 'delete', deleteCap: 2 },
    options: { deleteGrace: 500 },
    dependencies: { deleteRemote: (list) => void deleted.push(...list.map(({ path }) => path)) },
  });
  await fixture.settle();
  complete(fixture);
  rmSync(join(fixture.root, 'a.txt'));
  await until('the first delete', () => deleted.length === 1);
  expect(deleted).toEqual([join(fixture.root, 'a.txt')]);
  mkdirSync(join(fixture.root, 'x'));
  for (const name of ['b.txt', 'c.txt', 'd.txt'])
    renameSync(join(fixture.root, name), join(fixture.root, 'x', name));
  await until(
    'moved, not deleted',
    () => fixture.rows().filter(({ directory }) => directory === 'x').length === 3,
  );
  rmSync(join(fixture.root, 'x'), { recursive: true });
  await until('held', () => coverageOf(fixture.database, 'f1').attentionBy.DELETE_CAP === 3);
  expect(deleted).toHaveLength(1);
  const decided: number[] = [];
  const deleteDocuments = async (ids: readonly number[]) => void decided.push(...ids);
  const deciding = { database: fixture.database, ofProfile: ['f1'], now: Date.now, deleteDocuments };
  const together = { choice: 'delete', place: null } as const;
  expect(await decideVanished(deciding, folderOf(fixture.root), together)).toBe(3);
  expect(decided).toHaveLength(3);
  expect(coverageOf(fixture.database, 'f1').attention).toBe(0);
});

test('W8: a file that left a folder which passes deletes on, and is back under another name, is only moved', async () => {
  const fixture = await createFixture({
    before: { 'a.txt': 'a', 'b.txt': 'b' },
    folder: { localDelete: 'delete' },
  });
  await fixture.settle();
  const { uploadId } = fixture.row('a.txt') ?? {};
  const outside = join(temporaryDirectory(), 'a.txt');
  renameSync(join(fixture.root, 'a.txt'), outside);
  await until('gone', () => fixture.row('a.txt')?.disposition === 'gone');
  renameSync(outside, join(fixture.root, 'c.txt'));
  await until('back', () => fixture.row('c.txt')?.disposition === 'taken');
  expect(fixture.row('c.txt')?.uploadId).toBe(uploadId);
  expect(fixture.taken).toHaveLength(2);
});

test('W9: a document stays while its file may be in a paused folder of the profile', async () => {
  const deleted: string[] = [];
  const paused = (root: string) => join(root, 'two');
  const fixture = await createFixture({
    folders: (root) => {
      for (const name of ['a.txt', 'b.txt', 'c.txt']) put(join(root, 'one', name), name);
      mkdirSync(paused(root));
      return [
        folderOf(join(root, 'one'), { localDelete: 'delete' }),
        folderOf(paused(root), { id: folderIdSchema.parse('two'), paused: true }),
      ];
    },
    options: { deleteGrace: 20 },
    dependencies: { deleteRemote: (list) => void deleted.push(...list.map(({ path }) => path)) },
  });
  const { root } = fixture;
  await until('taken', () => fixture.taken.length === 3);
  complete(fixture);
  const { uploadId } = fixture.row('a.txt') ?? {};
  renameSync(join(root, 'one/a.txt'), join(paused(root), 'a.txt'));
  await until('asked', async () => {
    await fixture.watch.reconcile();
    return coverageOf(fixture.database, 'f1').attentionBy.DELETE_CAP === 1;
  });
  expect(deleted).toEqual([]);
  await fixture.watch.setFolders([
    folderOf(join(root, 'one'), { localDelete: 'delete' }),
    folderOf(paused(root), { id: folderIdSchema.parse('two') }),
  ]);
  const isMoved = () =>
    fixture
      .rows()
      .some(
        ({ folderId, uploadId: id, disposition }) =>
          folderId === 'two' && id === uploadId && disposition === 'taken',
      );
  await until('moved', isMoved);
  expect(coverageOf(fixture.database, 'f1').attention).toBe(0);
  rmSync(join(root, 'one/b.txt'));
  await until('the delete of now', async () => {
    await fixture.watch.reconcile();
    return deleted.length > 0;
  });
  expect(deleted).toEqual([join(root, 'one/b.txt')]);
});

test.each([
  { meanwhile: 'keeps documents', changes: { localDelete: 'keep' } },
  { meanwhile: 'moves files away', changes: { afterUpload: 'move', doneFolder: '/done' } },
  { meanwhile: 'is removed', changes: undefined },
] as const)('W9: a delete is not passed on later if its folder $meanwhile', async ({ changes }) => {
  const deleted: string[] = [];
  const fixture = await createFixture({
    before: { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' },
    folder: { localDelete: 'delete' },
    dependencies: { deleteRemote: (list) => void deleted.push(...list.map(({ path }) => path)) },
  });
  await fixture.settle();
  complete(fixture);
  rmSync(join(fixture.root, 'a.txt'));
  await until('gone', () => fixture.row('a.txt')?.disposition === 'gone');
  const { root } = fixture;
  await fixture.watch.setFolders(
    changes === undefined ? [] : [folderOf(root, { localDelete: 'delete', ...changes })],
  );
  await fixture.settle();
  await fixture.restart({ deleteGrace: 20 });
  rmSync(join(fixture.root, 'b.txt'));
  await until('the delete of now', async () => {
    await fixture.watch.reconcile();
    return deleted.length > 0;
  });
  expect(deleted).toEqual([join(fixture.root, 'b.txt')]);
});

test('W9: a document is kept while its file has another name and no upload stands for it there yet', async () => {
  const deleted: string[] = [];
  const fixture = await createFixture({
    async folders(root) {
      // Of different sizes: while one of its size is unread, a document stays.
      for (const [index, name] of ['a.txt', 'b.txt', 'c.txt', 'd.txt'].entries())
        utimesSync(put(join(root, name), name.repeat(index + 1)), 1e9, 1e9);
      return [folderOf(root, { localDelete: 'delete', settleSeconds: 600 })];
    },
    options: { deleteGrace: 20 },
    dependencies: { deleteRemote: (list) => void deleted.push(...list.map(({ path }) => path)) },
  });
  await until('seen', () => fixture.rows().length === 4);
  for (const { id } of fixture.rows()) await fixture.watch.uploadNow(id);
  await until('taken', () => fixture.taken.length === 4);
  complete(fixture);
  renameSync(join(fixture.root, 'a.txt'), join(fixture.root, 'a-final.txt'));
  renameSync(join(fixture.root, 'b.txt'), join(fixture.root, 'b.txt.tmp'));
  rmSync(join(fixture.root, 'c.txt'));
  await until('the one that is gone', async () => {
    await fixture.watch.reconcile();
    return deleted.length > 0;
  });
  expect(deleted).toEqual([join(fixture.root, 'c.txt')]);
  rmSync(join(fixture.root, 'a-final.txt'));
  rmSync(join(fixture.root, 'b.txt.tmp'));
  await until('the others', async () => {
    await fixture.watch.reconcile();
    return deleted.length === 3;
  });
});

test('W9: a document is kept while another local file stands for the same bytes', async () => {
  const deleted: string[] = [];
  const fixture = await createFixture({
    before: { 'a.txt': 'same', 'b.txt': 'same' },
    folder: { localDelete: 'delete' },
    options: { deleteGrace: 20 },
    dependencies: { deleteRemote: (list) => void deleted.push(...list.map(({ path }) => path)) },
  });
  await fixture.settle();
  complete(fixture);
  const [a, b] = ['a.txt', 'b.txt'].map((name) => fixture.row(name)?.uploadId ?? 0);
  fixture.database
    .statement(`UPDATE uploads SET state = 'duplicate', duplicate_of = ? WHERE id = ?`)
    .run(a ?? 0, b ?? 0);
  rmSync(join(fixture.root, 'a.txt'));
  await until('gone', () => fixture.row('a.txt')?.disposition === 'gone');
  put(join(fixture.root, 'c.txt'));
  await until('time has passed', () => fixture.taken.length === 3);
  expect(deleted).toEqual([]);
});
