import { foldText } from '../anchor/fold.ts';

/** A number as it is written in a text. */
export interface WrittenNumber {
  readonly text: string;
  /** Its place in the text; `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** Its digits and separators, folded as quotes are. Spaces between thousands are dropped. */
  readonly folded: string;
  /** Four digits, such as 2024, without a currency or percent sign. */
  readonly isYear: boolean;
}

/** Spaces between thousands. */
const space = '[ \\u00a0\\u2007\\u2009\\u202f]';
/** Signs between the digits of one number: `1,234.5`, `1’234`, `3:1`, `2023/24`. */
const separator = "[.,:/'\\u2019]";
/** Raised digits and fractions (`\p{No}`) stay part of the number: `10²` and `10½` are not `10`. */
const number = new RegExp(
  `(?:(?<![\\p{L}\\p{N}.])\\.)?` +
    `(?:\\p{Nd}{1,3}(?:${space}\\p{Nd}{3})+(?!\\p{Nd})|\\p{Nd}+)(?:${separator}\\p{Nd}+)*\\p{No}*|\\p{No}+`,
  'gu',
);

/** Text before a number that makes it part of a word: Q3, COVID-19, FY’24. */
const wordBefore = /[\p{L}\p{M}_][-\u2010\u2011'\u2019]?$/u;
/** Text after a number that makes it part of a word: 10-K and 4Q24, but not 5bn, 3rd or 12-month. */
const wordAfter = /^(?:[-\u2010\u2011](?!\p{Ll}{3})\p{L}|(?!\p{Ll}+(?![\p{L}\p{N}]))\p{L}|_)/u;
const currency = /\p{Sc}[ \u00a0]?$/u;
const currencyOrPercent = /^[ \u00a0]?[%‰\p{Sc}]/u;
/** Characters beside a number that decide. */
const looked = 24;

const places =
  '[Pp]p?|[Pp]ages?|Seiten?|Notes?|Anm|Items?|Sections?|Abschnitt|Chapters?|Kapitel|Tables?|Tabelle|Figures?|Fig|Abb';
/** References to a place, which are not claims: `p. 5`, `S. 3–4`, `Item 7`, `§ 12` and `[1]`. */
const reference = new RegExp(
  [
    `(?<![\\p{L}\\p{N}'’.&])(?:(?:${places})\\.?|[Ss]\\.)\\s?\\d+(?:[.–-]\\d+)*(?![\\p{N}%]|[.,]\\d|\\s[%\\p{Sc}])`,
    '§{1,2}\\s?\\d[\\d.]*',
    '\\[\\^?\\d{1,3}\\](?!%)',
  ].join('|'),
  'gu',
);

/** A text with blanks in place of its references, so that positions stay. */
export function withoutReferences(text: string): string {
  return text.replace(reference, (found) => ' '.repeat(found.length));
}

/** The numbers of a text, without digits inside words and references to a place in a document. */
export function numbersIn(text: string): WrittenNumber[] {
  const plain = withoutReferences(text);
  return [...plain.matchAll(number)].flatMap(({ 0: found, index: from }) => {
    const to = from + found.length;
    const before = plain.slice(Math.max(0, from - 2), from);
    const after = plain.slice(to, to + looked);
    const isMoney = currency.test(before);
    if (wordBefore.test(before) || (wordAfter.test(after) && !isMoney)) return [];
    const isYear = /^(?:19|20)\d\d$/u.test(found) && !isMoney && !currencyOrPercent.test(after);
    // Folding would turn `10²` into `102`.
    const folded = found.replace(/\P{No}+/gu, (part) => foldText(part).folded);
    return [{ text: found, from, to, folded, isYear }];
  });
}
