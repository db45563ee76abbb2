import { describe, expect, test } from 'vitest';
import { headingsAmong, mostEntries, outlineOf } from './outline.ts';

const heading = (block: number, title: string) => ({ block, title });

test('a filing has its Parts and Items, each once, where their text is', () => {
  const headings = [
    heading(1, 'Annual report'),
    heading(3, 'PART I'),
    heading(4, 'Item 1. Business'),
    heading(5, 'Item 1A. Risk Factors'),
    heading(20, 'PART I'),
    heading(21, 'ITEM 1.  BUSINESS'),
    heading(30, 'Our Company'),
    heading(60, 'ITEM 1A. RISK FACTORS'),
  ];
  expect(outlineOf(headings, 100, [22, 40, 70, 99, 2])).toEqual([
    { block: 20, title: 'PART I', level: 0, events: 0 },
    { block: 21, title: 'ITEM 1. BUSINESS', level: 1, events: 2 },
    { block: 60, title: 'ITEM 1A. RISK FACTORS', level: 1, events: 2 },
  ]);
});

test('the same Item in another Part is another one', () => {
  const titles = ['Part I', 'Item 1. Statements', 'Item 2. Discussion', 'Part II', 'Item 1. Proceedings'];
  const found = outlineOf(
    titles.map((title, index) => heading(index * 10, title)),
    60,
    [],
  );
  expect(found.map(({ title }) => title)).toEqual(titles);
});

test('where there are none, the headings with most text are the outline', () => {
  const few = [heading(0, 'Summary'), heading(4, 'Item of news'), heading(9, 'Valuation')];
  expect(outlineOf(few, 20, []).map(({ title, level }) => [title, level])).toEqual([
    ['Summary', 0],
    ['Item of news', 0],
    ['Valuation', 0],
  ]);
  const many = Array.from({ length: 200 }, (_, index) => heading(index * 2, `Heading ${index}`));
  const found = outlineOf([...many, heading(400, 'Long')], 500, []);
  expect(found).toHaveLength(mostEntries);
  expect(found.at(-1)?.title).toBe('Long');
  expect(outlineOf([], 10, [1])).toEqual([]);
});

test('a short report begins with its first Item, and not with the lines of its cover', () => {
  const cover = [
    heading(0, 'UNITED STATES'),
    heading(1, 'SECURITIES AND EXCHANGE COMMISSION'),
    heading(3, 'FORM 8-K'),
    heading(7, 'Date of Report (Date of earliest event reported): November 14, 2024'),
    heading(9, '(Exact name of registrant as specified in its charter)'),
    heading(11, '2300 Halden Way, Austin, Texas 78741'),
    heading(16, '(Former name or former address, if changed since last report.)'),
  ];
  const titles = (headings: Parameters<typeof outlineOf>[0]) =>
    outlineOf(headings, 60, []).map((one) => one.title);
  const items = [
    heading(27, 'Section 5—Corporate Governance and Management'),
    heading(28, 'Item 5.07 Submission of Matters to a Vote of Security Holders'),
    heading(39, 'SIGNATURE'),
  ];
  expect(titles([...cover, ...items])).toEqual(items.map(({ title }) => title));
  // Without Items, behind what ends it.
  const news = [heading(40, 'Forward-Looking Statements'), heading(44, 'SIGNATURES')];
  expect(titles([...cover, ...news])).toEqual(news.map(({ title }) => title));
  const numbered = ['Item 2.02 Results', 'Item 5.02 Departures', 'Item 5.03 Bylaws', 'Item 9.01 Exhibits'];
  expect(titles([...cover, ...numbered.map((title, at) => heading(30 + at, title))])).toEqual(numbered);
  // What is all cover is better than nothing.
  expect(titles(cover)).toHaveLength(cover.length);
});

test('a report without Items keeps its first sections, which are short', () => {
  const headings = [
    { block: 0, title: 'UNITED STATES' },
    { block: 1, title: 'SECURITIES AND EXCHANGE COMMISSION' },
    { block: 3, title: 'FORM 6-K' },
    { block: 9, title: 'Highlights' },
    { block: 16, title: 'Outlook' },
    { block: 60, title: 'Balance sheet' },
  ];
  expect(outlineOf(headings, 80, []).map(({ title }) => title)).toEqual([
    'Highlights',
    'Outlook',
    'Balance sheet',
  ]);
});

const levels = (headings: Parameters<typeof outlineOf>[0]) =>
  outlineOf(headings, 2_000, []).map(({ title, level }) => `${'  '.repeat(level)}${title}`);
const inOrder = (titles: readonly string[]) => titles.map((title, index) => heading(index * 3, title));

test('what stands below the Items of a short report is set in below them, and its signatures are not', () => {
  expect(
    levels(
      inOrder(['Item 5.02 Departures', 'New director', 'ITEM 9.01 Exhibits', 'Exhibit index', 'SIGNATURES']),
    ),
  ).toEqual([
    'Item 5.02 Departures',
    '  New director',
    'ITEM 9.01 Exhibits',
    '  Exhibit index',
    'SIGNATURES',
  ]);
  const sections = [
    'Press information',
    'Section 5—Corporate Governance',
    'Item 5.07 Votes',
    'Proposal No. 1',
    'Signature',
    'Annex',
  ];
  expect(levels(inOrder(sections))).toEqual([
    'Press information',
    'Section 5—Corporate Governance',
    '  Item 5.07 Votes',
    '    Proposal No. 1',
    'Signature',
    'Annex',
  ]);
});

describe('a document with numbered headings', () => {
  const guide = [
    'Notice',
    '1 Contents of one',
    'Figure 1 A picture of it',
    '1 What it is',
    '1.1 Overview',
    '1.1.1 Details',
    'Label',
    '2 Getting started',
    '2.1 The team',
    '3. Going on',
    'Appendix A: Words',
    'APPENDIX A: WORDS',
  ];

  test('has its chapters and their sections, each once, and nothing in between', () => {
    expect(levels(inOrder(guide))).toEqual([
      '1 What it is',
      '  1.1 Overview',
      '    1.1.1 Details',
      '2 Getting started',
      '  2.1 The team',
      '3. Going on',
      'APPENDIX A: WORDS',
    ]);
  });

  test('has as many depths of them as have room, and never half of one', () => {
    const many = Array.from({ length: 60 }, (_, index) => `2.1.${index + 1} Detail`);
    const found = levels(inOrder([...guide.slice(0, 9), ...many, ...guide.slice(9)]));
    expect(found).toEqual([
      '1 What it is',
      '  1.1 Overview',
      '2 Getting started',
      '  2.1 The team',
      '3. Going on',
      'APPENDIX A: WORDS',
    ]);
  });

  test.each([
    ['a number or two', ['Summary', '1 What it is', 'Label', '10 years of growth']],
    ['numbers in no order', ['3 stores', '12 months', '1 dividend', '2 boards']],
    ['numbers that begin elsewhere', ['4 stores', '5 months', '6 boards']],
  ])('is not one that has %s', (_what, titles) => {
    expect(levels(inOrder(titles))).toEqual(titles);
  });
});

test('captions and words that lead to what follows are no headings of an outline', () => {
  const titles = [
    'Results',
    'Figure 3 Mapping',
    'Table 12. Sales',
    'For more information, please contact:',
    'Outlook',
  ];
  expect(levels(inOrder(titles))).toEqual(['Results', 'Outlook']);
  expect(levels(inOrder(['Figure 1 All there is', 'Said:']))).toHaveLength(2);
});

test('the name of a Part counts where it stands alone, unless headings have it or each page does', () => {
  const title = (name: string, isHeading = false) => ({ block: 0, title: name, isHeading });
  const names = (titles: Parameters<typeof headingsAmong>[0]) =>
    headingsAmong(titles).map((one) => one.title);
  const item = title('Item 1. Business', true);
  expect(names([title('PART I'), item, title('Part II'), title('of both')])).toEqual([
    'PART I',
    'Item 1. Business',
    'Part II',
  ]);
  expect(names([title('Part I'), title('PART I', true), item])).toEqual(['PART I', 'Item 1. Business']);
  const pages = [title('PART I'), title('PART I'), title('PART I')];
  expect(names([...pages, item])).toEqual(['Item 1. Business']);
});
