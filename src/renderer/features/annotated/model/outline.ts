import { type Heading, type NumberedHeading, numberedHeadings } from './numbered-headings.ts';

/** A heading that structures the document. */
export interface OutlineEntry {
  readonly block: number;
  readonly title: string;
  /** How far below the others it stands: an Item below its Part, a heading below its Item. */
  readonly level: Level;
  /** Events from this heading to the next one. */
  readonly events: number;
}

type Level = 0 | 1 | 2;

/** More are no outline. */
export const mostEntries = 60;
/** Fewer Parts and Items are mentions of some, not the order of a filing. */
const fewestItems = 3;
const longestTitle = 160;
const partOf = /^part\s+([ivx]+)\b/i;
/** Current reports number theirs 5.02. */
const itemOf = /^item\s*(\d+(?:\.\d+)?[a-c]?)\b/i;
/** Current reports may have their Items in these. */
const sectionOf = /^section\s+\d+\b/i;
/** Below no Item: it ends the report. */
const signature = /^signatures?$/i;
/** What is said of a picture, and what only leads to the words after it. */
const caption = /^(?:figure|table|chart|exhibit)\s+\d+\b|:$/i;
/** On the cover of what is filed with it. */
const commission = /\bsecurities and exchange commission\b/i;
/** Headings among the first of which it says so. */
const onCover = 6;
/**
 * Blocks without a heading after those of a cover: the boxes and tables that end it. Fewer where no Item
 * follows, which would end it too: the first sections of a report without any are short.
 */
const coverGap = { withItems: 8, without: 5 };

/**
 * The Parts and Items of a filing; where there are none, or few, the numbered chapters of a document; else
 * the headings with most text below them, without those of its cover. A table of contents names each one
 * before, so the last heading of a name counts.
 *
 * @param blocks of the whole document
 * @param events the block of each event that has one
 */
export function outlineOf(
  headings: readonly Heading[],
  blocks: number,
  events: readonly number[],
): OutlineEntry[] {
  const shown = chosenOf(headings, blocks).slice(0, mostEntries);
  return shown.map(({ block, title, level }, index) => {
    const end = shown[index + 1]?.block ?? blocks;
    return {
      block,
      title: title.trim().replace(/\s+/g, ' ').slice(0, longestTitle),
      level,
      events: events.filter((at) => at >= block && at < end).length,
    };
  });
}

/** Nothing but the name of a Part, which is not always called a heading, and bytes that it may take. */
const partAlone = /^part\s+(?:i{1,3}|iv)\.?$/i;
export const mostOfPart = 24;
/** In a table of contents and where it begins; more often it stands at the head of each page. */
const mostOften = 2;

/** What is called a heading, and the names of Parts where none of these is one. */
export function headingsAmong(titles: readonly (Heading & { readonly isHeading: boolean })[]): Heading[] {
  const hasParts = titles.some(({ title, isHeading }) => isHeading && partOf.test(title));
  const alone = titles.filter(({ title, isHeading }) => !isHeading && partAlone.test(title));
  const counts = Map.groupBy(alone, ({ title }) => title.toLowerCase());
  const isRunning = [...counts.values()].some(({ length }) => length > mostOften);
  const taken = hasParts || isRunning ? [] : alone;
  return titles.filter((one) => one.isHeading || taken.includes(one));
}

type Chosen = Heading & Pick<OutlineEntry, 'level'>;

function chosenOf(headings: readonly Heading[], blocks: number): readonly Chosen[] {
  const items = lastOfEach(headings.filter(({ title }) => partOf.test(title) || itemOf.test(title)));
  if (items.length >= fewestItems) {
    const hasParts = items.some(({ title }) => partOf.test(title));
    return items.map((one) => ({ ...one, level: hasParts && itemOf.test(one.title) ? 1 : 0 }));
  }
  const numbered = numberedHeadings(headings);
  return numbered === undefined ? belowItems(weightiest(structuring(headings), blocks)) : deepest(numbered);
}

/** All depths of sections that have room together. */
function deepest(numbered: readonly NumberedHeading[]): Chosen[] {
  const upTo = (most: number) => numbered.filter(({ depth }) => depth <= most);
  const most = [2, 1].find((depth) => upTo(depth).length <= mostEntries) ?? 0;
  return upTo(most).map(({ block, title, depth }) => ({ block, title, level: depth as Level }));
}

/** Without captions and the like, unless there is nothing else. */
function structuring(headings: readonly Heading[]): readonly Heading[] {
  const behindCover = withoutCover(headings);
  const kept = behindCover.filter(({ title }) => !caption.test(title.trim()));
  return kept.length > 0 ? kept : behindCover;
}

/** What stands below an Item, or below a Section with Items, is set in. */
function belowItems(headings: readonly Heading[]): Chosen[] {
  let section: 0 | 1 = 0;
  let below: Level = 0;
  return headings.map((heading) => {
    const title = heading.title.trim();
    const isItem = itemOf.test(title);
    if (signature.test(title) || sectionOf.test(title)) {
      section = sectionOf.test(title) ? 1 : 0;
      below = section;
      return { ...heading, level: 0 };
    }
    if (isItem) below = section === 1 ? 2 : 1;
    return { ...heading, level: isItem ? section : below };
  });
}

/** An Item is one of its Part: a quarterly report has an Item 1 in each of two. */
function lastOfEach(headings: readonly Heading[]): Heading[] {
  const last = new Map<string, Heading>();
  let part = '';
  for (const heading of headings) {
    const [, newPart] = partOf.exec(heading.title) ?? [];
    if (newPart !== undefined) part = newPart.toLowerCase();
    const [, item = ''] = itemOf.exec(heading.title) ?? [];
    last.set(`${part} ${item.toLowerCase()}`, heading);
  }
  return [...last.values()].toSorted((left, right) => left.block - right.block);
}

/**
 * A cover is set in headings line by line: the agency, the form, dates, addresses, what each of them is. It
 * ends with what the form orders, or where no heading stands for a while.
 */
function withoutCover(headings: readonly Heading[]): readonly Heading[] {
  if (!headings.slice(0, onCover).some(({ title }) => commission.test(title))) return headings;
  const isOrdered = ({ title }: Heading) => partOf.test(title) || itemOf.test(title);
  const gap = headings.some(isOrdered) ? coverGap.withItems : coverGap.without;
  const end = headings.findIndex((heading, index) => {
    const before = headings[index - 1]?.block ?? heading.block;
    return isOrdered(heading) || heading.block - before > gap;
  });
  return end < 0 ? headings : headings.slice(end);
}

/** Those with most blocks until the next heading, in the order of the text. */
function weightiest(headings: readonly Heading[], blocks: number): Heading[] {
  if (headings.length <= mostEntries) return [...headings];
  const weights = headings.map(({ block }, index) => (headings[index + 1]?.block ?? blocks) - block);
  const order = headings.map((_, index) => index);
  order.sort((left, right) => (weights[right] as number) - (weights[left] as number) || left - right);
  const kept = new Set(order.slice(0, mostEntries));
  return headings.filter((_, index) => kept.has(index));
}
