import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acrossColumns, entityColumns, eventColumns } from '#shared/export/annotated-columns.ts';
import { type Columns, csvOf } from '#shared/export/columns.ts';
import { documentColumns } from '#shared/export/document-columns.ts';
import { exportText } from '#shared/export/export-text.ts';
import { noteColumns } from '#shared/export/note-columns.ts';
import { previewColumns } from '#shared/export/preview-columns.ts';
import { uploadColumns } from '#shared/export/upload-columns.ts';
import { projectRoot } from '../support/project-copy.ts';

/**
 * CSV cannot be written without doubling its quotes; its end of line and its mark give it away too. The
 * sandbox reads it only.
 */
const writes = [/['"`]""['"`]/, /join\(\s*['"`][,;]['"`]\s*\)\s*\}?\s*\+?\s*['"`]?\\r\\n/, /csv-stringify/];
const writesCsv = (source: string) => writes.some((one) => one.test(source));

const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));

test('one module writes CSV', () => {
  const writers = sources.filter((path) => writesCsv(readFileSync(join(projectRoot, path), 'utf8')));
  expect(writers).toEqual(['src/shared/csv/csv.ts']);
});

test.each([
  `text.replaceAll('"', '""')`,
  'text.replace(/"/g, `""`)',
  "cells.join(',') + '\\r\\n'",
  "[cells.join(';')}\\r\\n`",
  "import { stringify } from 'csv-stringify/sync';",
])('another one would be noticed: %s', (source) => {
  expect(writesCsv(source)).toBe(true);
});

const kinds: Readonly<Record<string, Columns<never>>> = {
  uploads: uploadColumns,
  documents: documentColumns,
  'entities across documents': acrossColumns,
  entities: entityColumns,
  events: eventColumns,
  'files of a folder': previewColumns,
  notes: noteColumns,
};
const signs = ['=', '+', '-', '@', '\t', '\r'];

test.each(Object.entries(kinds))(
  'no cell of %s begins as a formula, in the file and in the text that is piped',
  async (_, columns) => {
    // Whatever field a column reads, it finds the same text there: plain, as a list, in a list of names, in
    // options.
    const row = (text: string): never =>
      new Proxy({}, { get: (_target, name) => hostile(String(name), text) }) as never;
    const rows = signs.map((sign) => row(`${sign}cmd|' /C calc'!A0`));
    let piped = '';
    const read = (offset: number) => rows.slice(offset);
    for await (const part of exportText({ columns, format: 'csv', read })) piped += part;
    expect(piped).toBe(csvOf(columns, rows));
    const cells = piped.match(/"(?:[^"]|"")*"/g) ?? [];
    expect(cells.filter((cell) => cell.includes('cmd')).length).toBeGreaterThanOrEqual(signs.length);
    for (const cell of cells) expect(cell).not.toMatch(/^"[=+\-@\t\r]/);
  },
);

function hostile(field: string, text: string): unknown {
  if (field === 'options') return { tags: [text], share: text };
  if (field === 'tags') return Object.assign([text], { map: () => [text] });
  if (field === 'roles') return [{ name: text }];
  if (field === 'document') return { title: text, fileName: text, publishedAt: 0 };
  if (field === 'place' || field === 'page') return null;
  if (field === 'places') return [];
  return /At$/.test(field) ? 0 : text;
}
