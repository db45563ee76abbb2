import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { coverageOf } from '../../src/core/watch/coverage.ts';
import { bindMount, canMount, createDrives } from '../support/drives.ts';
import { createFixture, folderOf, put, temporaryDirectory, until } from './support.ts';

const odd = [
  'line\nbreak.txt',
  `quotes "double" 'single' \`back\`.txt`,
  'back\\slash.txt',
  ' leading and trailing .txt ',
  '-rf.txt',
  '$HOME & (co) [x] {y}; rm *.txt',
  `${'long'.repeat(62)}end.txt`,
  '\u{1F4C8} figures \u{1F468}\u200D\u{1F469}\u200D\u{1F467}.txt',
  're\u0301sume\u0301 decomposed.txt',
  'r\u00e9sum\u00e9 composed.txt',
  '\u05d3\u05d5\u05d7 \u62a5\u544a \u043e\u0442\u0447\u0451\u0442.txt',
  '\uFFFD replacement.txt',
  'tab\tand\x01control.txt',
  '__proto__',
  'constructor.txt',
];

test('W13: any legal name works, found by a pass and by an event', async () => {
  const fixture = await createFixture({
    before: Object.fromEntries(odd.map((name) => [`before/${name}`, name])),
  });
  await fixture.settle();
  expect(fixture.names()).toEqual(odd.map((name) => `before/${name}`).sort());
  for (const name of odd) put(join(fixture.root, 'after', name), name);
  await until('the names that came later', () => fixture.taken.length === odd.length * 2);
  await fixture.settle();
  expect(fixture.taken).toHaveLength(odd.length * 2);
  expect(fixture.rows()).toHaveLength(odd.length * 2);
});

test('W13: two spellings of one name that the disk keeps apart are two files, and stay so', async () => {
  const [composed, decomposed] = ['caf\u00e9.txt', 'cafe\u0301.txt'];
  const fixture = await createFixture({ before: { [composed]: 'one', [decomposed]: 'two' } });
  await fixture.settle();
  expect(fixture.names()).toEqual([composed, decomposed].sort());
  put(join(fixture.root, decomposed), 'changed');
  await until('the changed one', () => fixture.taken.length === 3);
  expect(fixture.taken[2]?.path).toBe(join(fixture.root, decomposed));
  await fixture.restart();
  expect((await fixture.watch.reconcile()).differences).toBe(0);
  expect(fixture.taken).toHaveLength(3);
});

test('W13: the deletion of one of two spellings is noticed by its event, whichever it is', async () => {
  const names = ['caf\u00e9.txt', 'cafe\u0301.txt'];
  for (const name of names) {
    const fixture = await createFixture({ before: Object.fromEntries(names.map((one) => [one, one])) });
    await fixture.settle();
    rmSync(join(fixture.root, name));
    await until('it is gone', () =>
      fixture.rows().some((row) => row.name === name && row.disposition === 'gone'),
    );
  }
});

test('W13: after the composed of two spellings was deleted, the other one is still its own file', async () => {
  const [composed, decomposed] = ['caf\u00e9.txt', 'cafe\u0301.txt'];
  const fixture = await createFixture({ before: { [composed]: 'one', [decomposed]: 'two' } });
  await fixture.settle();
  rmSync(join(fixture.root, composed));
  await fixture.restart();
  await fixture.settle();
  expect(
    fixture
      .rows()
      .map(({ name, disposition }) => `${name} ${disposition}`)
      .sort(),
  ).toEqual([`${composed} gone`, `${decomposed} taken`].sort());
  put(join(fixture.root, decomposed), 'changed');
  await until('the changed one', () => fixture.taken.length === 3);
  expect(fixture.taken[2]?.path).toBe(join(fixture.root, decomposed));
  await fixture.settle();
  expect(fixture.rows()).toHaveLength(2);
});

test('W13: a name that is not text is reported, as is a folder of that kind, and forgotten when renamed', async () => {
  const fixture = await createFixture();
  const bytes = Buffer.concat([
    Buffer.from(`${fixture.root}/bad-`),
    Buffer.from([0xff, 0xe9]),
    Buffer.from('.txt'),
  ]);
  writeFileSync(bytes, 'content');
  const folder = Buffer.concat([Buffer.from(`${fixture.root}/folder-`), Buffer.from([0xfe])]);
  mkdirSync(folder);
  await until('both reported', () => coverageOf(fixture.database, 'f1').attentionBy.NAME_UNDECODABLE === 2);
  expect(
    fixture
      .rows()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['bad-\\xFF\\xE9.txt', 'folder-\\xFE']);
  expect((await fixture.watch.reconcile()).differences).toBe(0);
  renameSync(bytes, join(fixture.root, 'good.txt'));
  await until('the renamed file', () => fixture.names().includes('good.txt'));
  await fixture.settle();
  await until('one left', () => coverageOf(fixture.database, 'f1').attentionBy.NAME_UNDECODABLE === 1);
});

test('W14: links are left out with their reason', async () => {
  const outside = temporaryDirectory();
  put(join(outside, 'secret.txt'));
  const fixture = await createFixture({ before: { 'real/a.txt': 'a' } });
  symlinkSync(join(fixture.root, 'real/a.txt'), join(fixture.root, 'link.txt'));
  symlinkSync(outside, join(fixture.root, 'linked'));
  await fixture.settle();
  expect(fixture.names()).toEqual(['real/a.txt']);
  expect(coverageOf(fixture.database, 'f1').ignoredBy).toEqual({ link: 2 });
});

test('W14: followed links end at loops and at the edge of the folder', async () => {
  const outside = temporaryDirectory();
  put(join(outside, 'secret.txt'));
  const fixture = await createFixture({
    before: { 'real/a.txt': 'a', '.hidden/b.txt': 'b' },
    folder: { followLinks: true },
  });
  symlinkSync(join(fixture.root, 'real/a.txt'), join(fixture.root, 'link.txt'));
  symlinkSync('..', join(fixture.root, 'real/up'));
  symlinkSync(fixture.root, join(fixture.root, 'self'));
  symlinkSync(join(fixture.root, '.hidden'), join(fixture.root, 'shown'));
  symlinkSync(outside, join(fixture.root, 'out'));
  symlinkSync(join(outside, 'secret.txt'), join(fixture.root, 'out.txt'));
  symlinkSync('nowhere', join(fixture.root, 'broken.txt'));
  symlinkSync('round', join(fixture.root, 'round'));
  await fixture.settle();
  expect(fixture.names()).toEqual(['link.txt', 'real/a.txt']);
  const { ignoredBy } = coverageOf(fixture.database, 'f1');
  expect(ignoredBy).toEqual({ hidden: 1, 'link-to-folder': 3, 'link-outside': 2, 'link-broken': 2 });
  expect((await fixture.watch.reconcile()).differences).toBe(0);
});

test('W14: no link leads to a file that is left out, also if its directory is renamed', async () => {
  const fixture = await createFixture({
    before: { 'private/a.txt': 'a', '.hidden/b.txt': 'b', 'done/c.txt': 'c', 'open/d.txt': 'd' },
    folder: {
      followLinks: true,
      filters: [{ action: 'exclude', glob: 'private/**' }],
      afterUpload: 'move',
      doneFolder: 'done',
    },
  });
  mkdirSync(join(fixture.root, 'links'));
  for (const place of ['private', '.hidden', 'done', 'open', '.'])
    symlinkSync(join(fixture.root, place), join(fixture.root, 'links', `to ${place}`));
  for (const place of ['private/a.txt', '.hidden/b.txt', 'done/c.txt'])
    symlinkSync(join(fixture.root, place), join(fixture.root, 'links', basename(place)));
  await fixture.settle();
  expect(fixture.names()).toEqual(['open/d.txt']);
  renameSync(join(fixture.root, 'links'), join(fixture.root, 'renamed'));
  await until('the links are seen under the new name', () => fixture.row('renamed/a.txt') !== undefined);
  await fixture.settle();
  expect(fixture.names()).toEqual(['open/d.txt']);
});

test.runIf(canMount()).each(['the same volume', 'another volume'])(
  'W18: a done folder of %s that is mounted below the folder is left out',
  async (volume) => {
    let done = '';
    const fixture = await createFixture({
      before: { 'a.txt': 'a' },
      folders(root) {
        const base = join(root, '..');
        done =
          volume === 'another volume'
            ? createDrives(base, 'mounted').create('done').home
            : join(base, 'done');
        put(join(done, 'sub/b.txt'));
        bindMount(done, join(root, 'old'));
        return [folderOf(root, { afterUpload: 'move', doneFolder: done })];
      },
    });
    await fixture.settle();
    expect(fixture.names()).toEqual(['a.txt']);
    put(join(done, 'other/c.txt'));
    await until('it is seen', () => fixture.row('old/other') !== undefined);
    await fixture.settle();
    expect(fixture.names()).toEqual(['a.txt']);
    expect(coverageOf(fixture.database, 'f1').ignoredBy).toEqual({ 'own-output': 2 });
  },
);

test('W15: what cannot be read stops nothing else, is said, and is taken when it can be read', async () => {
  const fixture = await createFixture({
    before: { 'locked/in.txt': 'x', 'locked.txt': 'x', 'open/b.txt': 'b', 'a.txt': 'a' },
    options: { failReading: ['locked', 'locked.txt'], unfinishedFor: 1 },
  });
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt', 'open/b.txt']);
  expect(coverageOf(fixture.database, 'f1')).toMatchObject({
    seen: 4,
    inProgress: 2,
    attention: 2,
    attentionBy: { FOLDER_UNREADABLE: 1, FILE_UNREADABLE: 1 },
  });
  expect((await fixture.watch.reconcile()).differences).toBe(0);
  await fixture.restart({});
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt', 'locked.txt', 'locked/in.txt', 'open/b.txt']);
  await until('nothing left to say', () => coverageOf(fixture.database, 'f1').attention === 0);
});

test('W15: a folder that becomes unreadable keeps what is known of it', async () => {
  const fixture = await createFixture({ before: { 'sub/deep/a.txt': 'a' } });
  await fixture.settle();
  await fixture.restart({ failReading: ['sub'] });
  await fixture.settle();
  expect(fixture.row('sub/deep/a.txt')?.disposition).toBe('taken');
  await fixture.restart({});
  await fixture.settle();
  expect(fixture.taken).toHaveLength(1);
});

test('W15: an unreadable root is said, and nothing is concluded from it', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'a' } });
  await fixture.settle();
  const file = put(join(temporaryDirectory(), 'not-a-folder'));
  await fixture.watch.stop();
  renameSync(fixture.root, `${fixture.root}-away`);
  symlinkSync(file, fixture.root);
  await fixture.restart();
  await until('missing', () => fixture.watch.health('f1').mode === 'missing');
  expect(fixture.row('a.txt')?.disposition).toBe('taken');
});

test('what is no file at all is left out with its reason', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'a' } });
  const { execFileSync } = await import('node:child_process');
  execFileSync('mkfifo', [join(fixture.root, 'pipe')]);
  await fixture.settle();
  expect(coverageOf(fixture.database, 'f1').ignoredBy).toEqual({ NOT_A_FILE: 1 });
});
