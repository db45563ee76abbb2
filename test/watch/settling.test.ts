import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLocalFiles } from '../../src/core/ledger/local-files.ts';
import { createFixture, type Fixture, put, temporaryDirectory, until } from './support.ts';

/**
 * Lets time pass by what it is for: files that become quiet one after the other, each after the one before.
 */
async function letQuietTimesPass(fixture: Fixture, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const path = put(join(fixture.root, `marker-${performance.now()}.txt`));
    await until('the marker', () => fixture.taken.some((file) => file.path === path));
  }
}

const pdf = (size: number) => `%PDF-1.7\n${'x'.repeat(size)}\n%%EOF\n`;

test('W9: a file that is still copied while it settles has its whole size in the end', async () => {
  const fixture = await createFixture({ folder: { settleSeconds: 3_600 } });
  const path = put(join(fixture.root, 'big.txt'), 'first half, ');
  await until('it settles', () => fixture.row('big.txt')?.size === 12);
  appendFileSync(path, 'second half');
  await until('its size is known', () => fixture.row('big.txt')?.size === 23);
  expect(fixture.row('big.txt')).toMatchObject({ disposition: 'settling' });
});

// In the real /proc, as shipped; other tests of the engine look at this process alone.
test('W1: a copy that stalls half-way with its file open uploads nothing until it is complete', async () => {
  const fixture = await createFixture({ options: { unfinishedFor: 200, procRoot: '/proc' } });
  const path = join(fixture.root, 'big.txt');
  const file = openSync(path, 'w');
  writeSync(file, 'first half, ');
  // Five quiet times, and more than the wait for an unfinished end.
  await letQuietTimesPass(fixture, 5);
  await fixture.watch.reconcile();
  expect(fixture.names()).not.toContain('big.txt');
  await until('why it waits', () => fixture.row('big.txt')?.reason === 'open');
  expect(fixture.row('big.txt')).toMatchObject({ disposition: 'settling', dueAt: null });
  expect(fixture.watch.idle()).toBe(false);
  writeSync(file, 'second half');
  closeSync(file);
  await until('the whole file', () => fixture.names().includes('big.txt'));
  expect(fixture.taken.find((taken) => taken.path === path)?.size).toBe(23);
  await fixture.settle();
  expect(fixture.names().filter((name) => name === 'big.txt')).toHaveLength(1);
});

test('W1: the first scan waits too: a stalled copy that was there before the start is not taken', async () => {
  const directory = temporaryDirectory();
  const path = put(join(directory, 'stalled.txt'), 'half');
  const file = openSync(path, 'a');
  const fixture = await createFixture({ options: { unfinishedFor: 1 } });
  linkSync(path, join(fixture.root, 'stalled.txt'));
  await fixture.watch.reconcile();
  await letQuietTimesPass(fixture, 3);
  await fixture.restart();
  await fixture.watch.reconcile();
  await letQuietTimesPass(fixture, 3);
  expect(fixture.names()).not.toContain('stalled.txt');
  closeSync(file);
  await until('the file after its writer closed it', () => fixture.names().includes('stalled.txt'));
});

test('W1: a PDF without its end waits longer, and goes as soon as its end is there', async () => {
  const fixture = await createFixture({ options: { unfinishedFor: 3_600_000 } });
  const path = put(join(fixture.root, 'a.pdf'), pdf(1000).slice(0, 500));
  await letQuietTimesPass(fixture, 4);
  expect(fixture.names()).not.toContain('a.pdf');
  await until('why it waits', () => fixture.row('a.pdf')?.reason === 'pdf-end');
  const { mtimeMs } = statSync(path);
  // By the file's own time: its last change and the wait for its end.
  expect(Math.abs((fixture.row('a.pdf')?.dueAt ?? 0) - mtimeMs - 3_600_000)).toBeLessThan(1000);
  writeFileSync(path, pdf(1000).slice(500), { flag: 'a' });
  await until('the finished PDF', () => fixture.names().includes('a.pdf'));
});

test('W1: what looks unfinished for good goes after the longer wait', async () => {
  const fixture = await createFixture({ options: { unfinishedFor: 3_600_000 } });
  put(join(fixture.root, 'a.pdf'), '%PDF-1.7 never ends');
  put(join(fixture.root, 'b.txt'), 'ordinary');
  await until('the ordinary file', () => fixture.names().includes('b.txt'));
  expect(fixture.names()).toEqual(['b.txt']);
  await fixture.restart({ unfinishedFor: 500 });
  await until('the unfinished one', () => fixture.names().includes('a.pdf'));
});

test('W1: a preallocated file waits until its content is written', async () => {
  const fixture = await createFixture({ options: { unfinishedFor: 3_600_000 } });
  const path = join(fixture.root, 'download.bin');
  const file = openSync(path, 'w');
  ftruncateSync(file, 400_000);
  writeSync(file, Buffer.alloc(100_000, 'a'), 0, 100_000, 0);
  closeSync(file);
  await letQuietTimesPass(fixture, 4);
  expect(fixture.names()).not.toContain('download.bin');
  writeFileSync(path, Buffer.alloc(400_000, 'b'));
  await until('the written file', () => fixture.names().includes('download.bin'));
  expect(fixture.taken.filter((taken) => taken.path === path)).toHaveLength(1);
});

test('W1: HTML without its end goes after seconds, when it is found and when it was there before', async () => {
  const options = { unfinishedFor: 3_600_000, optionalEndFor: 400 };
  const fixture = await createFixture({ options, before: { 'old.html': '<html><p>It may end so.' } });
  put(join(fixture.root, 'new.html'), '<html><p>So may this.');
  put(join(fixture.root, 'half.pdf'), '%PDF-1.7 never ends');
  await until('both', () => fixture.names().length === 2);
  expect(fixture.names()).toEqual(['new.html', 'old.html']);
});

test('W2: a file that waits for its end goes when a person says so, also in another process', async () => {
  const fixture = await createFixture({ options: { unfinishedFor: 3_600_000 } });
  put(join(fixture.root, 'half.pdf'), '%PDF-1.7 never ends');
  await until('why it waits', () => fixture.row('half.pdf')?.reason === 'pdf-end');
  const other = createLocalFiles(fixture.database, Date.now);
  expect(other.request(fixture.row('half.pdf')?.id ?? 0)).toBe(true);
  await fixture.watch.takeAsked();
  expect(fixture.names()).toEqual(['half.pdf']);
  // What is taken already is not taken again.
  expect(other.request(fixture.row('half.pdf')?.id ?? 0)).toBe(false);
  await fixture.watch.takeAsked();
  expect(fixture.taken).toHaveLength(1);
});

test('W2: a file that never rests is called "still changing", and goes when a person says so', async () => {
  const fixture = await createFixture({ options: { stillChangingAfter: 300 } });
  const file = openSync(join(fixture.root, 'live.txt'), 'w');
  writeSync(file, 'one');
  await until('the word', () => fixture.row('live.txt')?.reason === 'STILL_CHANGING');
  expect(fixture.names()).toEqual([]);
  expect(await fixture.watch.uploadNow(fixture.row('live.txt')?.id ?? 0)).toBe(true);
  expect(fixture.names()).toEqual(['live.txt']);
  expect(fixture.row('live.txt')).toMatchObject({ disposition: 'taken', reason: null });
  closeSync(file);
  unlinkSync(join(fixture.root, 'live.txt'));
  expect(await fixture.watch.uploadNow(fixture.row('live.txt')?.id ?? 0)).toBe(false);
});

test('W3: a file that changes after it was handed over is handed over again, with its former upload', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'one' } });
  await fixture.settle();
  fixture.database.statement('UPDATE local_files SET sha256 = ?').run('hash of one');
  const first = fixture.row('a.txt')?.uploadId;
  put(join(fixture.root, 'a.txt'), 'two, longer');
  await until('the second hand-over', () => fixture.taken.length === 2);
  expect(fixture.taken[1]).toMatchObject({ previousUploadId: first, size: 11 });
  expect(fixture.row('a.txt')?.sha256).toBeNull();
});

test('W4: a download that is renamed at its end is one upload', async () => {
  const fixture = await createFixture();
  const part = put(join(fixture.root, 'paper.pdf.part'), pdf(100).slice(0, 50));
  await letQuietTimesPass(fixture, 2);
  writeFileSync(part, pdf(100).slice(50), { flag: 'a' });
  renameSync(part, join(fixture.root, 'paper.pdf'));
  await until('the download', () => fixture.names().includes('paper.pdf'));
  await fixture.settle();
  expect(fixture.taken.filter(({ path }) => path.includes('paper'))).toHaveLength(1);
  expect(fixture.row('paper.pdf.part')).toBeUndefined();
});

test("W4: an office program's save dance is one upload of the new bytes", async () => {
  const fixture = await createFixture({ before: { 'plan.docx': 'first' } });
  await fixture.settle();
  const first = fixture.row('plan.docx')?.uploadId ?? null;
  const at = (name: string) => join(fixture.root, name);
  // Word: owner file, new content under a temporary name, old aside, new in place, old deleted.
  writeFileSync(at('~$plan.docx'), 'owner');
  writeFileSync(at('~WRD0001.tmp'), 'second version');
  renameSync(at('plan.docx'), at('~WRL0002.tmp'));
  renameSync(at('~WRD0001.tmp'), at('plan.docx'));
  unlinkSync(at('~WRL0002.tmp'));
  unlinkSync(at('~$plan.docx'));
  await until('the new version', () => fixture.taken.length === 2);
  await fixture.settle();
  expect(fixture.taken).toHaveLength(2);
  expect(fixture.taken[1]).toMatchObject({ path: at('plan.docx'), size: 14, previousUploadId: first });
  await until('only the document left', () => fixture.rows().length === 1);
});

test('W4: a save that keeps a backup beside it uploads no byte of the old version again', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'first' } });
  await fixture.settle();
  const first = fixture.row('a.txt')?.uploadId ?? null;
  renameSync(join(fixture.root, 'a.txt'), join(fixture.root, 'a.txt.bak'));
  put(join(fixture.root, 'a.txt'), 'second');
  await until('the new version', () =>
    fixture.taken.some(({ path, size }) => path.endsWith('a.txt') && size === 6),
  );
  await fixture.settle();
  const changed = fixture.taken.find(({ size, path }) => size === 6 && path.endsWith('a.txt'));
  expect(changed?.previousUploadId).toBe(first);
});

test('W4: a file moved over another is one upload', async () => {
  const outside = temporaryDirectory();
  const fixture = await createFixture({ before: { 'a.txt': 'old' } });
  await fixture.settle();
  renameSync(put(join(outside, 'new.txt'), 'new bytes'), join(fixture.root, 'a.txt'));
  await until('the new bytes', () => fixture.taken.length === 2);
  await fixture.settle();
  expect(fixture.taken.map(({ size }) => size)).toEqual([3, 9]);
});

test('W4: a file that is deleted and written anew within a moment was never gone', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'old' }, options: { missingFor: 300 } });
  await fixture.settle();
  const id = fixture.row('a.txt')?.id;
  rmSync(join(fixture.root, 'a.txt'));
  put(join(fixture.root, 'a.txt'), 'newer');
  await until('the new bytes', () => fixture.taken.length === 2);
  expect(fixture.row('a.txt')).toMatchObject({ id, disposition: 'taken' });
});

test('W7: the same name with new bytes keeps its row; a mere touch is offered for its hash to decide', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'same' } });
  await fixture.settle();
  put(join(fixture.root, 'a.txt'), 'same');
  await until('the offer', () => fixture.taken.length === 2);
  expect(fixture.taken[1]?.previousUploadId).toBe(fixture.taken.length > 0 ? 1 : null);
  expect(fixture.rows()).toHaveLength(1);
});

test('an empty file is left out with its reason until it has content', async () => {
  const fixture = await createFixture({ before: { 'empty.txt': '' } });
  await fixture.settle();
  expect(fixture.row('empty.txt')).toMatchObject({ disposition: 'ignored', reason: 'FILE_EMPTY' });
  put(join(fixture.root, 'empty.txt'), 'now');
  await until('the content', () => fixture.names().includes('empty.txt'));
});

test.each([
  ['emptied', {}, 'FILE_EMPTY', ''],
  ['cut', { minSize: 5 }, 'too-small', 'anew'],
] as const)(
  'W4: a file that is %s to be written anew is left out only where it stays so',
  async (_name, folder, reason, content) => {
    const fixture = await createFixture({ before: { 'a.txt': 'as it was' }, folder });
    await fixture.settle();
    expect(fixture.row('a.txt')?.disposition).toBe('taken');
    const writer = openSync(join(fixture.root, 'a.txt'), 'w');
    writeSync(writer, content);
    await until('somebody writes', () => fixture.row('a.txt')?.reason === 'open');
    expect(fixture.row('a.txt')).toMatchObject({ disposition: 'settling', size: content.length });
    closeSync(writer);
    await until('it is left out', () => fixture.row('a.txt')?.disposition === 'ignored');
    expect(fixture.row('a.txt')?.reason).toBe(reason);
    expect(fixture.taken).toHaveLength(1);
    put(join(fixture.root, 'a.txt'), 'as it is now');
    await until('it is taken', () => fixture.taken.length === 2);
  },
);

test('more files than are remembered one by one all settle', async () => {
  const fixture = await createFixture({ options: { maxSettling: 10 } });
  mkdirSync(join(fixture.root, 'many'));
  for (let index = 0; index < 300; index++) put(join(fixture.root, 'many', `${index}.txt`), String(index));
  await until('all of them', () => fixture.taken.length === 300);
  await fixture.settle();
  expect(new Set(fixture.names()).size).toBe(300);
  expect(fixture.taken).toHaveLength(300);
  expect(statSync(join(fixture.root, 'many', '299.txt')).size).toBe(3);
});
