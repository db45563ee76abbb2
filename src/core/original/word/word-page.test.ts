import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { wordPage } from './word-page.ts';

const word = 'xmlns:w="w" xmlns:r="r"';
/** A Word file with this body. */
function docx(body: string, more: Readonly<Record<string, string>> = {}): Uint8Array {
  const parts = { 'word/document.xml': `<w:document ${word}><w:body>${body}</w:body></w:document>`, ...more };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}
const text = (words: string, style = '') => `<w:r><w:rPr>${style}</w:rPr><w:t>${words}</w:t></w:r>`;
const paragraph = (inner: string, style = '') => `<w:p><w:pPr>${style}</w:pPr>${inner}</w:p>`;

test('paragraphs keep what is bold, in italics and broken into lines', () => {
  const body = paragraph(
    `${text('One ', '<w:b/>')}${text('two', '<w:i/><w:b w:val="0"/>')}<w:r><w:br/><w:t>a &lt; b</w:t></w:r>`,
  );
  expect(wordPage(docx(body))).toBe('<p><b>One </b><i>two</i><br>a &lt; b</p>');
});

test('headings are told by the names of their styles, lists by their numbers', () => {
  const styles = `<w:styles ${word}><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style></w:styles>`;
  const numbering = `<w:numbering ${word}><w:abstractNum w:abstractNumId="0">
    <w:numFmt w:val="decimal"/></w:abstractNum>
    <w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const item = (words: string, list: number) =>
    paragraph(text(words), `<w:numPr><w:numId w:val="${list}"/></w:numPr>`);
  const body =
    paragraph(text('Outlook'), '<w:pStyle w:val="berschrift2"/>') +
    item('first', 5) +
    item('second', 5) +
    item('other', 7) +
    paragraph(text('after'));
  expect(wordPage(docx(body, { 'word/styles.xml': styles, 'word/numbering.xml': numbering }))).toBe(
    '<h2>Outlook</h2><ol><li>first</li><li>second</li></ol><ul><li>other</li></ul><p>after</p>',
  );
});

test('tables keep their columns, also cells that cover several', () => {
  const cell = (words: string, span = '') => `<w:tc><w:tcPr>${span}</w:tcPr>${paragraph(text(words))}</w:tc>`;
  const body = `<w:tbl><w:tr>${cell('Year', '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell('1')}${cell('')}</w:tr></w:tbl>`;
  expect(wordPage(docx(body))).toBe(
    '<table class="sluice-cells"><tbody><tr><td colspan="2"><p>Year</p></td></tr>' +
      '<tr><td><p>1</p></td><td><p></p></td></tr></tbody></table>',
  );
});

test('a link of the web keeps its goal, and others none', () => {
  const relations =
    '<Relationships><Relationship Id="a" Target="https://example.com/x" TargetMode="External"/>' +
    '<Relationship Id="b" Target="file:///etc/passwd" TargetMode="External"/></Relationships>';
  const link = (id: string) => `<w:hyperlink r:id="${id}">${text('here')}</w:hyperlink>`;
  const body = paragraph(link('a') + link('b'));
  expect(wordPage(docx(body, { 'word/_rels/document.xml.rels': relations }))).toBe(
    '<p><a data-link="https://example.com/x">here</a><a>here</a></p>',
  );
});

test('what was deleted or moved away, and codes of fields, are not shown', () => {
  const body = paragraph(
    `<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:r><w:instrText>HYPERLINK</w:instrText></w:r>` +
      `<w:moveFrom>${text('moved')}</w:moveFrom>${text('new')}`,
  );
  expect(wordPage(docx(body))).toBe('<p>new</p>');
});

test('our own sample is read whole', () => {
  const sample = new URL(
    '../../../../resources/samples/company-updates/vela-outage-report.docx',
    import.meta.url,
  );
  const page = wordPage(readFileSync(sample));
  expect(page).toContain('<h1>');
  expect(page).toContain('<ul><li>The alarm');
  // What parts its footnotes from its text.
  expect(page).not.toContain('<p></p>');
});

describe('what is no Word file is refused', () => {
  test.each([
    ['bytes of something else', strToU8('nothing'), 'broken'],
    ['an archive without a document', zipSync({ 'a.txt': strToU8('a') }), 'broken'],
    ['XML without an end', docx('<w:p>'), 'broken'],
    [
      'entities that grow',
      docx('', { 'word/document.xml': '<!DOCTYPE a [<!ENTITY lol "lol">]><a>&lol;</a>' }),
      'broken',
    ],
    ['a part that says nothing', docx('', { 'word/document.xml': 'words' }), 'broken'],
    ['nesting without end', docx('<w:x>'.repeat(20_000)), 'deep'],
  ])('%s', (_, bytes, why) => {
    expect(() => wordPage(bytes)).toThrow(expect.objectContaining({ why }));
  });

  test.each([400, 9_000])('an archive that claims %i bytes and holds more', (claimed) => {
    // Words that hardly pack, so that the claim may be true of their packed size.
    const words = Array.from({ length: 3_000 }, (_, at) => `${(at * 7_919) % 10_007}`).join(' ');
    const archive = Buffer.from(docx(paragraph(text(words))));
    archive.writeUInt32LE(claimed, archive.indexOf('PK\u0001\u0002') + 24);
    expect(() => wordPage(archive)).toThrow(expect.objectContaining({ why: 'broken' }));
  });

  test('a bomb, before it is expanded', () => {
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(64 * 2 ** 20) }, { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    expect(() => wordPage(bomb)).toThrow(expect.objectContaining({ why: 'size' }));
  });
});
