import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleDocx, wordFile } from '../../test-support/sample-docx.ts';
import { samplePdf } from '../../test-support/sample-pdf.ts';
import { extractFile } from './extract-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'sandbox-extract-'));
afterAll(() => rmSync(directory, { recursive: true }));

function extract(fileName: string, content: string | Buffer) {
  const path = join(directory, 'file');
  writeFileSync(path, content);
  return extractFile(path, fileName);
}

describe('html', () => {
  test('headings, paragraphs, lists, tables and footers; no scripts, no hidden parts', async () => {
    const html = `<html><head><title> A  title </title><style>p{}</style></head><body>
      <h1>First</h1><p>One <b>bold</b> word.<br>Next line.</p><script>alert(1)</script>
      <div style="display: none">hidden</div><p><b>All bold</b></p>
      <ul><li>a</li><li>b</li></ul><ol><li>x</li><li><p>y</p></li></ol>
      <table><tr><th>Year</th><th>Revenue</th></tr><tr><td>2025</td><td>10</td></tr></table>
      <footer>Imprint</footer><p>17</p></body></html>`;
    const { title, blocks, kind } = await extract('a.html', html);
    expect([title, kind]).toEqual(['A title', 'html']);
    expect(blocks).toEqual([
      { kind: 'HEADING', text: 'First' },
      { kind: 'TEXT', text: 'One bold word.' },
      { kind: 'TEXT', text: 'Next line.' },
      { kind: 'HEADING', text: 'All bold' },
      { kind: 'LIST_UNORDERED', text: '• a\n• b' },
      { kind: 'LIST_ORDERED', text: '1. x\n2. y' },
      { kind: 'TABLE', text: 'Year | Revenue\n2025 | 10' },
      { kind: 'FOOTER', text: 'Imprint' },
      { kind: 'FOOTER', text: '17' },
    ]);
  });

  test('bold by style, tables in tables, and pages that never close anything', async () => {
    const html =
      '<p style="font-weight: 700">Bold<p>Plain<table><tr><td>a<table><tr><td>b</td></tr></table></td><td>c';
    const { blocks } = await extract('a.htm', html);
    expect(blocks.slice(0, 2)).toEqual([
      { kind: 'HEADING', text: 'Bold' },
      { kind: 'TEXT', text: 'Plain' },
    ]);
    const rest = blocks
      .slice(2)
      .map((block) => block.text)
      .join(' ');
    for (const letter of ['a', 'b', 'c']) expect(rest).toContain(letter);
  });
});

test('txt: paragraphs, headings, lists, tables, in any encoding', async () => {
  const text =
    'Annual letter\r\n\r\nDear holders,\r\nwe grew.\r\n\r\n- one\r\n- two\r\n\r\nA    B    C\r\n1    2    3\r\n';
  const blocks = [
    { kind: 'HEADING', text: 'Annual letter' },
    { kind: 'TEXT', text: 'Dear holders, we grew.' },
    { kind: 'LIST_UNORDERED', text: '• one\n• two' },
    { kind: 'TABLE', text: 'A | B | C\n1 | 2 | 3' },
  ];
  expect((await extract('a.txt', text)).blocks).toEqual(blocks);
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  expect((await extract('a.txt', wide)).blocks).toEqual(blocks);
  expect((await extract('a.txt', Buffer.from('Caf\xe9 au lait.', 'latin1'))).blocks[0]?.text).toBe(
    'Café au lait.',
  );
});

test('txt: a complete filing leaves its pictures and data out', async () => {
  const filing = `<SEC-DOCUMENT>x.txt
COMPANY CONFORMED NAME:   EXAMPLE CO
CONFORMED SUBMISSION TYPE: 8-K
<DOCUMENT><TYPE>8-K
<TEXT><html><body><p>Results were announced.</p></body></html></TEXT></DOCUMENT>
<DOCUMENT><TYPE>GRAPHIC
<TEXT>
begin 644 logo.jpg
M_]C_X
end</TEXT></DOCUMENT>`;
  const { title, blocks } = await extract('full.txt', filing);
  expect(title).toBe('EXAMPLE CO 8-K');
  expect(blocks.map((block) => block.text)).toEqual(['8-K', 'Results were announced.']);
});

test('csv: one table, whatever parts its cells', async () => {
  const { blocks, metadata } = await extract('a.csv', 'Name;Note\n"Smith; J.";"two\nlines"\n');
  expect(blocks).toEqual([{ kind: 'TABLE', text: 'Name | Note\nSmith; J. | two lines' }]);
  expect(metadata).toEqual({ rows: 2, columns: 2 });
});

test('json: like objects are a table, the rest is a line a value', async () => {
  const { title, blocks } = await extract(
    'a.json',
    '{"title":"T","rows":[{"a":1},{"a":2,"b":null}],"deep":{"x":[true]}}',
  );
  expect(title).toBe('T');
  expect(blocks).toEqual([
    { kind: 'TEXT', text: 'title: T' },
    { kind: 'HEADING', text: 'rows' },
    { kind: 'TABLE', text: 'a | b\n1\n2' },
    { kind: 'TEXT', text: 'deep.x[0]: true' },
  ]);
});

test('xml: a line for each element that holds text', async () => {
  const { title, blocks } = await extract(
    'a.xml',
    '<?xml version="1.0"?><r><title>T &amp; U</title><v><![CDATA[x < y]]></v></r>',
  );
  expect(title).toBe('T & U');
  expect(blocks).toEqual([{ kind: 'TEXT', text: 'title: T & U\nv: x < y' }]);
});

test('eml: sender, subject, text and the names of what is attached', async () => {
  const mail = [
    'From: Ann <ann@example.com>',
    'To: bob@example.com',
    'Subject: =?utf-8?q?Caf=C3=A9?=',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'Hello Bob.',
    '--x',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename=note.pdf',
    '',
    'abc',
    '--x--',
  ].join('\r\n');
  const { title, blocks, metadata } = await extract('a.eml', mail);
  expect(title).toBe('Café');
  expect(blocks.map((block) => block.text)).toEqual([
    'From: Ann <ann@example.com>\nTo: bob@example.com',
    'Hello Bob.',
    '• note.pdf',
  ]);
  expect(metadata).toMatchObject({ from: 'Ann <ann@example.com>', attachments: ['note.pdf'] });
});

test('pdf: lines become paragraphs, large letters a heading', async () => {
  const { title, blocks, metadata } = await extract('a.pdf', samplePdf());
  expect(blocks).toEqual([
    { kind: 'HEADING', text: 'Quarterly report' },
    { kind: 'TEXT', text: 'Apple reported record revenue in the third quarter.' },
  ]);
  expect([title, metadata]).toEqual(['Quarterly report', { pages: 1 }]);
});

test('docx: headings by the name of their style, lists, tables and notes; no older forms, nothing deleted', async () => {
  const paragraph = (text: string, properties = '') =>
    `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const item = (text: string, list: number) =>
    paragraph(text, `<w:numPr><w:numId w:val="${list}"/></w:numPr>`);
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const body = [
    paragraph('Lagebericht', '<w:pStyle w:val="berschrift1"/>'),
    '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>All bold</w:t></w:r></w:p>',
    '<w:p><w:r><w:t>One</w:t><w:tab/><w:t>word.</w:t></w:r><w:r><w:delText>gone</w:delText></w:r></w:p>',
    '<w:p><mc:AlternateContent><mc:Fallback><w:r><w:t>older</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>',
    item('a', 1) + item('b', 1) + item('x', 2),
    `<w:tbl><w:tr>${cell('Year')}${cell('Revenue')}</w:tr><w:tr>${cell('2025')}${cell('10')}</w:tr></w:tbl>`,
    paragraph('End.'),
  ].join('');
  const { blocks, title } = await extract(
    'a.docx',
    wordFile(body, {
      styles: '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
      numbering:
        '<w:numbering><w:abstractNum w:abstractNumId="7"><w:lvl><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>' +
        '<w:abstractNum w:abstractNumId="8"><w:lvl><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>' +
        '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>',
      footnotes: `<w:footnotes>${paragraph('A note.')}</w:footnotes>`,
    }),
  );
  expect(title).toBe('Lagebericht');
  expect(blocks).toEqual([
    { kind: 'HEADING', text: 'Lagebericht' },
    { kind: 'HEADING', text: 'All bold' },
    { kind: 'TEXT', text: 'One word.' },
    { kind: 'LIST_UNORDERED', text: '• a\n• b' },
    { kind: 'LIST_ORDERED', text: '1. x' },
    { kind: 'TABLE', text: 'Year | Revenue\n2025 | 10' },
    { kind: 'TEXT', text: 'End.' },
    { kind: 'TEXT', text: 'A note.' },
  ]);
});

test('docx: headings and paragraphs', async () => {
  const { blocks } = await extract('a.docx', sampleDocx('Quarterly report', 'Apple grew.'));
  expect(blocks).toEqual([
    { kind: 'HEADING', text: 'Quarterly report' },
    { kind: 'TEXT', text: 'Apple grew.' },
  ]);
});

test('without an ending that says it, the first bytes decide', async () => {
  expect((await extract('report', samplePdf())).kind).toBe('pdf');
  expect((await extract('page', '<!DOCTYPE html><p>x</p>')).kind).toBe('html');
  expect((await extract('data', '<?xml version="1.0"?><a>x</a>')).kind).toBe('xml');
  expect((await extract('README', 'some words')).kind).toBe('txt');
});

test.each([
  ['a.pdf', 'no pdf at all', 'EXTRACTION_FAILED'],
  ['a.pdf', samplePdf().subarray(0, 20), 'EXTRACTION_FAILED'],
  ['a.docx', 'no zip at all', 'EXTRACTION_FAILED'],
  ['b.docx', wordFile('<w:p>'.repeat(20_000)), 'EXTRACTION_FAILED'],
  ['b.html', '<div>'.repeat(20_000), 'EXTRACTION_FAILED'],
  ['a.json', '{"a":', 'EXTRACTION_FAILED'],
  ['a.xml', '<a><b></a>', 'EXTRACTION_FAILED'],
  ['a.csv', '"never closed', 'EXTRACTION_FAILED'],
  ['a.eml', 'just words', 'EXTRACTION_FAILED'],
  ['a.png', 'x', 'UNSUPPORTED_FILE_TYPE'],
  ['a.zip', 'PK\x03\x04', 'UNSUPPORTED_FILE_TYPE'],
  ['program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), 'UNSUPPORTED_FILE_TYPE'],
  ['a.txt', Buffer.from([1, 0, 2, 0]), 'UNSUPPORTED_FILE_TYPE'],
  ['a.txt', ' \n\n ', 'NO_TEXT_FOUND'],
  ['a.html', '<html><script>x</script></html>', 'NO_TEXT_FOUND'],
])('%s that holds %j fails with %s', async (fileName, content, code) => {
  await expect(extract(fileName, content)).rejects.toMatchObject({ code });
});
