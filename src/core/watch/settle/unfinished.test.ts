import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileGate } from '#core/local/file-gate.ts';
import type { FileStat } from '#core/local/look.ts';
import { findUnfinished, judgeContent } from './unfinished.ts';

const zipStart = Buffer.from('PK\x03\x04 something packed ', 'latin1');
const zipEnd = Buffer.concat([zipStart, Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);

test.each([
  ['a whole PDF', '.pdf', '%PDF-1.7\n1 0 obj\nstartxref\n5\n%%EOF\n', null],
  ['a PDF with a little after its end', '.pdf', `%PDF-1.7\n%%EOF\n${' '.repeat(500)}`, null],
  ['half a PDF', '.pdf', '%PDF-1.7\n1 0 obj\nstream', 'pdf-end'],
  ['a PDF by its content, whatever its name', '.dat', '%PDF-1.7\n1 0 obj', 'pdf-end'],
  ['a whole zip', '.docx', zipEnd, null],
  ['half a zip', '.docx', zipStart, 'zip-end'],
  ['a whole page', '.html', '<!DOCTYPE html><html><body>x</body></HTML>\n', null],
  ['half a page', '.htm', '<html><body>x</bo', 'html-end'],
  ['a page behind an XML declaration', '.xhtml', '<?xml version="1.0"?>\n<html><body>', 'html-end'],
  ['a fragment that never began as a page', '.html', '<p>Just a note</p>', null],
  ['a whole XML', '.xml', '<?xml version="1.0"?><filing><a/></filing>', null],
  ['half an XML', '.xml', '<?xml version="1.0"?><filing><a/><b>', 'xml-end'],
  ['an XML cut inside a tag', '.xml', '<?xml version="1.0"?><filing><a', 'xml-end'],
  ['a whole JSON', '.json', '{"a": [1, 2]}\n', null],
  ['half a JSON', '.json', '{"a": [1, 2', 'json-end'],
  ['half a JSON list', '.json', '[{"a": 1},', 'json-end'],
  ['JSON lines cut in the last', '.jsonl', '{"a": 1}\n{"b"', 'json-end'],
  [
    'an end of zeros shorter than counts',
    '.bin',
    Buffer.concat([Buffer.from('x'), Buffer.alloc(4095)]),
    null,
  ],
  ['just as many zeros as count', '.bin', Buffer.alloc(4096), 'zeros'],
  ['a PDF whose end lies too far back', '.pdf', `%PDF-1.7\n%%EOF\n${' '.repeat(2000)}`, 'pdf-end'],
  ['a page behind a comment', '.html', '<!-- saved\nfrom --> <!-- twice -->\n<html><body>', 'html-end'],
  ['a page after white space', '.html', ' \n <!doctype html><body>', 'html-end'],
  ['a page that ends with white space in its tag', '.html', '<html><body></html \n>', null],
  ['a note that speaks of pages', '.html', 'What <html> is.', null],
  ['an XML without a declaration, by its name', '.xbrl', '<filing><a/><b>', 'xml-end'],
  ['an XML by its declaration, whatever its name', '.dat', '<?xml version="1.0"?><filing><a>', 'xml-end'],
  ['an XML whose root closes itself', '.xml', '<filing date="1"/>', null],
  ['an XML that ends with a comment', '.xml', '<filing></filing><!-- the end -->', null],
  ['an XML with only a comment so far', '.xml', '<!-- <filing> begins -->', null],
  ['an XML with a comment before its root', '.xml', '<!-- <a> -->\n<filing>\n</filing>', null],
  ['half an XML with a comment before its root', '.xml', '<!-- </filing --><filing><b></b>', null],
  ['an XML with another element closed last', '.xsd', '<filing><b></b>', 'xml-end'],
  ['an XML cut behind its closed root', '.xml', '<filing></filing', 'xml-end'],
  ['an XML with letters of other scripts', '.xml', '<Übersicht><b></b>', 'xml-end'],
  ['a whole JSON list', '.geojson', ' [1, 2] ', null],
  ['half a JSON list that ends like an object', '.ndjson', '[{"a": 1}', 'json-end'],
  ['half an object that ends like a list', '.json', '{"a": [1]', 'json-end'],
  ['a JSON that is a number', '.json', '12', null],
  ['a JSON with a byte order mark', '.json', '\uFEFF{"a": 1', 'json-end'],
  ['half a JSON in UTF-16', '.json', Buffer.from(`\uFEFF{"a": "${'x'.repeat(99)}`, 'utf16le'), 'json-end'],
  ['a JSON with a few zeros', '.json', `{"a": "${'\0'.repeat(10)}${'x'.repeat(99)}"`, 'json-end'],
  ['text that happens to begin with a brace', '.txt', '{ not json', null],
  ['plain text', '.txt', 'no end is promised', null],
  ['an UTF-16 page', '.html', Buffer.from(`\uFEFF<html><body>${'x'.repeat(99)}</html>`, 'utf16le'), null],
  ['zeros at the end', '.bin', Buffer.concat([Buffer.from('x'), Buffer.alloc(8192)]), 'zeros'],
])('W1: %s', (_what, extension, content, expected) => {
  const bytes = Buffer.from(content as string);
  expect(judgeContent(bytes.subarray(0, 1024), bytes.subarray(-65_557), extension)).toBe(expected);
});

test('W1: the beginning takes time in proportion to it, however many comments it holds', () => {
  const bytes = Buffer.from(`${'<!---->'.repeat(30)}no page`);
  const before = process.cpuUsage().user;
  expect(judgeContent(bytes, bytes, '.html')).toBeNull();
  expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
});

test('W1: a file with holes was not written to its end, unless the volume compresses', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-unfinished-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'a.bin');
  writeFileSync(path, 'the beginning');
  truncateSync(path, 1_000_000);
  writeFileSync(path, 'the end', { flag: 'a' });
  const gate = createFileGate();
  const place = { path, root: directory, followLinks: false };
  const stat = (await gate.direct.stat(path)) as FileStat;
  expect(await findUnfinished(gate, place, stat, true)).toBe('holes');
  expect(await findUnfinished(gate, place, { ...stat, allocated: 0 }, false)).toBeNull();
});

test('W1: holes are told by how much less is kept than is said, in files large enough to have them', async () => {
  const gate = { readEnds: async () => ({ head: Buffer.from('{'), tail: Buffer.from('{') }) };
  const find = (path: string, size: number, allocated: number) =>
    findUnfinished(gate, { path, root: '/', followLinks: false }, { size, allocated }, true);
  expect(await find('/a.bin', 100_000, 74_999)).toBe('holes');
  expect(await find('/a.bin', 100_000, 75_000)).toBeNull();
  expect(await find('/a.bin', 65_536, 0)).toBeNull();
  expect(await find('/a.bin', 65_537, 0)).toBe('holes');
  // By its name, however that is written.
  expect(await find('/a.JSON', 10, 10)).toBe('json-end');
});
