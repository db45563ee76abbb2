import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createFileGate } from '#core/local/file-gate.ts';
import { OriginalReaders } from './original-readers.ts';
import { OwnFiles, type OwnFilesOptions } from './own-files.ts';

const places: string[] = [];
const readers = new OriginalReaders();
afterAll(() => readers.stop());
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true });
});

/** A person's own file as it was uploaded; `reads` counts how often all of it was read. */
function uploaded(name: string, content: string) {
  const place = mkdtempSync(join(tmpdir(), 'sluice-own-'));
  places.push(place);
  const own = join(place, name);
  writeFileSync(own, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const row = { path: own, folderId: null, sha256, size: content.length };
  const gate = createFileGate();
  let reads = 0;
  const readForUpload: typeof gate.readForUpload = (...input) => {
    reads += 1;
    return gate.readForUpload(...input);
  };
  const ledger = { uploads: { get: () => row } } as unknown as OwnFilesOptions['ledger'];
  const files = new OwnFiles({
    ledger,
    gate: { ...gate, readForUpload },
    folderOf: () => undefined,
    readers,
  });
  const path = join(place, 'originals', 'copy');
  const { signal } = new AbortController();
  return {
    own,
    path,
    row,
    reads: () => reads,
    copy: () => files.copy(1, path, signal),
    forTables: () => files.copyForTables(1, { path, name }, signal),
  };
}

test('a file is copied for its tables while it is what was uploaded', async () => {
  const { path, forTables } = uploaded('a.csv', 'a,b');
  expect(await forTables()).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('a,b');
});

test.each([
  ['a PDF whatever it is called', 'a.txt', '%PDF-1.7'],
  ['a kind that has no page', 'a.xlsx', 'x'],
  ['a text, which has no tables,', 'a.txt', 'one  two\n1    2\n'],
])('%s is not copied for its tables, and is where a person asks', async (_, name, content) => {
  const { path, reads, copy, forTables } = uploaded(name, content);
  expect(await forTables()).toBe(false);
  expect([existsSync(path), reads()]).toEqual([false, 0]);
  expect(await copy()).toBe(true);
});

test('a complete filing is a text with tables, and is copied for them', async () => {
  expect(await uploaded('a.txt', '<SEC-DOCUMENT>x\n<DOCUMENT>').forTables()).toBe(true);
});

test('one that is too large for a page is not read for its tables', async () => {
  const { own, row, path, reads, forTables } = uploaded('a.csv', 'a,b');
  row.size = 64 * 2 ** 20 + 1;
  truncateSync(own, row.size);
  expect(await forTables()).toBe(false);
  expect([existsSync(path), reads()]).toEqual([false, 0]);
});

test('one that was changed is read once to know that, and not at all where it has another length', async () => {
  const { own, path, reads, forTables } = uploaded('a.csv', 'a,b');
  writeFileSync(own, 'a,c');
  expect([await forTables(), await forTables(), reads()]).toEqual([false, false, 1]);
  writeFileSync(own, 'a,b,c');
  expect([await forTables(), reads()]).toEqual([false, 1]);
  writeFileSync(own, 'a,b');
  expect([await forTables(), reads(), existsSync(path)]).toEqual([true, 2, true]);
});
