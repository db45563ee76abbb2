import { describe, expect, test } from 'vitest';
import { checkCitations } from '#core/notes/check-citations.ts';
import { TapeScanner } from '#shared/annotated/tape/scan.ts';
import { findPassages } from '#shared/cite/find-passages.ts';
import { writePassageLink } from '#shared/cite/passage-link.ts';
import { findCitations } from '../../src/cli/cite/find-citations.ts';
import { readMarkdown } from '../../src/cli/cite/read-markdown.ts';

const contentId = '0123456789ABCDEF0123456789ABCDEF';

interface Block {
  readonly kind?: string;
  readonly text: string;
  readonly page_number?: number;
}

/** Citations of a text in Markdown, compared with a document of such blocks. */
async function check(memo: string, blocks: readonly Block[], title = 'Annual report') {
  const body = blocks.map(({ kind = 'TEXT', text, ...more }) => ({
    kind,
    text,
    ...more,
    ...(kind === 'TEXT' && {
      sentences: [...text.matchAll(/[^.!?]+(?:[.!?](?=\S)[^.!?]*)*[.!?]?\s*/gu)].map(
        ({ 0: words, index }) => ({
          start: index,
          end: index + words.trimEnd().length,
        }),
      ),
    }),
  }));
  const bytes = new TextEncoder().encode(JSON.stringify({ content: { title, body } }));
  const scanner = new TapeScanner(bytes.length);
  scanner.push(bytes);
  const tape = scanner.finish();
  return checkCitations(
    {
      read: async (_, wanted) => findPassages(tape, wanted),
      standInOriginal: async (_, passages) => passages.map(() => true),
      goneBecause: () => undefined,
      fileNameOf: () => 'report.html',
    },
    findCitations(readMarkdown(memo)),
  );
}

async function outcomes(memo: string, blocks: readonly Block[]) {
  return (await check(memo, blocks)).map(({ outcome, reason }) => (reason === null ? outcome : reason.code));
}

type Link = Omit<Parameters<typeof writePassageLink>[0], 'contentId'>;
const linkTo = (link: Link) => writePassageLink({ contentId, ...link });
const at = (block: number, from: number, to: number) => ({ path: `$.content.body[${block}].text`, from, to });

describe('a quote that stands elsewhere than its link says has moved', () => {
  const blocks = [
    { text: 'Europe did well in spring. Revenue rose by 5% in 2025.', page_number: 3 },
    { text: 'Asia followed in autumn. Costs fell.', page_number: 7 },
    { text: 'In summary, revenue rose by 5% in 2025 for all.', page_number: 7 },
  ];
  const costs = '“Asia followed in autumn”';
  test.each<[what: string, quote: string, link: Link, outcome: string]>([
    ['on its page', costs, { page: 7 }, 'same'],
    ['on another page', costs, { page: 3 }, 'moved'],
    ['on a page that is none', costs, { page: 99 }, 'moved'],
    ['words that stand on two pages, on either', '“evenue rose by 5% in 2025”', { page: 7 }, 'changed'],
    ['of the link, on its page', '', { quote: 'Costs fell', page: 7 }, 'same'],
    ['of the link, on another page', '', { quote: 'Costs fell', page: 3 }, 'moved'],
    ['beside the words of its link', costs, { quote: 'Asia followed in' }, 'same'],
    ['beside other words than those of its link', costs, { quote: 'Revenue rose by' }, 'moved'],
    ['beside words that stand nowhere', costs, { quote: 'Nothing of this' }, 'moved'],
    ['in its block', costs, { ...at(1, 0, 24), quote: 'Asia followed in autumn.' }, 'same'],
    ['in another block', costs, { ...at(0, 0, 24), quote: 'Europe did well in spring.' }, 'moved'],
    ['in a block whose link has other words', costs, { ...at(1, 0, 24), quote: 'Europe did well' }, 'moved'],
    ['in no block that is there', costs, at(9, 0, 24), 'moved'],
    ['of a link to the document', costs, {}, 'same'],
    ['in part of a long passage', '“Costs fell”', { ...at(1, 0, 36), quote: 'Asia followed' }, 'same'],
  ])('%s', async (_what, quote, link, outcome) => {
    expect(await outcomes(`${quote} ([r](${linkTo(link)}))`, blocks)).toEqual([outcome]);
  });

  test('on a page of a document that numbers none, it is not known', async () => {
    const plain = blocks.map(({ text }) => ({ text }));
    expect(await outcomes(`${costs} ([r](${linkTo({ page: 7 })}))`, plain)).toEqual(['cite.noPage']);
    const named = linkTo({ page: 7, quote: 'Asia followed' });
    expect(await outcomes(`${costs} ([r](${named}))`, plain)).toEqual(['same']);
  });
});

describe('words that only look the same are others', () => {
  test.each<[quote: string, text: string, outcome: string]>([
    ['an area of 102 m', 'It has an area of 10² m in all.', 'changed'],
    ['an area of 10² m', 'It has an area of 102 m in all.', 'changed'],
    ['a share of 101⁄2 of it', 'It has a share of 10½ of it in all.', 'changed'],
    ['an area of 10 m2', 'It has an area of 10 m² in all.', 'same'],
  ])('%j in %j', async (quote, text, outcome) => {
    expect(await outcomes(`“${quote}” ([r](${linkTo({})}))`, [{ text }])).toEqual([outcome]);
  });
});

test('numbers at the end of a long passage are found, and a passage that is too long leaves them open', async () => {
  const words = (count: number) => `Sales of ${'many and various '.repeat(count)}things rose by 5% in all`;
  const memo = (number: string) =>
    `“Sales of many and various” things rose by ${number} ([r](${linkTo({ ...at(0, 0, 20) })})).`;
  expect(await outcomes(memo('5%'), [{ text: words(400) }])).toEqual(['same']);
  expect(await outcomes(memo('6%'), [{ text: words(400) }])).toEqual(['cite.missingNumbers']);
  expect(await outcomes(memo('5%'), [{ text: words(2_000) }])).toEqual(['cite.tooLong']);
});

describe('where words and numbers end is told as for places and notes', () => {
  const text =
    'Its non-GAAP income, AT&T’s too, fell by (5)% to $391 million (12 months) at nvidia.com in 2023–24.';
  test.each([
    ['non-GAAP income', 'same'],
    ['GAAP income', 'changed'],
    ['AT&T’s too', 'same'],
    ['T’s too', 'changed'],
    ['$391 million', 'same'],
    ['391 million', 'changed'],
    ['12 months', 'same'],
    ['2023–24', 'same'],
    ['24', 'changed'],
    ['com in 2023–24', 'changed'],
    ['(5)%', 'same'],
    ['5', 'changed'],
  ])('%j is %s', async (quote, outcome) => {
    expect(await outcomes(`“${quote}” ([r](${linkTo({})}))`, [{ text }])).toEqual([outcome]);
  });
});

describe('beside a quote only the numbers of the sentence are looked up', () => {
  const blocks = [
    { kind: 'HEADING', text: 'Results for 2024 (in millions)' },
    { text: 'Net sales rose to $391,035 in all regions. Costs fell by 5%.' },
    { text: 'Income was $12 in autumn.' },
  ];
  const sales = linkTo({ ...at(1, 0, 42) });
  const quote = '“Net sales rose”';
  test.each<[what: string, sentence: string, outcome: string, numbers: string[]]>([
    ['a number of the passage', `${quote} to $391,035`, 'same', []],
    ['without group separators', `${quote} to 391035`, 'same', []],
    ['in its heading', `In 2024, ${quote}`, 'same', []],
    ['in the title', `After 1999, ${quote}`, 'same', []],
    ['with another currency', `${quote} to €391,035`, 'same', []],
    ['on another scale', `${quote} to $391 billion`, 'unknown', ['391']],
    ['of another sentence', `${quote}, costs fell by 5%`, 'unknown', ['5']],
    ['of another passage', `${quote}, income was $12`, 'unknown', ['12']],
    ['other words', `${quote} nowhere at all, as no one hoped`, 'same', []],
    ['inside words', `${quote}, says the 10-K of Q3 on COVID-19`, 'same', []],
    ['of pages and notes', `${quote} [1], p. 5`, 'same', []],
    ['in a quote, put there in brackets', '“Net sales rose to [395]”', 'unknown', ['395']],
    ['beside a changed quote', '“Net sales sank to $391,035 in all regions” by 392', 'changed', ['392']],
    ['beside a quote of another place', '“Income was $12” of $391,035', 'unknown', ['391,035']],
    ['beside a moved quote', '“Income was $12 in autumn”', 'moved', []],
  ])('%s', async (_what, sentence, outcome, numbers) => {
    const [one] = await check(`${sentence} ([r](${sales})).`, blocks, 'Report since 1999');
    expect([one?.outcome, one?.numbers]).toEqual([outcome, numbers]);
    const isOpen = outcome === 'unknown';
    expect(one?.reason).toEqual(
      isOpen ? { code: 'cite.missingNumbers', values: { numbers: numbers.join(', ') } } : null,
    );
  });
});

describe('a sentence without a quote is the same only if its words are those of the passage', () => {
  const blocks = [
    { text: 'The board approved the merger with Halden in March.' },
    { text: 'In 2024, it had 5 stores, up from 4 in 2023.' },
    { kind: 'HEADING', text: 'Results (in millions)' },
    { kind: 'TABLE', text: 'Net sales | $ | 391,035 | $ | 383,285\nCash | $ | — | $ | 5' },
    { text: 'See 18 U.S.C. 1001 for more' },
  ];
  const code = linkTo({ ...at(4, 0, 27) });
  const merger = linkTo({ ...at(0, 0, 51) });
  const stores = linkTo({ ...at(1, 0, 44) });
  const table = linkTo({ ...at(3, 0, 50) });
  const own = `[r](${table})`;
  test.each([
    [`The board approved the merger with Halden in March ([r](${merger})).`, 'same'],
    [`The board approved the merger ([r](${merger})).`, 'same'],
    [`The board rejected the merger with Halden in March ([r](${merger})).`, 'unknown cite.unquoted'],
    [`The board did not approve the merger ([r](${merger})).`, 'unknown cite.unquoted'],
    [`See [the report](${merger}).`, 'same'],
    [`See the [annual report](${merger}) for details.`, 'unknown cite.unquoted'],
    [`In 2024, it had 5 stores ([r](${stores})).`, 'same'],
    [`In 2023, it had 5 stores ([r](${stores})).`, 'unknown cite.unquoted'],
    [`In 2022, it had 5 stores ([r](${stores})).`, 'unknown cite.missingNumbers'],
    [`Net sales | $ | 391,035 | $ | 383,285 ([r](${table}))`, 'same'],
    [`| Net sales | $391,035 | ${own} |\n|---|---|---|\n| Cash | $ — | ${own} |`, 'same,same'],
    [`Net sales were $391,035 ([r](${table})).`, 'unknown cite.unquoted'],
    [`Net sales were $391 billion ([r](${table})).`, 'unknown cite.missingNumbers'],
    [`Cash | € — | € 5 ([r](${table}))`, 'unknown cite.unquoted'],
    [`See 18 U.S.C. 1001 for more ([r](${code})).`, 'same'],
    [`See 48 U.S.C. 1001 for more ([r](${code})).`, 'unknown cite.missingNumbers'],
    [`Revenue fell in all regions ([r](${linkTo({})})).`, 'unknown cite.noPassage'],
    [`Revenue was 5 ([r](${linkTo({})})).`, 'unknown cite.noPassage'],
    [`See [the report of the group](${linkTo({})}).`, 'same'],
    [`“—” Sales fell ([r](${merger})).`, 'unknown cite.unquoted'],
  ])('%s: %s', async (memo, expected) => {
    const checked = await check(memo, blocks);
    expect(checked.map(({ outcome, reason }) => `${outcome} ${reason?.code ?? ''}`.trim()).join()).toBe(
      expected,
    );
  });
});
