import { anchorText } from '../anchor/anchor-text.ts';
import { enoughWork } from '../anchor/find-all.ts';
import { findPassage } from '../anchor/find-passage.ts';
import { foldText } from '../anchor/fold.ts';
import { openAnnotated } from '../annotated/open-annotated.ts';
import { publishedAt } from '../annotated/published-at.ts';
import { stringOf } from '../annotated/tape/read.ts';
import type { Tape } from '../annotated/tape/tape.ts';
import { type BlockPlace, type Range, type WholeText, wholeText } from './whole-text.ts';

/** A passage that is looked for in a document. */
export interface WantedPassage {
  /** Null takes whatever stands at the place. */
  readonly quote: string | null;
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  /** Where it began in the whole text. */
  readonly position?: number | null | undefined;
  /** Where it is said to stand. */
  readonly place?: BlockPlace | null | undefined;
}

/** Where it stands, and what is kept of that. */
export interface FoundPassage {
  readonly kind: 'exact' | 'approximate';
  /** Whether it is where it was said to be. */
  readonly isThere: boolean;
  /** Whether its words are those that were looked for, but for white space and the like. */
  readonly isSame: boolean;
  readonly quote: string;
  /** What stands before and after it. */
  readonly prefix: string;
  readonly suffix: string;
  readonly position: number;
  readonly place: BlockPlace;
  /** The whole sentences that it is in. */
  readonly sentence: string;
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
/** Of the sentences around it. */
const longestSentence = 4_000;
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
  if (quote === null) return named === null ? null : describe(whole, named, 'exact', true, true);
  const folded = foldText(quote).folded;
  const isQuote = ({ from, to }: Range) => {
    const text = whole.text.slice(from, to);
    // Of signs alone, as a bullet, nothing is left to compare.
    return folded === '' ? text.trim() === quote.trim() : foldText(text).folded === folded;
  };
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
  const isThere = named !== null && found.from < named.to && found.to > named.from;
  return describe(whole, found, found.kind, isThere, isQuote(found));
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
  isThere: boolean,
  isSame: boolean,
): FoundPassage | null {
  const { text } = whole;
  const place = whole.placeOf(range);
  if (place === null) return null;
  const around = whole.sentencesAround(range);
  const sentence = text.slice(around.from, Math.min(around.to, around.from + longestSentence));
  return {
    kind,
    isThere,
    isSame,
    quote: text.slice(range.from, range.to).toWellFormed(),
    prefix: text.slice(Math.max(0, range.from - contextLength), range.from).toWellFormed(),
    suffix: text.slice(range.to, range.to + contextLength).toWellFormed(),
    position: range.from,
    place,
    sentence: sentence.trim().toWellFormed(),
    section: whole.headingAt(range.from),
    page: whole.pageAt(range.from),
  };
}
