import { describe, expect, test } from 'vitest';
import { docxOf, linked, paragraph, run } from '../testing/docx-of.ts';
import { findCitations } from './find-citations.ts';
import { bareLinks, readPlain } from './prose.ts';
import { readDocx } from './read-docx.ts';
import { readMarkdown } from './read-markdown.ts';

const link = 'sluice://document/0123456789ABCDEF0123456789ABCDEF';
const hostile: readonly (readonly [what: string, times: number, text: (times: number) => string])[] = [
  ['signs behind an address', 2_000, (times) => `${link}${'!'.repeat(times)}a${')'.repeat(times)}b`],
  ['addresses in one paragraph', 100, (times) => `${link}\n`.repeat(times)],
  ['quotes that nothing ends', 300, (times) => `${'“ " ‘ „ « '.repeat(times)}${link}`],
  ['quotes in front of one link', 100, (times) => `${'“a” said he who said it. '.repeat(times)}${link}`],
  ['links with a number each', 40, (times) => `[$${'1'.repeat(9)} of it](${link}) `.repeat(times)],
  ['blocks that are quotes', 60, (times) => `> ${`a - b [r](${link}) `.repeat(times)}`],
  ['short forms', 500, (times) => `${'Inc. '.repeat(times)}${link}`],
  ['blanks', 2_000, (times) => `“a”${' '.repeat(times)}(${' '.repeat(times)}5${' '.repeat(times)}${link}`],
];

/** The quickest of some, in processor time: what others use of the machine is no part of it. */
function cost(work: () => void): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const begun = process.threadCpuUsage();
      work();
      const { user, system } = process.threadCpuUsage(begun);
      return user + system;
    }),
  );
}

describe('ten times the text costs about ten times as much', () => {
  test.each(hostile)('%s', (_what, times, text) => {
    const [small, large] = [text(times), text(times * 10)].map((one) => [readPlain(one), readMarkdown(one)]);
    const of = (all: typeof small) => () => {
      for (const paragraphs of all ?? []) findCitations(paragraphs);
    };
    of(small)();
    // A square would be a hundred.
    expect(cost(of(large)) / Math.max(3_000, cost(of(small)))).toBeLessThan(40);
  });
});

test('an address ends where a sentence may end it', () => {
  expect(bareLinks(`(${link}?page=3).`)).toMatchObject([{ address: `${link}?page=3` }]);
});

describe('a small text that would take all memory or the stack is refused with a sentence', () => {
  const links = (count: number) =>
    Array.from({ length: count }, (_, at) => `${link}?page=${at + 1}`).join(' ');
  const linkedBy = (id: number) => linked(`r${id}`, 'p');
  const addresses = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`r${at}`, `${link}?page=${at + 1}`]),
  );
  const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
  const all = Array.from({ length: 100 }, (_, at) => linkedBy(at));

  test.each<[what: string, read: () => unknown, why: string]>([
    ['quotes in one another', () => readMarkdown(`${'> '.repeat(6_000)}a`), 'tooDeep'],
    ['lists in one another', () => readMarkdown(`${'- '.repeat(6_000)}a`), 'tooDeep'],
    [
      'lists of lines',
      () => readMarkdown(Array.from({ length: 600 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')),
      'tooDeep',
    ],
    ['marks in a row', () => readMarkdown(`${'*'.repeat(20_001)}a${'*'.repeat(20_001)}`), 'tooDeep'],
    ['marks in all', () => readMarkdown('|a'.repeat(300_000)), 'tooMany'],
    ['a note of many links', () => readMarkdown(`x[^1]\n\n[^1]: ${links(1_200)}`), 'tooMany'],
    [
      'a note of links that is referred to often',
      () => readMarkdown(`${'x[^1] '.repeat(100)}\n\n[^1]: ${links(100)}`),
      'tooMany',
    ],
    ['links in one quote', () => findCitations(readMarkdown(`“${links(1_200)}”`)), 'tooMany'],
    ['links in a text', () => findCitations(readPlain(links(1_200))), 'tooMany'],
    [
      'the same in Word',
      () =>
        readDocx(
          docxOf(paragraph(...Array.from({ length: 12 }, () => reference(2)), run('x')), addresses, {
            2: paragraph(...all),
          }),
        ),
      'tooMany',
    ],
    [
      'long quotes of many links',
      () =>
        findCitations(
          Array.from({ length: 40 }, () =>
            readPlain(`“${'a'.repeat(15_000)}” ${`(${link}) `.repeat(400)}`),
          ).flat(),
        ),
      'tooMany',
    ],
  ])('%s', (_what, read, why) => {
    expect(read).toThrow(expect.objectContaining({ why }));
  });

  test('and one that a person may write is read', () => {
    const nested = readMarkdown(`${'> '.repeat(20)}“a” ([r](${link}))`);
    expect(findCitations(nested)).toMatchObject([{ isCut: false }]);
    const above = findCitations(readMarkdown(`${'> quoted\n\n'.repeat(60)}[r](${link})`));
    expect(above).toMatchObject([{ isCut: true, quotes: { length: 50 } }]);
  });
});
