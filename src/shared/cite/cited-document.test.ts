import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bibtexEntry, cslItem, risRecord } from './cited-document.ts';

const document = {
  contentId: '0123456789ABCDEF0123456789ABCDEF',
  title: 'Annual report 2024',
  fileName: 'report.pdf',
  publishedAt: Date.UTC(2024, 1, 21),
};
const passage = { quote: 'Net income rose.', page: 12, section: null, body: 'Check.' };
const link = `sluice://document/${document.contentId}`;

test('a document is an item of CSL-JSON, a record of RIS and an entry of BibTeX', () => {
  expect(cslItem(document, [passage])).toEqual({
    id: `sluice-${document.contentId}`,
    type: 'document',
    title: 'Annual report 2024',
    issued: { 'date-parts': [[2024, 2, 21]] },
    URL: link,
    source: 'report.pdf',
    note: '“Net income rose.” (p. 12): Check.',
  });
  expect(risRecord(document, [passage]).split('\r\n')).toEqual([
    'TY  - GEN',
    `ID  - sluice-${document.contentId}`,
    'TI  - Annual report 2024',
    'PY  - 2024',
    'DA  - 2024/02/21',
    'L1  - report.pdf',
    `UR  - ${link}`,
    'N1  - “Net income rose.” (p. 12): Check.',
    'ER  - ',
    '',
  ]);
  for (const fileName of [
    '/home/ann/.ssh/report.pdf',
    'file:C:\\keys\\report.pdf',
    'https://host/report.pdf',
  ])
    expect(risRecord({ ...document, fileName })).toContain('L1  - report.pdf\r\n');
  expect(risRecord({ ...document, fileName: 'Report: Q3.pdf' })).toContain('L1  - Report: Q3.pdf\r\n');
  expect(bibtexEntry(document, [passage])).toBe(
    [
      `@misc{sluice-${document.contentId},`,
      '  title = {{Annual report 2024}},',
      '  year = {2024},',
      '  date = {2024-02-21},',
      `  url = {${link}},`,
      '  howpublished = {report.pdf},',
      '  annote = {“Net income rose.” (p. 12): Check.}',
      '}',
      '',
    ].join('\n'),
  );
});

test('one without a title and a date is called by its file', () => {
  const bare = { ...document, title: null, publishedAt: null };
  expect(cslItem(bare)).toMatchObject({ title: 'report.pdf' });
  expect(risRecord(bare)).not.toMatch(/^(?:PY|DA)/m);
  expect(bibtexEntry({ ...bare, fileName: null })).toContain(`title = {{${document.contentId}}}`);
});

test.each([
  ['}, author = {me', '\\textbraceright{}, author = \\textbraceleft{}me'],
  ['a \\input{x} b', 'a \\textbackslash{}input\\textbraceleft{}x\\textbraceright{} b'],
  ['50% & $5 #1 a_b', '50\\% \\& \\$5 \\#1 a\\_b'],
])('%j ends nothing in BibTeX', (title, escaped) => {
  expect(bibtexEntry({ ...document, title })).toContain(`title = {{${escaped}}}`);
});

const hostile = fc.array(
  fc.constantFrom(
    'TY  - JOUR',
    'ER  - ',
    '\n',
    '\r',
    '\u2028',
    '\\',
    '{',
    '}',
    '@',
    '"',
    '%',
    '=',
    'x',
    ' ',
    '\u0000',
  ),
  { maxLength: 14 },
);

test('whatever a title, a name and a note hold, RIS has one record and BibTeX one entry of balanced braces', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, fileName, body) => {
      const one = { ...document, title: title.join(''), fileName: fileName.join('') };
      const words = [{ ...passage, quote: body.join(''), body: title.join('') }];
      const lines = risRecord(one, words).split(/\r\n|[\n\r\u2028\u2029]/);
      expect(lines.filter((line) => line.startsWith('TY  - '))).toEqual(['TY  - GEN']);
      expect(lines.filter((line) => line.startsWith('ER  - '))).toEqual(['ER  - ']);
      expect(lines.every((line) => line === '' || /^[A-Z][A-Z0-9] {2}- /.test(line))).toBe(true);
      const entry = bibtexEntry(one, words);
      let depth = 0;
      for (const sign of entry.slice(0, -2)) {
        if (sign === '{') depth += 1;
        if (sign === '}') depth -= 1;
        expect(depth).toBeGreaterThanOrEqual(sign === '}' ? 1 : 0);
      }
      expect(depth).toBe(1);
    }),
  );
});
