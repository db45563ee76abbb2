import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPdfDates, type DateOfPdf } from './pdf-dates.ts';
import { compressedPdf, datedPdf } from './testing/dated-pdf.ts';

const dateOfPdf = createPdfDates();

async function dateIn(content: Buffer | string, read: DateOfPdf = dateOfPdf): Promise<string | null> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-pdf-date-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'a.pdf');
  writeFileSync(path, content);
  const file = await open(path);
  try {
    return await read({
      size: (await file.stat()).size,
      read: async (from, length) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
}

const xmp = (date: string) => {
  const words = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreateDate>${date}</xmp:CreateDate></rdf:Description></rdf:RDF></x:xmpmeta>`;
  return {
    catalog: '/Metadata 10 0 R',
    objects: {
      10: `<< /Type /Metadata /Subtype /XML /Length ${words.length} >>\nstream\n${words}\nendstream`,
    },
  };
};

test('W17: the date of a PDF, in plain words or compressed', async () => {
  expect(await dateIn(datedPdf("(D:20240331143000+02'00')"))).toBe('2024-03-31T12:30:00.000Z');
  expect(await dateIn(compressedPdf('(D:20230405)'))).toBe('2023-04-05T00:00:00.000Z');
  // In hexadecimal, as the letters of other programs' strings.
  expect(await dateIn(datedPdf('<443A3230323430333331>'))).toBe('2024-03-31T00:00:00.000Z');
});

test('W17: the date that it gives itself, and not that of a file in it', async () => {
  const attached = { 10: '<< /Type /EmbeddedFile /Params << /CreationDate (D:19990101) >> >>' };
  expect(await dateIn(datedPdf('(D:20240331)', { objects: attached }))).toBe('2024-03-31T00:00:00.000Z');
  expect(await dateIn(datedPdf('null', { objects: attached }))).toBeNull();
});

test('W17: the words of its XMP where it has no other, or one that there is not', async () => {
  expect(await dateIn(datedPdf('null', xmp('2024-03-31T14:30:00Z')))).toBe('2024-03-31T14:30:00.000Z');
  expect(await dateIn(datedPdf('(D:99999999)', xmp('2022-01-02')))).toBe('2022-01-02T00:00:00.000Z');
  expect(await dateIn(datedPdf('(D:99999999)', xmp('soon')))).toBeNull();
});

test('W17: of a large one only what is needed is read', async () => {
  expect(await dateIn(datedPdf('(D:20240331)', { padding: 64 * 1024 * 1024 }))).toBe(
    '2024-03-31T00:00:00.000Z',
  );
});

test.each([
  ['no more than its first words', '%PDF-1.7'],
  ['none of its tables', `%PDF-1.7\n${'x'.repeat(100_000)}`],
  ['a table that leads to itself', loopingTable()],
  ['pages that are their own parents', selfParent()],
  ['a date that is a picture', datedPdf('<< /Type /XObject >>')],
])('W17: one with %s has no date', async (_, content) => {
  const before = process.cpuUsage();
  expect(await dateIn(content)).toBeNull();
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  expect(await dateIn(datedPdf('(D:20240331)'))).not.toBeNull();
});

test('W17: one without tables that is too large to be searched has no date', async () => {
  expect(await dateIn(Buffer.alloc(40 * 1024 * 1024, '%PDF-1.7\n1 0 obj\n<<>>\n'))).toBeNull();
});

test('W17: one that takes the memory or the time takes only itself along', async () => {
  const short = createPdfDates({ deadline: 1 });
  expect(await dateIn(datedPdf('(D:20240331)'), short)).toBeNull();
  const small = createPdfDates({ heap: 12 });
  const many = Object.fromEntries(
    Array.from({ length: 40_000 }, (_, index) => [10 + index, `[${'0 '.repeat(20)}]`]),
  );
  await dateIn(datedPdf('(D:20240331)', { objects: many }), small);
  expect(await dateIn(datedPdf('(D:20240331)'))).toBe('2024-03-31T00:00:00.000Z');
});

/** A table whose older one is itself. */
function loopingTable(): Buffer {
  const text = datedPdf('null').toString('latin1');
  const start = /startxref\n(\d+)/.exec(text)?.[1];
  return Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${start}`), 'latin1');
}

function selfParent(): Buffer {
  return Buffer.from(datedPdf('null').toString('latin1').replace('/Kids [3 0 R]', '/Kids [2 0 R]'), 'latin1');
}
