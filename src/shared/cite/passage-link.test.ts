import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileSigns } from '../testing/hostile-signs.ts';
import { contentIdSchema } from '../ids/ids.ts';
import { linkRoute, readPassageLink, writePassageLink } from './passage-link.ts';

const sign = fc.oneof(
  fc.constantFrom(...hostileSigns),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const anyText = (minLength = 0, maxLength = 30) =>
  fc.array(sign, { minLength, maxLength }).map((signs) => signs.join(''));

const contentId = contentIdSchema.parse('0123456789ABCDEF0123456789ABCDEF');
const empty = { path: null, from: null, to: null, endPath: null, page: null, quote: null };
const address = `sluice://document/${contentId}`;

const links = fc.record({
  contentId: fc.constant(contentId),
  place: fc.option(
    fc.record({
      path: fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => `$.content.body[3]["${text}"]`),
      from: fc.nat(1_000_000),
      length: fc.integer({ min: 1, max: 10_000 }),
      endPath: fc.option(fc.constant('$.content.body[4].text')),
    }),
  ),
  page: fc.option(fc.integer({ min: 1, max: 99_999 })),
  quote: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })),
});

describe('a link to a passage', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(links, ({ place, ...rest }) => {
        fc.pre(place === null || !/\p{Cc}/u.test(place.path));
        const at =
          place === null
            ? empty
            : { path: place.path, from: place.from, to: place.from + place.length, endPath: place.endPath };
        const link = { ...empty, ...at, ...rest };
        expect(readPassageLink(writePassageLink(link))).toEqual(link);
      }),
    );
  });

  test('has no sign that Markdown, HTML or a mail program takes for its end, and is not too long', () => {
    fc.assert(
      fc.property(anyText(1, 3_000), (quote) => {
        const text = writePassageLink({ contentId, page: 3, quote });
        expect(text).toMatch(/^sluice:\/\/document\/[0-9A-F]{32}\?[\w.=&%-]+$/);
        expect(text.length).toBeLessThanOrEqual(2_000);
        const read = readPassageLink(text)?.quote ?? '';
        expect(quote.toWellFormed().startsWith(read)).toBe(true);
      }),
    );
  });

  test('ends long words at a word', () => {
    const quote = 'seven words that are said again '.repeat(100);
    const { quote: read } = readPassageLink(writePassageLink({ contentId, quote })) ?? {};
    expect(read?.length).toBeGreaterThan(500);
    expect(quote.startsWith(`${read}`)).toBe(true);
    expect(read).toMatch(/\s$/);
    const chinese = writePassageLink({ contentId, quote: '营业收入增长'.repeat(100) });
    expect(readPassageLink(chinese)?.quote?.length).toBe(111);
  });

  test.each([
    'sluice://document/0123456789abcdef',
    `${address}?`,
    `${address}?x=1`,
    `${address}?page=1&page=2`,
    `${address}?page=0`,
    `${address}?page=-1`,
    `${address}?page=1.5`,
    `${address}?from=1&to=2`,
    `${address}?path=%24.a&from=5`,
    `${address}?path=%24.a&from=5&to=5`,
    `${address}?path=a&from=1&to=5`,
    `${address}?path=%24%0A&from=1&to=5`,
    `${address}?end=%24.a`,
    `${address}?quote=`,
    `${address}?quote=%`,
    `${address}?quote=%FF`,
    `${address}?quote=a b`,
    `${address}?quote=a\n`,
    `${address}#page=1`,
    `${address}/x`,
    `x${address}`,
    `https://document/${contentId}`,
    `${address}?quote=${'a'.repeat(5_000)}`,
    'javascript:alert(1)',
  ])('%s is none', (text) => {
    expect(readPassageLink(text)).toBeNull();
    expect(linkRoute(text)).toBeNull();
  });

  test('names the page of the document, or the place in its text', () => {
    expect(linkRoute(address.toLowerCase())).toBe(`#/documents/${contentId}`);
    expect(linkRoute(`${address}/`)).toBe(`#/documents/${contentId}`);
    expect(linkRoute(`${address}?page=3&quote=Net%20income`)).toBe(
      `#/documents/${contentId}/annotated?quote=Net%20income&page=3`,
    );
  });
});
