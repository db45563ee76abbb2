import { describe, expect, test } from 'vitest';
import { docxOf, linked, paragraph, run } from '../testing/docx-of.ts';
import { findCitations } from './find-citations.ts';
import type { Paragraph } from './prose.ts';
import { readPlain } from './prose.ts';
import { readDocx } from './read-docx.ts';
import { readMarkdown } from './read-markdown.ts';

const one = 'sluice://document/0123456789ABCDEF0123456789ABCDEF';
const two = 'sluice://document/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA?page=3&amp;quote=x'.replace('&amp;', '&');

const found = (paragraphs: readonly Paragraph[]) =>
  findCitations(paragraphs).map(({ link, line, quotes, sentence }) => [
    link,
    line,
    quotes.join(' / ') || null,
    sentence,
  ]);

describe('Markdown', () => {
  test.each<[what: string, text: string, line: number, ...quotes: string[]]>([
    ['quote before', `Intro here.\n\nHe said “Revenue rose” in 2025 ([10-K](${one})).`, 3, 'Revenue rose'],
    ['straight marks', `"Revenue *rose*" [here](${one})`, 1, 'Revenue rose'],
    ['German marks', `Es hieß „Umsatz stieg“ ([hier](${one})).`, 1, 'Umsatz stieg'],
    ['guillemets', `« Le chiffre » [ici](${one})`, 1, 'Le chiffre'],
    ['Danish guillemets', `Han siger »Salget steg« ([her](${one}))`, 1, 'Salget steg'],
    ['Finnish guillemets', `Hän sanoi »Myynti kasvoi» ([tässä](${one}))`, 1, 'Myynti kasvoi'],
    ['Swedish marks', `Han sade ”Intäkterna steg” ([här](${one}))`, 1, 'Intäkterna steg'],
    ['Polish marks', `Jest „Sprzedaż wzrosła” ([tu](${one}))`, 1, 'Sprzedaż wzrosła'],
    ['German single marks', `Es hieß ‚Umsatz stieg‘ ([hier](${one})).`, 1, 'Umsatz stieg'],
    [
      'single guillemets',
      `‹Umsatz stieg› und ›Kosten auch‹ ([hier](${one}))`,
      1,
      'Umsatz stieg',
      'Kosten auch',
    ],
    ['corner brackets', `「売上高は増加した」（[報告](${one})）`, 1, '売上高は増加した'],
    ['double corner brackets', `『売上高』 [報告](${one})`, 1, '売上高'],
    ['two of Swedish marks', `”Ett” och ”två” ([här](${one}))`, 1, 'Ett', 'två'],
    ['English beside Swedish', `“One” and “two” ([r](${one}))`, 1, 'One', 'two'],
    ['quote after', `As [the report](${one}) says: “Revenue rose”.`, 1, 'Revenue rose'],
    ['blockquote', `> Revenue rose\n> by 5%.\n> — [report](${one})`, 3, 'Revenue rose by 5%.'],
    ['below a blockquote', `> Revenue rose by 5%.\n\n— [report](${one})`, 3, 'Revenue rose by 5%.'],
    ['its own text', `see [Revenue rose by 5%](${one}) there`, 1, 'Revenue rose by 5%'],
    ['a quote as its text', `[“Revenue rose”](${one})`, 1, 'Revenue rose'],
    ['footnote', `“Revenue rose”.[^1] More.\n\n[^1]: Report, ${one}`, 1, 'Revenue rose'],
    ['reference', `“Revenue rose” [report][r]\n\n[r]: ${one}`, 1, 'Revenue rose'],
    ['as it stands', `“Revenue rose” (${one}).`, 1, 'Revenue rose'],
    ['angle brackets', `“Revenue rose” <${one}>`, 1, 'Revenue rose'],
    ['HTML', `“Revenue rose” <a href="${one}">x</a>`, 1, 'Revenue rose'],
    ['inner marks', `“He said ‘up “a lot”’ then” [r](${one})`, 1, 'He said ‘up “a lot”’ then'],
  ])('%s', (_what, text, line, ...quotes) => {
    expect(findCitations(readMarkdown(text))[0]).toMatchObject({ link: one, line, quotes });
  });

  test.each<[string, string, string[]]>([
    ['all that lead up to it', `“One” and ‘two’ ([r](${one})).`, ['One', 'two']],
    ['all that it introduces', `As [the report](${one}) says: “One”, and “two”.`, ['One', 'two']],
    ['before and behind it', `“One”, says [the report](${one}), “and two”.`, ['One', 'and two']],
    ['over sentences', `“One is said.” He adds: “Two too” ([r](${one})).`, ['One is said.', 'Two too']],
    ['no apostrophe', `It’s the companies’ year, it’s said: ‘it’s up’ ([r](${one}))`, ['it’s up']],
    ['a quoted apostrophe', `‘the companies’ results grew’ ([r](${one}))`, ['the companies’ results grew']],
    ['typed marks', `'One' ([r](${one}))`, ['One']],
    ['one that nothing ends', `He says “it is up by 50% ([r](${one})) again.`, ['it is up by 50%']],
    [
      'a hyphen in a blockquote',
      `> Year-on-year (net) growth – by 5% – held. — [r](${one})`,
      ['Year-on-year (net) growth – by 5% – held.'],
    ],
    ['a blockquote that goes on', `> Revenue ([r](${one})) rose by 50%.`, ['Revenue rose by 50%.']],
    [
      'a link within a blockquote',
      `> Revenue [rose by 5%](${one}) in 2025.`,
      ['Revenue rose by 5% in 2025.'],
    ],
    ['who said it', `> Revenue rose – Tim Cook, [10-K](${one})`, ['Revenue rose']],
    ['when it was said', `> Revenue rose. — Call of 31 December 2024, [Q4](${one})`, ['Revenue rose.']],
    ['the day in American', `> Revenue rose. — December 31, 2024, [10-K](${one})`, ['Revenue rose.']],
    ['the day in digits', `> Umsatz stieg. — Bericht, 31.12.2024, [hier](${one})`, ['Umsatz stieg.']],
    [
      'what may be of the quote',
      `> Revenue rose – by more than 50% [10-K](${one})`,
      ['Revenue rose – by more than 50%'],
    ],
    ['brackets below', `> Revenue rose\n> (see [10-K](${one}), p. 5)`, ['Revenue rose']],
    ['all of a blockquote', `> First.\n>\n> Second. — [r](${one})`, ['First.', 'Second.']],
    ['all above', `> First.\n>\n> Second.\n\n— [r](${one})`, ['First.', 'Second.']],
  ])('quotes: %s', (_what, text, quotes) => {
    expect(findCitations(readMarkdown(text))[0]?.quotes).toEqual(quotes);
  });

  test.each<[string, string, string[]]>([
    ['a block', `<p>“Revenue rose” in the <a class="x" href='${one}'>report</a>.</p>`, ['Revenue rose']],
    ['a mark of its own', `<div><q>Revenue rose</q> (<a href="${one}">r</a>)</div>`, ['Revenue rose']],
    [
      'a blockquote',
      `<blockquote>Revenue rose by 5%. — <a href="${one}">r</a></blockquote>`,
      ['Revenue rose by 5%.'],
    ],
    [
      'Markdown in a blockquote',
      `<blockquote>\n\nRevenue rose. — [r](${one})\n\n</blockquote>`,
      ['Revenue rose.'],
    ],
    ['within a line', `He <em>said</em> <q>Revenue rose</q> <a href=${one}>here</a>`, ['Revenue rose']],
    ['what a link of it says', `He says <a href="${one}">“Revenue rose”</a>`, ['Revenue rose']],
    [
      'a reference in a footnote',
      `“Revenue rose”.[^1]\n\n[^1]: In the [report][r].\n\n[r]: ${one}`,
      ['Revenue rose'],
    ],
    [
      'HTML in a footnote',
      `“Revenue rose”.[^1]\n\n[^1]: In the <a href="${one}">report</a>.`,
      ['Revenue rose'],
    ],
    ['a quote in a footnote', `Said.[^1]\n\n[^1]: “Revenue rose” [r](${one})`, ['Revenue rose']],
    ['the first definition', `“Revenue rose” [r]\n\n[r]: ${one}\n[r]: ${two}`, ['Revenue rose']],
  ])('HTML and references: %s', (_what, text, quotes) => {
    const all = findCitations(readMarkdown(text));
    expect(all.every(({ link }) => link === one)).toBe(true);
    expect(all.map((citation) => citation.quotes)).toContainEqual(quotes);
  });

  test('a block of HTML is read as its reader sees it', () => {
    const text = `One.\n\n<div>\n<script>“No”</script>\n<!-- “No” -->\n<p>Sales were $5 million\n(<a href="${one}">r</a>).</p>\n</div>`;
    expect(found(readMarkdown(text))).toEqual([[one, 7, null, 'Sales were $5 million ( ).']]);
  });

  test('of two links each has its own quotes, and two that stand together have the same', () => {
    const quotesOf = (text: string) => findCitations(readMarkdown(text)).map(({ quotes }) => quotes);
    expect(quotesOf(`As [a](${one}) says “One”, while [b](${two}) has “two”.`)).toEqual([['One'], ['two']]);
    expect(quotesOf(`“One” in the [a](${one}) and “two” in the [b](${two}).`)).toEqual([['One'], ['two']]);
    expect(quotesOf(`“One” ([a](${one}), [b](${two})).`)).toEqual([['One'], ['One']]);
    expect(quotesOf(`> One. ([a](${one})) Two. ([b](${two}))`)).toEqual([['One.'], ['Two.']]);
  });

  test.each([
    [`Sales were [$391 million](${one}) in all.`, 'Sales were $391 million in all.'],
    [`Sales rose[1](${one}) in [2024](${one}).`, 'Sales rose in .'],
    [`Sales rose ([p. 5](${one})).`, 'Sales rose ( ).'],
    [`We have [25](${one}) stores.`, 'We have 25 stores.'],
    [`Sales were\n$5 million\n([r](${one})).`, 'Sales were $5 million ( ).'],
  ])('%j says %j', (text, sentence) => {
    expect(findCitations(readMarkdown(text))[0]).toMatchObject({ sentence, quotes: [] });
  });

  test('what is too long to be compared is said to be so', () => {
    const long = `“${'word '.repeat(5_000)}” ([r](${one}))`;
    expect(findCitations(readMarkdown(long))[0]).toMatchObject({ quotes: [], isCut: true });
    const sentence = `${'word, '.repeat(1_000)} ([r](${one}))`;
    expect(findCitations(readMarkdown(sentence))[0]).toMatchObject({ isCut: true });
  });

  test('code is not read, and a short word of a link is no quote', () => {
    expect(found(readMarkdown(`\`\`\`\n${one}\n\`\`\``))).toEqual([]);
    expect(found(readMarkdown(`See [here](${one}).`))).toEqual([[one, 1, null, 'See .']]);
  });

  test('each link has the quote beside it, and the sentence it stands in', () => {
    const text = `In 2024 sales were $5 million. “First words” ([a](${one})) and “second words” ([b](${two})).`;
    const citations = found(readMarkdown(text));
    expect(citations.map(([link, , quote]) => [link, quote])).toEqual([
      [one, 'First words'],
      [two, 'second words'],
    ]);
    for (const [, , , sentence] of citations) expect(sentence).not.toMatch(/2024|First|second/);
  });

  test('a link alone belongs to the sentence before it', () => {
    expect(found(readMarkdown(`Sales were $5 million. [10-K](${one})`))[0]?.[3]).toContain('$5 million');
    expect(
      found(readMarkdown(`Apple Inc. Sales were $5 million ([a](${one})). Costs were 3.`))[0]?.[3],
    ).toMatch(/^Apple Inc\. Sales were \$5 million \(\s*\)\.$/);
  });
});

test('the row of a table is one sentence, whatever stands in it, and each row its own', () => {
  const rows = [`Item 11. | Executive Compensation | 49 (${one})`, `Item 12. | Fees | 50 (${one})`];
  const sentences = ['Item 11. | Executive Compensation | 49 ( )', 'Item 12. | Fees | 50 ( )'];
  expect(found(readPlain(rows.join('\n'))).map(([, , , sentence]) => sentence)).toEqual(sentences);
  const table = `| Item 11. | Executive Compensation | [49](${one}) |\n|---|---|---|\n| Item 12. | Fees | [50](${one}) |`;
  expect(found(readMarkdown(table)).map(([, , , sentence]) => sentence)).toEqual([
    'Item 11. | Executive Compensation | 49 |',
    'Item 12. | Fees | 50 |',
  ]);
});

test('a number that is a link is the figure of a row without another, and else the number of a note', () => {
  const row = (figure: string) => `| Net sales |${figure} [391](${one}) |\n|---|---|`;
  expect(found(readMarkdown(row('')))[0]?.[3]).toBe('Net sales | 391 |');
  expect(found(readMarkdown(row(' 1,234')))[0]?.[3]).toBe('Net sales | 1,234 |');
});

test('a plain text has its lines', () => {
  const text = `Title\n\n“Revenue\nrose” — report,\n${one}.\n\n> Quoted words\n> ${two}`;
  expect(found(readPlain(text))).toEqual([
    [one, 5, 'Revenue rose', expect.stringContaining('report')],
    [two, 8, 'Quoted words', ''],
  ]);
});

describe('Word', () => {
  const field = (text: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "${one}" </w:instrText></w:r>` +
    `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(text)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

  test('links are found in relations, fields and footnotes', () => {
    const body = [
      paragraph(run('“Revenue '), run('rose” in the '), linked('rId1', 'report'), run('.')),
      paragraph(run('“Costs fell” '), field('there'), run('.')),
      paragraph(run('“Assets grew”.'), '<w:r><w:footnoteReference w:id="2"/></w:r>', run(' More.')),
      `<w:p><w:pPr><w:pStyle w:val="IntenseQuote"/></w:pPr>${run('Margins held. — ')}${linked('rId2', 'report')}</w:p>`,
      paragraph('<w:del><w:r><w:delText>“Old”</w:delText></w:r></w:del>', run('“New” '), linked('rId1', 'x')),
    ].join('');
    const docx = docxOf(
      body,
      { rId1: one, rId2: two, rId3: 'https://example.org' },
      {
        2: paragraph(run('Report, '), linked('rId2', 'page 3')),
      },
    );
    expect(findCitations(readDocx(docx)).map(({ link, line, quotes }) => [link, line, quotes[0]])).toEqual([
      [one, 1, 'Revenue rose'],
      [one, 2, 'Costs fell'],
      [two, 3, 'Assets grew'],
      [two, 4, 'Margins held.'],
      [one, 5, 'New'],
      [two, 3, undefined],
    ]);
  });

  test('the row of a table is read with all its cells, as the row of one in Markdown', () => {
    const cell = (...inner: string[]) => `<w:tc>${inner.join('')}</w:tc>`;
    const inner = `<w:tbl><w:tr>${cell(paragraph(run('in')))}${cell(paragraph(run('ner')))}</w:tr></w:tbl>`;
    const quoted = `<w:p><w:pPr><w:pStyle w:val="Quote"/></w:pPr>${run('Costs fell')}</w:p>`;
    const body = [
      paragraph(run('Before.')),
      '<w:tbl><w:tr>',
      cell(paragraph(run('Net sales')), paragraph(run('in all'))),
      cell(paragraph(run('$391 million'))),
      cell(paragraph(linked('rId1', '10-K'))),
      '</w:tr><w:tr>',
      cell(inner, quoted),
      cell(paragraph(run('5 '), linked('rId2', 'x'))),
      '</w:tr><w:tr>',
      cell(...['First.', 'Second.', 'Third.', 'Sales were 7'].map((words) => paragraph(run(words)))),
      cell(paragraph(run('Costs were 9 '), linked('rId1', 'x'))),
      '</w:tr></w:tbl>',
    ].join('');
    expect(found(readDocx(docxOf(body, { rId1: one, rId2: two })))).toEqual([
      [one, 5, null, 'Net sales in all | $391 million | |'],
      [two, 9, 'Costs fell', expect.stringMatching(/^in \| ner \| .* 5 \|$/)],
      [one, 14, null, 'Costs were 9'],
    ]);
  });

  test('what is no Word file, or claims to be larger than any text, is refused', () => {
    expect(() => readDocx(new Uint8Array([80, 75, 3, 4, 0]))).toThrow(
      expect.objectContaining({ why: 'noDocx' }),
    );
    const bomb = docxOf(paragraph(run('a'.repeat(1_000))));
    // The size that the archive's list claims for its first file.
    const view = Buffer.from(bomb);
    view.writeUInt32LE(0xf0_00_00_00, view.indexOf('PK\u0001\u0002') + 24);
    expect(() => readDocx(view)).toThrow(expect.objectContaining({ why: 'noDocx' }));
  });
});

test('a second citation of the same address is one too', () => {
  const text = `It says “words one are here” ([report](${one})). It also says “words two are wrong” (${one}).`;
  expect(findCitations(readMarkdown(text)).map(({ quotes }) => quotes)).toEqual([
    ['words one are here'],
    ['words two are wrong'],
  ]);
});

test('a block quote is compared also where the line under it quotes the title', () => {
  const text = `> Revenue fell by half.\n\n— “Annual Report 2023”, p. 5, [report](${one})`;
  expect(findCitations(readMarkdown(text))[0]?.quotes).toEqual([
    'Revenue fell by half.',
    'Annual Report 2023',
  ]);
});
