import { anchorText } from '../anchor/anchor-text.ts';
import { enoughWork } from '../anchor/find-all.ts';
import { findPassage } from '../anchor/find-passage.ts';
import { foldText } from '../anchor/fold.ts';
import { openAnnotated } from '../annotated/open-annotated.ts';
import { publishedAt } from '../annotated/published-at.ts';
import { stringOf } from '../annotated/tape/read.ts';
import type { Tape } from '../annotated/tape/tape.ts';
import { mostQuoted } from './citation.ts';
import { findParts } from './find-parts.ts';
import type { QuotePart } from './quote-parts.ts';
import { isSameWords } from './same-words.ts';
import { type BlockPlace, type Range, type WholeText, wholeText } from './whole-text.ts';

/** A passage that is looked for in a document. */
export interface WantedPassage {
  /**
   * What is quoted somewhere: it has to be the same, word by word. Then its words are these, and `quote` is
   * not looked at.
   */
  readonly parts?: readonly QuotePart[] | undefined;
  /** Null takes whatever stands at the place. */
  readonly quote: string | null;
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  /** Where it began in the whole text. */
  readonly position?: number | null | undefined;
  /** Where it is said to stand. */
  readonly place?: BlockPlace | null | undefined;
  /** Words, or how they begin, whose place is the one that is meant, whatever stands at `place` by now. */
  readonly beside?: string | null | undefined;
  /** The page it is said to stand on; not looked at where words or a place say more. */
  readonly page?: number | null | undefined;
}

/** Where it stands, and what is kept of that. */
export interface FoundPassage {
  readonly kind: 'exact' | 'approximate';
  /** Whether it is where it was said to be; null where that cannot be told, as of a page without a number. */
  readonly isThere: boolean | null;
  /** Whether its words are those that were looked for, but for line ends, forms of signs and the like. */
  readonly isSame: boolean;
  readonly quote: string;
  /** The words of each part, where it has several. */
  readonly pieces: readonly string[];
  /** What stands before and after it. */
  readonly prefix: string;
  readonly suffix: string;
  readonly position: number;
  readonly place: BlockPlace;
  /** The whole sentences that it is in; what is too long ends in an ellipsis. */
  readonly sentence: string;
  readonly isCut: boolean;
  readonly section: string | null;
  readonly page: number | null;
}

export interface DocumentPassages {
  readonly title: string | null;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number | null;
  /** For each that was wanted; null where it stands nowhere. */
  readonly found: readonly (FoundPassage | null)[];
}

/** Characters of what stands before and after a passage: enough to tell two places of the same words. */
export const contextLength = 64;
/** Of the sentences around it: no shorter than what may be quoted. */
const longestSentence = mostQuoted;
const longestTitle = 500;

/** Finds passages in an annotated document, each at its own place first. */
export function findPassages(tape: Tape, wanted: readonly WantedPassage[]): DocumentPassages {
  const annotated = openAnnotated(tape);
  const whole = wholeText(tape, annotated);
  const { title, root } = annotated.sections;
  return {
    title: title < 0 ? null : (stringOf(tape, title) ?? '').slice(0, longestTitle).toWellFormed() || null,
    publishedAt: publishedAt(tape, root),
    found: wanted.map((one) => findOne(whole, one)),
  };
}

function findOne(whole: WholeText, wanted: WantedPassage): FoundPassage | null {
  const { quote, prefix, suffix, place, position } = wanted;
  const named = place == null ? null : whole.rangeOf(place);
  if (wanted.parts !== undefined) return findQuote(whole, wanted.parts, meantBy(whole, wanted, named));
  if (quote === null) return named === null ? null : describe(whole, named, 'exact', true, true);
  const folded = foldText(quote).folded;
  const isQuote = ({ from, to }: Range) => isSameWords(whole.text.slice(from, to), quote);
  if (named !== null && isQuote(named)) return describe(whole, named, 'exact', true, true);
  const inside = named === null ? null : withinPlace(whole, named, folded);
  if (inside !== null) return describe(whole, inside, 'exact', true, true);
  const near = position ?? named?.from;
  const found = findPassage(whole.anchor(), {
    quote,
    ...(prefix === undefined ? {} : { prefix }),
    ...(suffix === undefined ? {} : { suffix }),
    ...(near == null ? {} : { position: near }),
  });
  if (found.kind === 'none') return null;
  const isThere = place == null ? isOnPage(whole, wanted, found) : named !== null && isAmong(found, [named]);
  return describe(whole, found, found.kind, isThere, isQuote(found));
}

/** Where something is said to stand. */
interface Meant {
  /** Whole sentences; of several any will do. */
  readonly at: readonly Range[];
  /** Null where the document does not say enough to tell. */
  readonly isThere: boolean | null;
}

/** Places of the words of a link that are tried. */
const mostMeant = 200;

/** What a link means that names a passage: by its place and words, else by its words, else by its page. */
function meantBy(whole: WholeText, { place, beside, page }: WantedPassage, named: Range | null): Meant {
  const folded = foldText(beside ?? '').folded;
  if (folded !== '' && (named === null || withinPlace(whole, named, folded) === null)) {
    const { at } = whole.anchor().lookup(folded, mostMeant, enoughWork());
    const found = at
      .map((one) => whole.anchor().placeOf('exact', one, one + folded.length))
      .filter((range) => isOnPage(whole, { page }, range));
    // At a place that has other words by now, nothing stands where it was said to.
    const isThere = place == null && found.length > 0;
    return { at: found.map((range) => whole.sentencesAround(range)), isThere };
  }
  if (place != null)
    return { at: named === null ? [] : [whole.sentencesAround(named)], isThere: named !== null };
  if (page == null) return { at: [], isThere: true };
  const pages = whole.onPage(page);
  return { at: pages ?? [], isThere: pages === null ? null : pages.length > 0 };
}

/** Whether a range stands on the page that is said, as far as the document numbers them. */
function isOnPage(whole: WholeText, { page }: Pick<WantedPassage, 'page'>, range: Range): boolean {
  const pages = page == null ? null : whole.onPage(page);
  return pages === null || isAmong(range, pages);
}

const isAmong = (range: Range, ranges: readonly Range[]) =>
  ranges.some(({ from, to }) => range.from < to && range.to > from);

/** What is quoted, at the place that is named, in its sentences, or elsewhere. */
function findQuote(whole: WholeText, parts: readonly QuotePart[], meant: Meant): FoundPassage | null {
  const found = findParts(whole, parts, meant.at);
  if (found === null) return null;
  const { range, isSame, pieces } = found;
  const isThere = (meant.at.length === 0 || isAmong(range, meant.at)) && meant.isThere;
  const passage = describe(whole, range, isSame ? 'exact' : 'approximate', isThere, isSame);
  return passage && { ...passage, pieces: pieces.map(({ from, to }) => whole.text.slice(from, to)) };
}

/** Some words of the passage that is named, or of its sentence; null where they are not in it. */
function withinPlace(whole: WholeText, named: Range, folded: string): Range | null {
  if (folded === '') return null;
  for (const { from, to } of [named, whole.sentencesAround(named)]) {
    const part = anchorText(whole.text.slice(from, to));
    const [at] = part.lookup(folded, 1, enoughWork(), (one) => part.isWhole(one, one + folded.length)).at;
    if (at === undefined) continue;
    const place = part.placeOf('exact', at, at + folded.length);
    return { from: from + place.from, to: from + place.to };
  }
  return null;
}

function describe(
  whole: WholeText,
  range: Range,
  kind: FoundPassage['kind'],
  isThere: boolean | null,
  isSame: boolean,
): FoundPassage | null {
  const { text } = whole;
  const place = whole.placeOf(range);
  if (place === null) return null;
  const around = whole.sentencesAround(range);
  const isCut = around.to - around.from > longestSentence;
  // What is quoted is in it, wherever its sentence begins.
  const from = isCut && range.to > around.from + longestSentence ? range.from : around.from;
  const sentence = text
    .slice(from, Math.min(around.to, from + longestSentence))
    .trim()
    .toWellFormed();
  const quote = text.slice(range.from, range.to).toWellFormed();
  return {
    kind,
    isThere,
    isSame,
    quote,
    pieces: [quote],
    prefix: text.slice(Math.max(0, range.from - contextLength), range.from).toWellFormed(),
    suffix: text.slice(range.to, range.to + contextLength).toWellFormed(),
    position: range.from,
    place,
    sentence: isCut ? `${sentence.replace(/\s+\S*$/u, '')} …` : sentence,
    isCut,
    section: whole.headingAt(range.from),
    page: whole.pageAt(range.from),
  };
}
