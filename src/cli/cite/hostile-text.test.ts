import { describe, expect, test } from 'vitest';
import { findCitations } from './find-citations.ts';
import { bareLinks, readPlain } from './prose.ts';
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
