import { numberWords, valueOfWords } from './number-words.ts';
import { decimalSignOf, figures, readingsOf } from './read-figure.ts';
import {
  currencyOf,
  money,
  moneyWord,
  ofHundred,
  percent,
  points,
  scaleOf,
  scaleWord,
} from './units-and-scales.ts';
import { periodsIn } from './written-periods.ts';

/** A number as it is written in a sentence or a table. */
export interface WrittenNumber {
  /** As it stands there, with its sign and unit. */
  readonly text: string;
  /** Where that stands. */
  readonly from: number;
  readonly to: number;
  /**
   * What it may mean: `1.234` is one and a bit in English and over a thousand in German. Without its scale.
   */
  readonly readings: readonly number[];
  /** What it means where the raised digits behind it are no power and lead to a note: `5,000²`; else none. */
  readonly noted: readonly number[];
  /** 1e-2, 1, 1e3, 1e6, 1e9 or 1e12, and those of India; null where no word says. */
  readonly scale: number | null;
  /** `points` are of a hundred, too, and another thing than a share. */
  readonly unit: 'percent' | 'points' | 'basis-points' | 'currency' | 'ratio' | null;
  /** `$`, `€`, `£`, `¥` …; null where none is written. */
  readonly currency: string | null;
  /** Digits behind the point, for each reading. */
  readonly decimals: readonly number[];
  /** Four digits that are most likely a year. */
  readonly isYear: boolean;
  /** Written in words, without a unit or a scale: “thirteen stores”. */
  readonly isWord: boolean;
  /** The word that it counts, as far as one follows: `store`. */
  readonly noun: string | null;
}

const raised = '[\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u207b]+|\\^[-\u2212]?\\d+';
const words = String.raw`(?<![\p{L}\p{N}-])${numberWords}`;
/** Between a sign and its figure a table may have the edge of a cell. */
const written = new RegExp(
  String.raw`(?:(?<open>\()\s*)?(?<sign>[-+\u2212\u2013])?(?:(?<before>${money})\s*(?:\|\s*)?)?` +
    String.raw`(?<inner>[-+\u2212\u2013])?(?<opened>\()?(?<figure>${figures}|${words})(?<raised>${raised})?` +
    `(?<within>${scaleWord})?(?:(?<points>${ofHundred})|(?<share>${percent})|(?<basis>${points})|` +
    String.raw`(?:\s*(?<after>${money}))|(?<word>${moneyWord}))?` +
    String.raw`(?:\s*(?:\|\s*)?(?<close>\))(?<outside>${scaleWord}|${percent})?)?`,
  'giu',
);
/** `3:1` and `3-for-1`. */
const ratios =
  /(?<![\p{L}\p{N}.,:])(\d{1,4}(?:\.\d+)?)(?::|-(?:for|to|zu)-)(\d{1,4}(?:\.\d+)?)(?![\p{N}:])/giu;
/** A letter, or a hyphen after one, before a number makes it a name: Q3, COVID-19, FY24. */
const named = /(?:[\p{L}\p{N}_][-\u2010\u2011]?|\d[.:/])$/u;
/** So does one behind it, as in 10-K, 3rd and 5G; a 12-month term and a 5-fold rise are counted. */
const goesOn = /^(?:\p{L}|[-\u2010\u2011](?!\p{Ll}{3})\p{L}|[.:/]\d)/u;
const times = /^(?:x|fach)\b/u;
/** What goes on like this behind a number is a claim, and not a place. */
const noClaim = String.raw`(?!\d|[.,]\d|${percent}|${points}|${scaleWord}|[\s\u00a0]*${money})`;
/** Not numbers that a document says: where something stands. */
const notSaid = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}'’])(?:(?:pp?|pages?|seiten?|notes?|anm|items?|sections?|abschnitt|kapitel|chapters?|tables?|tabelle|figures?|abb|fig)\.?|s\.)[\s\u00a0]*\d+(?:[.\u2013-]\d+)*${noClaim}`,
    String.raw`(?<!§)§{1,2}\s*\d[\d.]*`,
    String.raw`\[\^?\d+\](?!${percent}|${scaleWord})`,
  ].join('|'),
  'giu',
);

/** Where a text names a page, a note or another place. */
export function placesNamed(text: string): { readonly from: number; readonly to: number }[] {
  return [...text.matchAll(notSaid)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));
}

/** Characters before a number that tell whether it is a name or a range. */
const ahead = 8;
/** Characters of the word that it counts. */
const longestNoun = 24;

/** What four digits count, which are then no year. */
const counted =
  /^(?:people|persons?|employees|staff|workers|jobs|positions|customers|clients|users|members|stores|shops|branches|locations|sites|units|pieces|shares|patients|vehicles|cars|homes|rooms|beds|hours|days|tons|tonnes|pages|million|mitarbeiter\w*|besch\u00e4ftigte\w*|personen|menschen|kunden|filialen|st\u00fcck|aktien|fahrzeuge|stunden|tage|tonnen)$/iu;
const amount =
  /(?:more than|fewer than|less than|approximately|nearly|roughly|as many as|a total of|employ(?:s|ed|ing)?|insgesamt|rund|etwa|knapp|mehr als|weniger als)\s*$/iu;
/** Words behind a number that are not what it counts. */
const noNoun =
  /^(?:with|from|were|this|that|than|then|over|which|when|while|where|compared|during|under|against|after|before|between|because|each|respectively|more|less|fewer|higher|lower|year|into|upon|only|also|have|been|will|would|could|should|they|their|there|said|both|versus|sowie|oder|nach|gegen|beim|sind|waren|wurde\w*|hat|haben|mehr|weniger|gegen\u00fcber|einschlie\u00dflich|including|excluding|through|until|since|about|million|billion|thousand)$/iu;

/**
 * Numbers of a text, without days, quarters, page numbers and those in names. What may be read in two ways is
 * read in both, unless its language is told by its words and other figures, or else by what surrounds it.
 */
export function numbersIn(text: string, around = ''): WrittenNumber[] {
  let plain = text.replace(notSaid, (part) => ' '.repeat(part.length));
  for (const { from, to } of periodsIn(plain)) plain = blanked(plain, from, to);
  const decimal = decimalSignOf(text) ?? decimalSignOf(around);
  const found: WrittenNumber[] = [];
  for (const { 0: ratio, 1: left, 2: right, index } of plain.matchAll(ratios)) {
    // A time of day, as 10:00, is compared as it is written.
    if (Number(right) === 0) continue;
    const [from, to] = [index, index + ratio.length];
    plain = blanked(plain, from, to);
    const readings = [Number(left) / Number(right)];
    found.push({ ...bare, text: text.slice(from, to), from, to, readings, unit: 'ratio' });
  }
  const others = [...plain.matchAll(written)].flatMap((match) => numberOf(text, plain, match, decimal));
  if (found.length === 0) return asRanges(plain, others);
  return asRanges(
    plain,
    [...found, ...others].toSorted((one, other) => one.from - other.from),
  );
}

const bare = {
  noted: [],
  scale: null,
  currency: null,
  decimals: [0],
  isYear: false,
  isWord: false,
  noun: null,
} as const;

const blanked = (text: string, from: number, to: number) =>
  text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);

function numberOf(
  text: string,
  plain: string,
  match: RegExpExecArray,
  decimal: '.' | ',' | null,
): WrittenNumber[] {
  const { open, sign, before, inner, opened, figure = '', raised: power, ...behindIt } = match.groups ?? {};
  const { within, share, points: ofPoints, basis, after, word, close, outside } = behindIt;
  const start = plain.slice(Math.max(0, match.index - ahead), match.index);
  const end = match.index + match[0].length;
  const isOutsideShare = outside !== undefined && scaleOf(outside) === null;
  const [scaled, isShare] = [within ?? outside, share ?? (isOutsideShare ? outside : undefined)];
  const isSigned = sign ?? inner;
  // Between two numbers a dash is no sign.
  const isRange = isSigned !== undefined && /[\d%]\s*$/u.test(start);
  const isName =
    open === undefined && before === undefined && !isRange && named.test(`${start}${sign ?? ''}`);
  const hasUnit = scaled ?? isShare ?? ofPoints ?? basis ?? after ?? word;
  const behind = plain.slice(end, end + longestNoun);
  const isCounted = times.test(behind) || !goesOn.test(behind);
  if (isName || (hasUnit === undefined && close === undefined && !isCounted)) return [];
  const spelt = valueOfWords(figure);
  const isWord = spelt !== undefined && hasUnit === undefined && before === undefined;
  if (isWord && (spelt === 0 || spelt === 1 || isProper(figure, plain.slice(0, match.index)))) return [];
  // In brackets it is negative, as accountants write it; a year in them is a year.
  const isAccounted = (open ?? opened) !== undefined && close !== undefined;
  const noun = nounOf(behind);
  const isYear =
    /^(?:19|20)\d\d$/.test(figure) &&
    [before, after, word, scaled, isShare, ofPoints, basis, power].every((one) => !one) &&
    !counted.test(/^[\s\u00a0]*(\p{L}+)/u.exec(behind)?.[1] ?? '') &&
    !amount.test(plain.slice(Math.max(0, match.index - longestNoun), match.index));
  const isNegative = (isAccounted && !isYear) || (isSigned !== undefined && isSigned !== '+' && !isRange);
  const values = spelt === undefined ? readingsOf(figure, decimal) : [{ value: spelt, decimals: 0 }];
  const signed = values.map(({ value }) => (isNegative ? -value : value));
  const exponent = power === undefined ? null : exponentOf(power);
  const currency = before ?? after ?? word;
  const from = match.index + (isRange ? (sign ?? '').length : 0);
  const scale = scaleOf(scaled);
  return [
    {
      text: text.slice(from, end),
      from,
      to: end,
      readings: exponent === null ? signed : signed.map((value) => value ** exponent),
      noted: exponent === null ? [] : signed,
      decimals: values.map(({ decimals }) => decimals),
      scale,
      unit:
        ofPoints !== undefined
          ? 'points'
          : isShare !== undefined
            ? 'percent'
            : basis !== undefined
              ? 'basis-points'
              : currency === undefined && scale !== 1e-2
                ? null
                : 'currency',
      currency: currency === undefined ? null : currencyOf(currency),
      isYear,
      isWord,
      noun: hasUnit === undefined && before === undefined ? noun : null,
    },
  ];
}

/** “Big Four”: within a sentence a number with a capital letter is of a name. */
function isProper(words: string, before: string): boolean {
  return /^\p{Lu}/u.test(words) && /[\p{L}\p{N},]\s*$/u.test(before);
}

const sups = '⁰¹²³⁴⁵⁶⁷⁸⁹';
function exponentOf(power: string): number {
  const plain = [...power].map((sign) => (sups.includes(sign) ? sups.indexOf(sign) : sign)).join('');
  return Number(plain.replace('^', '').replace(/[\u2212\u207b]/u, '-'));
}

/** Letters of a word that may be what is counted. */
export const leastNoun = 4;
const behindNumber = new RegExp(String.raw`^[\s\u00a0-]{1,2}(\p{L}{${leastNoun},})`, 'u');
/** Short forms of what is measured; `m` and `t` are too much else. */
const measures = new Set(
  'km mi kg mg lb lbs oz ft sq ha bbl boe kw mw gw tw kwh mwh gwh twh kb mb gb tb pb hz khz mhz ghz nm mm cm °c °f m² m³ km²'.split(
    ' ',
  ),
);
/** What a number counts: the word that follows it, in the singular as far as an s tells. */
function nounOf(behind: string): string | null {
  const [, measure = ''] = /^[\s\u00a0-]{0,2}([\p{L}°]{1,3}[²³]?)(?![\p{L}\p{N}])/u.exec(behind) ?? [];
  if (measures.has(measure.toLowerCase())) return measure.toLowerCase();
  const [, word = ''] = behindNumber.exec(behind) ?? [];
  if (word === '' || noNoun.test(word)) return null;
  return word.toLowerCase().replace(/s$/u, '');
}

/** In “5 to 7%” and “$5–7 million” both are of the unit and the scale that one of them has. */
function asRanges(plain: string, numbers: readonly WrittenNumber[]): WrittenNumber[] {
  return numbers.map((one, index) => {
    const next = numbers[index + 1];
    if (next === undefined || one.scale !== null || one.isYear || next.isYear) return one;
    const between = plain.slice(one.to, next.from);
    const isRange = /^(?:[-\u2013\u2014]|to|bis)?$/iu.test(between.trim()) && between !== '';
    const isOpen = one.unit === null || one.unit === next.unit || next.unit === null;
    if (!isRange || !isOpen || plain.slice(one.to, next.to).includes('|')) return one;
    return {
      ...one,
      unit: one.unit ?? next.unit,
      currency: one.currency ?? next.currency,
      scale: next.scale,
    };
  });
}
