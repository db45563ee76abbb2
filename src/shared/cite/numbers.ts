/** A number as it is written in a sentence or a table. */
export interface WrittenNumber {
  /** As it stands there, with its sign and unit. */
  readonly text: string;
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
  '€': '€',
  eur: '€',
  '£': '£',
  gbp: '£',
  '¥': '¥',
  jpy: '¥',
  chf: 'chf',
};
const scales: readonly (readonly [words: RegExp, factor: number])[] = [
  [/^(?:thousand|tausend|tsd\.?|k)$/i, 1e3],
  [/^(?:millions?|millionen|mn|mio\.?|mm|m)$/i, 1e6],
  [/^(?:billions?|bn|milliarden?|mrd\.?|b)$/i, 1e9],
  [/^(?:trillions?|tn|billionen)$/i, 1e12],
];

const digits = String.raw`\d+(?:[.,'’\u00a0\u202f ]\d{3})*(?:[.,]\d+)?`;
const money = String.raw`(?:US\$|USD|EUR|GBP|JPY|CHF|[$€£¥])`;
const scaleWord = String.raw`(?:[\s\u00a0]*(?:thousand|tausend|tsd\b\.?|millions?\b|millionen\b|mn\b|mio\b\.?|billions?\b|bn\b|milliarden?\b|mrd\b\.?|trillions?\b|tn\b|billionen\b)|(?:mm|[kmb])\b)`;
const percent = String.raw`[\s\u00a0]*(?:%|per\s?cent\b|percentage\s+points?\b|prozent(?:punkte)?\b|pp\b)`;
const points = String.raw`[\s\u00a0]*(?:bps?\b|basis\s+points?\b|basispunkte?\b)`;
const written = new RegExp(
  String.raw`(?:(\()\s*)?([-+\u2212\u2013])?(?:(${money})\s*)?([-+\u2212\u2013])?(${digits})(${scaleWord})?` +
    String.raw`(?:(${percent})|(${points})|(?:\s*(${money})))?(?:\s*(\))(${scaleWord}|${percent})?)?`,
  'giu',
);
/** A letter, or a hyphen after one, before a number makes it a name: Q3, COVID-19, FY24. */
const named = /(?:[\p{L}\p{N}_][-\u2010\u2011]?|\d[.:/])$/u;
/** So does one behind it: 10-K, 3rd, 5G. */
const goesOn = /^(?:[-\u2010\u2011]?\p{L}|[.:/]\d)/u;
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

/**
 * Numbers of a text, without days, page numbers and those in names. What may be read in two ways is read in
 * both.
 */
export function numbersIn(text: string): WrittenNumber[] {
  const plain = text.replace(notSaid, (part) => ' '.repeat(part.length));
  return [...plain.matchAll(written)].flatMap((match) => {
    const [, open, sign, before, inner, figure = '', within, share, inPoints, after, close, outside] = match;
    const ahead = plain.slice(0, match.index);
    const behind = plain.slice(match.index + match[0].length);
    const isOutsideShare = outside !== undefined && scaleOf(outside) === null;
    const [scaled, ofHundred] = [within ?? outside, share ?? (isOutsideShare ? outside : undefined)];
    const isSigned = sign ?? inner;
    // Between two numbers a dash is no sign.
    const isRange = isSigned !== undefined && /[\d%]\s*$/u.test(ahead);
    const isName =
      open === undefined && before === undefined && !isRange && named.test(`${ahead}${sign ?? ''}`);
    const hasUnit = scaled ?? ofHundred ?? inPoints ?? after;
    if (isName || (hasUnit === undefined && close === undefined && goesOn.test(behind))) return [];
    // In brackets it is negative, as accountants write it; a year in them is a year.
    const isAccounted = open !== undefined && close !== undefined;
    const isYear = /^(?:19|20)\d\d$/.test(figure) && [before, after, scaled, ofHundred].every((one) => !one);
    const isNegative = (isAccounted && !isYear) || (isSigned !== undefined && isSigned !== '+' && !isRange);
    const values = readingsOf(figure);
    const currency = before ?? after;
    const from = match.index + (isRange ? (sign ?? '').length : 0);
    return [
      {
        text: text.slice(from, match.index + match[0].length),
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
        currency: currency === undefined ? null : (currencies[currency.toLowerCase()] ?? null),
        isYear,
      },
    ];
  });
}

function scaleOf(word: string | undefined): number | null {
  const plain = word?.trim();
  if (plain === undefined || plain === '') return null;
  return scales.find(([words]) => words.test(plain))?.[1] ?? null;
}

/** `1,234.5`, `1.234,5`, `1 234` and `12,5`; a single sign before three digits may be either. */
function readingsOf(figure: string): { value: number; decimals: number }[] {
  const plain = figure.replace(/['’\u00a0\u202f ]/g, '');
  const read = (decimal: '.' | ',' | '') => {
    const group = decimal === '' ? /[.,]/g : decimal === '.' ? /,/g : /\./g;
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
  return [read(''), read(last)];
}

/** Words by which a positive number says what a negative one does. */
const falls =
  /\b(?:loss|losses|decreas\w*|declin\w*|fell|fall\w*|down|drop\w*|lower\w*|negative|minus|reduc\w*|outflow\w*|verlust\w*|r(?:ü|ue)ckgang\w*|sank\w*|sink\w*|gefallen|minder\w*|abfluss\w*)\b/iu;

/**
 * Numbers of a sentence that a passage does not have, as they are written. One is had where the passage has
 * the same value, whatever form or scale it is written in; of a year also where the passage's surroundings
 * have it.
 *
 * @param passage the sentences of the passage
 * @param around what else tells years: its heading, the document's title and date
 */
export function numbersMissing(sentence: string, passage: string, around = ''): string[] {
  const had = numbersIn(passage);
  const years = [...had, ...numbersIn(around)];
  const mayFall = falls.test(sentence);
  const isOfHundred = /%|per\s?cent|prozent/iu.test(passage);
  const missing = numbersIn(sentence).filter((said) => {
    if (said.isYear) return !years.some(({ readings }) => readings.includes(said.readings[0] as number));
    return !had.some((one) => isSame(said, one, mayFall, isOfHundred));
  });
  return [...new Set(missing.map(({ text }) => text))];
}

/** What a passage without a word for it may be counted in, as in a table “in millions”. */
const silentScales = [1e3, 1e6, 1e9];
/** Digits of a number that is told from a chance one where its scale is guessed. */
const enoughDigits = 3;

function isSame(said: WrittenNumber, had: WrittenNumber, mayFall: boolean, isOfHundred: boolean): boolean {
  if (said.currency !== null && had.currency !== null && said.currency !== had.currency) return false;
  const ratio = unitRatio(said, had, isOfHundred);
  if (ratio === null) return false;
  return said.readings.some((value, index) =>
    had.readings.some((other) => {
      const wanted = value * (said.scale ?? 1);
      // A number may be rounded where it is told on a larger scale than the passage has.
      const step = 10 ** -(said.decimals[index] ?? 0) * (said.scale ?? 1);
      const fits = (there: number, mayRound: boolean) =>
        [there, ...(mayFall && there < 0 ? [-there] : [])].some((one) =>
          mayRound ? Math.abs(one - wanted) <= step / 2 + 1e-9 * Math.abs(wanted) : isClose(one, wanted),
        );
      const plain = other * ratio * (had.scale ?? 1);
      if (fits(plain, (said.scale ?? 1) > (had.scale ?? 1) && had.scale !== null)) return true;
      const isSilent = said.scale !== null && had.scale === null && had.unit !== 'percent';
      const isTelling =
        String(Math.abs(other)).replace(/\D|0+$/g, '').length >= enoughDigits || isClose(plain, wanted);
      return (
        isSilent && isTelling && silentScales.some((scale) => fits(plain * scale, (said.scale ?? 1) > scale))
      );
    }),
  );
}

function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other));
}

/**
 * What a number of the passage is multiplied by to be in the unit of the sentence; null where it has another.
 */
function unitRatio(said: WrittenNumber, had: WrittenNumber, isOfHundred: boolean): number | null {
  const isShare = (one: WrittenNumber) => one.unit === 'percent' || one.unit === 'basis-points';
  if (!isShare(said)) return isShare(had) && said.unit === 'currency' ? null : 1;
  if (said.unit === had.unit) return 1;
  if (isShare(had)) return said.unit === 'percent' ? 0.01 : 100;
  // A column of a table that is headed by the sign.
  return had.unit === null && had.scale === null && isOfHundred && said.unit === 'percent' ? 1 : null;
}
