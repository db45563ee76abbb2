/** A heading that structures the document. */
export interface OutlineEntry {
  readonly block: number;
  readonly title: string;
  /** 0 for a Part, 1 for an Item in it; all are 0 where there are none. */
  readonly level: 0 | 1;
  /** Events from this heading to the next one. */
  readonly events: number;
}

interface Heading {
  readonly block: number;
  readonly title: string;
}

/** More are no outline. */
export const mostEntries = 60;
/** Fewer Parts and Items are mentions of some, not the order of a filing. */
const fewestItems = 3;
const longestTitle = 160;
const partOf = /^part\s+([ivx]+)\b/i;
/** Current reports number theirs 5.02. */
const itemOf = /^item\s*(\d+(?:\.\d+)?[a-c]?)\b/i;
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
 * The Parts and Items of a filing; where there are none, or few, the headings with most text below them,
 * without those of its cover. A table of contents names each one before, so the last heading of a name
 * counts.
 *
 * @param blocks of the whole document
 * @param events the block of each event that has one
 */
export function outlineOf(
  headings: readonly Heading[],
  blocks: number,
  events: readonly number[],
): OutlineEntry[] {
  const items = lastOfEach(headings.filter(({ title }) => partOf.test(title) || itemOf.test(title)));
  const chosen = items.length >= fewestItems ? items : weightiest(withoutCover(headings), blocks);
  const hasParts = items.length >= fewestItems && chosen.some(({ title }) => partOf.test(title));
  const shown = chosen.slice(0, mostEntries);
  return shown.map(({ block, title }, index) => {
    const end = shown[index + 1]?.block ?? blocks;
    return {
      block,
      title: title.trim().replace(/\s+/g, ' ').slice(0, longestTitle),
      level: hasParts && itemOf.test(title) ? 1 : 0,
      events: events.filter((at) => at >= block && at < end).length,
    };
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
