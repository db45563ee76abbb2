import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { Originals, type OriginalsOptions } from './originals.ts';

const contentId = contentIdSchema.parse('A'.repeat(32));
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Originals over a ledger that knows one document, or none. */
function open() {
  const place = mkdtempSync(join(tmpdir(), 'sluice-originals-'));
  const folder = join(place, 'originals');
  mkdirSync(folder);
  const path = join(folder, contentId);
  const known: { row: object | undefined } = {
    row: { status: 'completed', fileName: 'a.html', uploadId: null },
  };
  const ledger = { documents: { get: () => known.row }, uploads: { get: () => undefined } };
  const options = { ledger, folderOf: () => undefined, gate: {} } as unknown as OriginalsOptions;
  const originals = new Originals(options);
  ends.push(
    () => originals.stop(),
    () => rmSync(place, { recursive: true, force: true }),
  );
  const source = {
    path,
    fetch: async () => writeFileSync(path, '<p>Hello'),
    ask: async () => undefined,
    forget: async () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
    },
  };
  return { originals, source, known, here: () => readdirSync(folder).toSorted() };
}

test.each([
  ['deleted', undefined],
  ['gone', { status: 'gone', fileName: 'a.html', uploadId: null }],
])('one that is %s while its original is on its way here does not come back', async (_, row) => {
  const { originals, source, known, here } = open();
  const fetch = async () => {
    await source.fetch();
    known.row = row;
  };
  const opening = originals.open('p', contentId, { ...source, fetch });
  await expect(opening).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
  expect(here()).toEqual([]);
});

test('one that is in no list of ours is shown all the same', async () => {
  const { originals, source, known, here } = open();
  known.row = undefined;
  await expect(originals.open('p', contentId, source)).resolves.toMatchObject({ kind: 'text' });
  expect(here()).toEqual([contentId, `${contentId}.page`, `${contentId}.page.tables-2`]);
});

test('stopping waits for what is being opened', async () => {
  const { originals, source } = open();
  const fetched = Promise.withResolvers<void>();
  const order: string[] = [];
  const fetch = async () => {
    await fetched.promise;
    await source.fetch();
  };
  const opening = originals.open('p', contentId, { ...source, fetch }).catch(() => order.push('opened'));
  const stopping = originals.stop().then(() => order.push('stopped'));
  fetched.resolve();
  await Promise.all([opening, stopping]);
  expect(order).toEqual(['opened', 'stopped']);
});

test.each([
  ['what is not shown', 'a.docx', 'no archive'],
  ['a PDF', 'a.pdf', '%PDF-1.7'],
])('of %s it is kept that it has no tables, so that it is not tried again', async (_, fileName, content) => {
  const { originals, source, known, here } = open();
  known.row = { status: 'completed', fileName, uploadId: null };
  writeFileSync(source.path, content);
  expect(await originals.tables('p', contentId, source)).toEqual([]);
  expect(here()).toEqual([contentId, `${contentId}.page.tables-2`]);
});

test('what could not be looked at is not kept', async () => {
  const { originals, source, here } = open();
  await source.fetch();
  await originals.stop();
  expect(await originals.tables('p', contentId, source)).toEqual([]);
  expect(here()).toEqual([contentId]);
});

test('a page is written once for a person who waits and for its tables', async () => {
  const { originals, source } = open();
  await source.fetch();
  const opening = originals.open('p', contentId, source);
  const tables = originals.tables('p', contentId, source);
  const { path } = await opening;
  writeFileSync(path, 'as it was');
  await tables;
  expect(readFileSync(path, 'utf8')).toBe('as it was');
});
