import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileSigns } from '../testing/hostile-signs.ts';
import { citationHtml, citationMarkdown, citationText, markdownText } from './passage-citation.ts';
import { readPassageLink } from './passage-link.ts';

const sign = fc.oneof(
  fc.constantFrom(...hostileSigns),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const anyText = (minLength = 0, maxLength = 30) =>
  fc.array(sign, { minLength, maxLength }).map((signs) => signs.join(''));

const citation = {
  document: {
    contentId: '0123456789ABCDEF0123456789ABCDEF',
    title: 'Annual [report] <2024> & more',
    fileName: 'report.pdf',
    publishedAt: Date.UTC(2024, 1, 21),
  },
  quote: 'Net income\nrose *sharply*',
  place: { path: '$.content.body[3].text', from: 5, to: 30, endPath: null },
  page: 12,
  section: 'Item 7',
};
const link =
  'sluice://document/0123456789ABCDEF0123456789ABCDEF?path=%24.content.body%5B3%5D.text&from=5&to=30&page=12' +
  '&quote=Net%20income%20rose%20%2Asharply%2A';

test('a passage is cited as text, Markdown and HTML', () => {
  expect(citationText(citation)).toBe(
    `“Net income rose *sharply*” — Annual [report] <2024> & more, 2024-02-21, p. 12, ${link}`,
  );
  expect(citationMarkdown(citation)).toBe(
    `“Net income rose \\*sharply\\*” — [Annual \\[report\\] \\<2024\\> &amp; more](${link}), 2024\\-02-21, p. 12`.replace(
      '\\-',
      '-',
    ),
  );
  expect(citationHtml(citation)).toBe(
    `<p>“Net income rose *sharply*” — <a href="${link.replaceAll('&', '&amp;')}">` +
      'Annual [report] &lt;2024&gt; &amp; more</a>, 2024-02-21, p. 12</p>',
  );
});

test('the section is said where no page is known, and neither date nor place has to be', () => {
  const german = { page: 'S.', quoted: (words: string) => `„${words}“` };
  expect(citationText({ ...citation, page: null }, german)).toContain('2024-02-21, § Item 7, sluice:');
  for (const form of [citationText, citationMarkdown, citationHtml])
    expect(form(citation, german)).toMatch(/„Net income rose .*sharply.*“ — .*S\. 12/);
  const bare = { ...citation.document, title: null, publishedAt: null };
  expect(citationText({ ...citation, document: bare, place: null, section: null }, german)).toContain(
    '— report.pdf, S. 12, sluice://document/0123456789ABCDEF0123456789ABCDEF?page=12&quote=',
  );
});

test('whatever a title and a passage hold, HTML has one link and Markdown one address', () => {
  fc.assert(
    fc.property(anyText(), anyText(), (title, quote) => {
      const hostile = { ...citation, quote, document: { ...citation.document, title } };
      const html = citationHtml(hostile);
      expect(html.match(/<[^>]*>/g)).toEqual([
        '<p>',
        expect.stringMatching(/^<a href="sluice:[^"<>]*">$/),
        '</a>',
        '</p>',
      ]);
      const address = /\]\((sluice:[^()\s]*)\)/.exec(citationMarkdown(hostile))?.[1] ?? '';
      expect(readPassageLink(address)).toMatchObject({ contentId: hostile.document.contentId, page: 12 });
    }),
  );
});

test.each([
  ['- a', '\\- a'],
  ['1. a', '1\\. a'],
  ['# a', '\\# a'],
  ['[a](javascript:x)', '\\[a\\](javascript:x)'],
  ['<img src=x>', '\\<img src=x\\>'],
  ['a & b', 'a &amp; b'],
])('%j is nothing but text in Markdown', (text, escaped) => {
  expect(markdownText(text)).toBe(escaped);
});
