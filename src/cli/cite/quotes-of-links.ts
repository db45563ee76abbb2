import type { Paragraph, ProseLink } from './prose.ts';
import type { Range } from './quotes-in.ts';
import { isOneThought, isTelling } from './sentences-of.ts';

/** Characters between a quote and its link. */
const farthest = 3_000;

/**
 * The quotes that each link of a paragraph stands for: all that lead up to it, or that it introduces. One
 * that stands between two links is of the one beside it; links that stand together stand for the same quotes.
 *
 * @param words the paragraph as `ownWords` makes it
 */
export function quotesOfLinks(
  { links }: Pick<Paragraph, 'links'>,
  quotes: readonly Range[],
  words: string,
): Map<ProseLink, Range[]> {
  const found = new Map<ProseLink, Range[]>(links.map((link) => [link, []]));
  const introduces = introducing(links, quotes, words);
  /** The last quote that was given to the link after it. */
  let given: { readonly quote: Range; readonly link: ProseLink } | undefined;
  let endedAt: ProseLink | undefined;
  let index = links.length;
  for (const quote of quotes.toReversed()) {
    while (index > 0 && (links[index - 1] as ProseLink).from >= quote.to) index -= 1;
    const next = links[index];
    const inside = linksIn(links, index, quote);
    if (inside.length > 0) {
      for (const link of inside) found.get(link)?.unshift(quote);
      continue;
    }
    const previous = links[index - 1];
    const end = given?.link === next && given !== undefined ? given.quote.from : next?.from;
    const isLeading =
      next !== undefined &&
      endedAt !== next &&
      isNear(quote.to, end) &&
      isOneThought(words.slice(quote.to, end));
    // Nothing before it leads up to that link either.
    if (!isLeading) endedAt = next;
    const isAfter =
      previous !== undefined &&
      isNear(previous.to, quote.from) &&
      !/[.!?]\s+\p{Lu}/u.test(words.slice(previous.to, quote.from));
    const isIntroduced = isAfter && introduces.has(previous);
    const isBeside = next !== undefined && isLeading && isBesideLink(words, quote, next);
    const link = isBeside
      ? next
      : isIntroduced
        ? previous
        : isLeading
          ? next
          : isAfter
            ? previous
            : undefined;
    if (link === undefined) continue;
    found.get(link)?.unshift(quote);
    if (link === next) given = { quote, link };
  }
  shareTogether(links, words, found);
  return found;
}

const isNear = (from: number, to = from) => to - from <= farthest;

/** Links that a quote stands in, or that have it in what they say. */
function linksIn(links: readonly ProseLink[], index: number, quote: Range): ProseLink[] {
  const inside: ProseLink[] = [];
  for (let at = index - 1; at >= 0; at--) {
    const link = links[at] as ProseLink;
    const isAround = quote.from <= link.from && link.to <= quote.to;
    const isWithin = link.from <= quote.from && quote.to <= link.to;
    if (isAround || isWithin) inside.push(link);
    else if (link.to <= quote.from) break;
  }
  return inside;
}

function isBesideLink(words: string, quote: Range, { from, to }: ProseLink): boolean {
  const between = words.slice(quote.to, from);
  return from === to || !/\p{L}/u.test(between) || /[([]$/u.test(between.slice(-20).trimEnd());
}

/** Links before which no quote stands that leads up to them: `As the report says: “…”`. */
function introducing(
  links: readonly ProseLink[],
  quotes: readonly Range[],
  words: string,
): ReadonlySet<ProseLink> {
  const found = new Set<ProseLink>();
  let index = 0;
  let lastEnd = 0;
  for (const [order, link] of links.entries()) {
    while (index < quotes.length && (quotes[index] as Range).to <= link.from) index += 1;
    const before = quotes[index - 1];
    const isLed =
      before !== undefined && before.from >= lastEnd && !isTelling(words.slice(before.to, link.from));
    const previous = links[order - 1];
    const isTaken = isLed && previous !== undefined && found.has(previous) && before.from >= previous.to;
    if (!isLed || isTaken) found.add(link);
    lastEnd = link.to;
  }
  return found;
}

function shareTogether(links: readonly ProseLink[], words: string, found: Map<ProseLink, Range[]>): void {
  for (let index = 1; index < links.length; index++) {
    const [first, second] = [links[index - 1] as ProseLink, links[index] as ProseLink];
    const between = words.slice(first.to, second.from);
    if (/[\p{L}\p{N}]/u.test(between.replace(/\b(?:and|und|or|oder|also|auch|see|siehe)\b/giu, ''))) continue;
    if (/[.!?]\s*\S/u.test(between.replace(/[)\]]/g, ''))) continue;
    if (found.get(second)?.length === 0) found.set(second, found.get(first) ?? []);
  }
}
