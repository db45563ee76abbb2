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
  /** 1, 1e3, 1e6, 1e9 or 1e12; null where no word says. */
  readonly scale: number | null;
  readonly unit: 'percent' | 'basis-points' | 'currency' | null;
  /** `$`, `€`, `£`, `¥` …; null where none is written. */
  readonly currency: string | null;
  /** Digits behind the point, for each reading. */
  readonly decimals: readonly number[];
  /** Four digits that are most likely a year. */
  readonly isYear: boolean;
}

const currencies: Readonly<Record<string, string>> = {
  $: '$',
  us$: '$',
  usd: '$',
  dollar: '$',
  '€': '€',
  eur: '€',
  euro: '€',
  '£': '£',
  gbp: '£',
  pound: '£',
  '¥': '¥',
  jpy: '¥',
  yen: '¥',
  chf: 'chf',
};
const scales: readonly (readonly [words: RegExp, factor: number])[] = [
  [/^(?:thousand|tausend|tsd\.?|k)$/i, 1e3],
  [/^(?:millions?|millionen|mn|mio\.?|mm|m)$/i, 1e6],
  [/^(?:billions?|bn|milliarden?|mrd\.?|b)$/i, 1e9],
  [/^(?:trillions?|tn|billionen)$/i, 1e12],
];
/** Numbers in words, which count where a unit or a scale follows: “five percent”. */
const inWords: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'zero null',
    'one eine ein',
    'two zwei',
    'three drei',
    'four vier',
    'five fünf',
    'six sechs',
    'seven sieben',
    'eight acht',
    'nine neun',
    'ten zehn',
    'eleven elf',
    'twelve zwölf',
  ].flatMap((words, value) => words.split(' ').map((word) => [word, value])),
);

const figures = String.raw`\d+(?:[.,'’\u00a0\u202f ]\d{3})*(?:[.,]\d+)?`;
const money = String.raw`(?:US\$|USD|EUR|GBP|JPY|CHF|[$€£¥])`;
const moneyWord = String.raw`(?:[\s\u00a0-]*(?:(?:US|U\.S\.)\s)?(?:dollars?|euros?|pounds?|yen)\b)`;
const scaleWord = String.raw`(?:[\s\u00a0-]*(?:thousand\b|tausend\b|tsd\b\.?|millions?\b|millionen\b|mn\b|mio\b\.?|billions?\b|bn\b|milliarden?\b|mrd\b\.?|trillions?\b|tn\b|billionen\b)|(?:mm|[kmb])\b)`;
const percent = String.raw`[\s\u00a0-]*(?:\|\s*)?(?:%|per\s?cent\b|percentage[\s-]+points?\b|prozent(?:punkte)?\b|pp\b)`;
const points = String.raw`[\s\u00a0-]*(?:bps?\b|basis[\s-]+points?\b|basispunkte?\b)`;
const words = String.raw`(?<![\p{L}\p{N}-])(?:${Object.keys(inWords).join('|')})(?=${scaleWord}|${percent}|${points})`;
/** Between a sign and its figure a table may have the edge of a cell. */
const written = new RegExp(
  String.raw`(?:(\()\s*)?([-+\u2212\u2013])?(?:(${money})\s*(?:\|\s*)?)?([-+\u2212\u2013])?(\()?(${figures}|${words})` +
    String.raw`(${scaleWord})?(?:(${percent})|(${points})|(?:\s*(${money}))|(${moneyWord}))?` +
    String.raw`(?:\s*(?:\|\s*)?(\))(${scaleWord}|${percent})?)?`,
  'giu',
);
/** A letter, or a hyphen after one, before a number makes it a name: Q3, COVID-19, FY24. */
const named = /(?:[\p{L}\p{N}_][-\u2010\u2011]?|\d[.:/])$/u;
/** So does one behind it, as in 10-K, 3rd and 5G; a 12-month term and a 5-fold rise are counted. */
const goesOn = /^(?:\p{L}|[-\u2010\u2011](?!\p{Ll}{3})\p{L}|[.:/]\d)/u;
const times = /^(?:x|fach)\b/u;
/** Whole names and their short forms: more begins so, as in "declined", "margin" and "separate". */
const month =
  String.raw`(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|apr(?:il)?|may|mai|june?|juni|july?|juli|` +
  String.raw`aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)(?!\p{L})\.?`;
/** What goes on like this behind a number is a claim, and neither a day nor a place. */
const noClaim = String.raw`(?!\d|[.,]\d|${percent}|${points}|${scaleWord}|[\s\u00a0]*${money})`;
/** Not numbers that a document says: days, and where something stands. */
const notSaid = new RegExp(
  [
    String.raw`\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?`,
    String.raw`\b\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}\b`,
    String.raw`\b\d{1,2}/\d{1,2}/\d{2,4}\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?\.?\s+${month}(?:,?\s+\d{4})?\b`,
    String.raw`\b${month}\s+\d{1,2}(?:st|nd|rd|th)?\b${noClaim}(?:,?\s+\d{4})?`,
    String.raw`(?<![\p{L}\p{N}'’])(?:(?:pp?|pages?|seiten?|notes?|anm|items?|sections?|abschnitt|kapitel|chapters?|tables?|tabelle|figures?|abb|fig)\.?|s\.)[\s\u00a0]*\d+(?:[.\u2013-]\d+)*${noClaim}`,
    String.raw`§+\s*\d[\d.]*`,
    String.raw`\[\^?\d+\]`,
  ].join('|'),
  'giu',
);
/** Characters before a number that tell whether it is a name or a range. */
const ahead = 8;

/**
 * Numbers of a text, without days, page numbers and those in names. What may be read in two ways is read in
 * both, unless its language is told by its words and other figures, or else by what surrounds it.
 */
export function numbersIn(text: string, around = ''): WrittenNumber[] {
  const plain = text.replace(notSaid, (part) => ' '.repeat(part.length));
  const decimal = decimalSignOf(text) ?? decimalSignOf(around);
  return asRanges(
    plain,
    [...plain.matchAll(written)].flatMap((match) => numberOf(text, plain, match, decimal)),
  );
}

function numberOf(
  text: string,
  plain: string,
  match: RegExpExecArray,
  decimal: '.' | ',' | null,
): WrittenNumber[] {
  const [, open, sign, before, inner, opened, figure = '', within, share, inPoints, after, word] = match;
  const [close, outside] = match.slice(12);
  const start = plain.slice(Math.max(0, match.index - ahead), match.index);
  const end = match.index + match[0].length;
  const isOutsideShare = outside !== undefined && scaleOf(outside) === null;
  const [scaled, ofHundred] = [within ?? outside, share ?? (isOutsideShare ? outside : undefined)];
  const isSigned = sign ?? inner;
  // Between two numbers a dash is no sign.
  const isRange = isSigned !== undefined && /[\d%]\s*$/u.test(start);
  const isName =
    open === undefined && before === undefined && !isRange && named.test(`${start}${sign ?? ''}`);
  const hasUnit = scaled ?? ofHundred ?? inPoints ?? after ?? word;
  const behind = plain.slice(end, end + ahead);
  const isCounted = times.test(behind) || !goesOn.test(behind);
  if (isName || (hasUnit === undefined && close === undefined && !isCounted)) return [];
  // In brackets it is negative, as accountants write it; a year in them is a year.
  const isAccounted = (open ?? opened) !== undefined && close !== undefined;
  const isYear =
    /^(?:19|20)\d\d$/.test(figure) && [before, after, word, scaled, ofHundred].every((one) => !one);
  const isNegative = (isAccounted && !isYear) || (isSigned !== undefined && isSigned !== '+' && !isRange);
  const values = readingsOf(figure, decimal);
  const currency = before ?? after ?? word;
  const from = match.index + (isRange ? (sign ?? '').length : 0);
  return [
    {
      text: text.slice(from, end),
      from,
      to: end,
      readings: values.map(({ value }) => (isNegative ? -value : value)),
      decimals: values.map(({ decimals }) => decimals),
      scale: scaleOf(scaled),
      unit:
        ofHundred !== undefined
          ? 'percent'
          : inPoints !== undefined
            ? 'basis-points'
            : currency === undefined
              ? null
              : 'currency',
      currency: currency === undefined ? null : currencyOf(currency),
      isYear,
    },
  ];
}

/** In “5 to 7%” and “$5–7 million” both are of the unit and the scale that one of them has. */
function asRanges(plain: string, numbers: readonly WrittenNumber[]): WrittenNumber[] {
  return numbers.map((one, index) => {
    const next = numbers[index + 1];
    if (next === undefined || one.scale !== null || one.isYear || next.isYear) return one;
    const between = plain.slice(one.to, next.from);
    const isRange = /^\s*(?:[-\u2013\u2014]|to|bis)?\s*$/iu.test(between) && between !== '';
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

function currencyOf(written: string): string | null {
  const plain = written.toLowerCase().replace(/[\s\u00a0-]/gu, '');
  return currencies[plain] ?? currencies[plain.replace(/^u\.?s\.?/u, '').replace(/s$/u, '')] ?? null;
}

/** Currencies that a text names, be it beside a number or not. */
export function currenciesIn(text: string): Set<string> {
  const found = text.match(new RegExp(String.raw`${money}|\b(?:dollars?|euros?|pounds?|yen)\b`, 'giu')) ?? [];
  return new Set(found.flatMap((one) => currencyOf(one) ?? []));
}

function scaleOf(word: string | undefined): number | null {
  const plain = word?.replace(/^[\s\u00a0-]+|\s+$/gu, '');
  if (plain === undefined || plain === '') return null;
  return scales.find(([names]) => names.test(plain))?.[1] ?? null;
}

const english =
  /\b(?:the|of|and|was|were|by|from|to|per\s?cent|millions?|billions?|thousands|except|which|are|is|for|with)\b/iu;
const german = /\b(?:der|die|das|und|von|um|auf|wurde|war|prozent|mio|mrd|millionen|milliarden?|umsatz)\b/iu;

/** Figures that can be read in one way alone: 12.5, 1,234.5 and 1,234,567, or 12,5, 1.234,5 and 1.234.567. */
const decimalPoint = /(?<![\d.,])\d{1,3}(?:,\d{3})*\.\d{1,2}(?![\d.,]*\d)|\d,\d{3},\d{3}(?!\d)/u;
const decimalComma = /(?<![\d.,])\d{1,3}(?:\.\d{3})*,\d{1,2}(?![\d.,]*\d)|\d\.\d{3}\.\d{3}(?!\d)/u;

/** The sign before decimals, where the words around tell the language; null where they may be either. */
function decimalSignOf(text: string): '.' | ',' | null {
  const [isPoint, isComma] = [decimalPoint, decimalComma].map((form) => form.test(text));
  if (isPoint !== isComma) return isPoint ? '.' : ',';
  const [isEnglish, isGerman] = [english.test(text), german.test(text)];
  return isEnglish === isGerman ? null : isEnglish ? '.' : ',';
}

/** `1,234.5`, `1.234,5`, `1 234` and `12,5`; a single sign before three digits may be either. */
function readingsOf(figure: string, decimal: '.' | ',' | null): { value: number; decimals: number }[] {
  const spelt = inWords[figure.toLowerCase()];
  if (spelt !== undefined) return [{ value: spelt, decimals: 0 }];
  const plain = figure.replace(/['’\u00a0\u202f ]/g, '');
  const read = (sign: '.' | ',' | '') => {
    const group = sign === '' ? /[.,]/g : sign === '.' ? /,/g : /\./g;
    const text = plain.replace(group, '').replace(',', '.');
    return { value: Number(text), decimals: text.includes('.') ? text.length - text.indexOf('.') - 1 : 0 };
  };
  const marks = [...plain.matchAll(/[.,]/g)].map(([mark]) => mark as '.' | ',');
  const last = marks.at(-1);
  if (last === undefined) return [read('')];
  const tail = plain.length - plain.lastIndexOf(last) - 1;
  const isOne = marks.length === 1;
  if (!isOne) return [marks.every((mark) => mark === last) ? read('') : read(last)];
  const head = plain.indexOf(last);
  if (tail !== 3 || head > 3 || plain.startsWith('0')) return [read(last)];
  if (decimal !== null) return [last === decimal ? read(last) : read('')];
  return [read(''), read(last)];
}
