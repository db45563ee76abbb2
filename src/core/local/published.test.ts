import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dateInName } from './dates.ts';
import { dateOfMail, readPart } from './document-date.ts';
import { timeInPdf } from './pdf-date.ts';
import { createPdfDates } from './pdf-dates.ts';
import { resolvePublished } from './published.ts';
import { datedPdf } from './testing/dated-pdf.ts';

test.each([
  ['report 2024-03-31.pdf', '2024-03-31'],
  ['report_2024_3_1.pdf', '2024-03-01'],
  ['20240331-report.pdf', '2024-03-31'],
  ['IMG20240331120000.pdf', null],
  ['report 31.03.2024.pdf', '2024-03-31'],
  ['1.3.2024 report.pdf', '2024-03-01'],
  ['Letter Mar 31 2024.pdf', '2024-03-31'],
  ['Letter-March-31st,-2024.pdf', '2024-03-31'],
  ['31 March 2024.txt', '2024-03-31'],
  ['2nd Sept. 2023.txt', '2023-09-02'],
  ['Results Q1 2024.pdf', '2024-03-31'],
  ['Results Q2 FY2024.pdf', '2024-06-30'],
  ['2024Q4.pdf', '2024-12-31'],
  ['2024-Q3 results.pdf', '2024-09-30'],
  ['report 2024-13-45.pdf', null],
  ['report 2023-02-29.pdf', null],
  ['invoice 12345678.pdf', null],
  ['phone 004912345678901.pdf', null],
  ['no date.pdf', null],
])('W17: the date in %j is %s', (name, expected) => {
  expect(dateInName(name)).toBe(expected && `${expected}T00:00:00.000Z`);
});

test('W17: the time in a PDF has a zone, and is one that there is', () => {
  expect(timeInPdf("D:20240331143000+02'00'")).toBe('2024-03-31T12:30:00.000Z');
  expect(timeInPdf('D:20240331143000-0230')).toBe('2024-03-31T17:00:00.000Z');
  expect(timeInPdf('D:20240331')).toBe('2024-03-31T00:00:00.000Z');
  expect(timeInPdf('D:2024')).toBe('2024-01-01T00:00:00.000Z');
  for (const none of ['D:99999999', 'D:20230229', '20240331', 'yesterday', ''])
    expect(timeInPdf(none)).toBeNull();
});

test('W17: the date of a mail is in its header, never in its text', () => {
  const folded = 'Subject: x\r\nDate: Sun, 31 Mar 2024\r\n 14:30:00 +0200 (CEST)\r\n\r\nDate: never';
  expect(dateOfMail(folded)).toBe('2024-03-31T12:30:00.000Z');
  expect(dateOfMail('Subject: x\n\nDate: Sun, 31 Mar 2024 14:30:00 +0200')).toBeNull();
});

test('W17: the date of a mail takes time in proportion to it, whatever comments it opens', () => {
  expect(dateOfMail('Date: Sun, 31 Mar 2024 14:30:00 +0200 (a (b) c)')).toBe('2024-03-31T12:30:00.000Z');
  const before = process.cpuUsage().user;
  expect(dateOfMail(`Date: Sun, 31 Mar 2024 14:30:00 ${'('.repeat(100_000)}`)).not.toBeUndefined();
  expect(process.cpuUsage().user - before).toBeLessThan(2_000_000);
});

test('W17: the first source with a date wins; a file that cannot be read has none', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-metadata-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'plan 2024-01-02.pdf');
  writeFileSync(path, datedPdf('(D:20230101)'));
  const mtimeMs = Date.UTC(2022, 0, 1);
  const resolve = (sources: ('file-name' | 'document' | 'modified')[], of = path) =>
    resolvePublished(
      { sources, place: { path: of, root: directory, followLinks: false }, mtimeMs },
      { readPart, dateOfPdf: createPdfDates() },
    );
  expect(await resolve(['document', 'file-name'])).toBe('2023-01-01T00:00:00.000Z');
  expect(await resolve(['file-name', 'document'])).toBe('2024-01-02T00:00:00.000Z');
  expect(await resolve(['document', 'modified'], join(directory, 'gone.pdf'))).toBe(
    '2022-01-01T00:00:00.000Z',
  );
  expect(await resolve(['document'], join(directory, 'gone.pdf'))).toBeNull();
  expect(await resolve([])).toBeNull();
});

test.each([0, -1, Date.UTC(10_000), 9e15])(
  'W17: a file that was changed at %d has no date by that',
  async (mtimeMs) => {
    const place = { path: '/x/a.pdf', root: '/x', followLinks: false };
    const none = { readPart, dateOfPdf: () => Promise.resolve(null) };
    expect(await resolvePublished({ sources: ['modified'], place, mtimeMs }, none)).toBeNull();
  },
);
