/** A day, a month, a quarter or a fiscal year as it is written in a sentence. */
export interface WrittenPeriod {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly kind: 'day' | 'quarter' | 'half' | 'year';
  /** What it may be: `3/5/2024` is in March or in May. Null for what it does not say. */
  readonly readings: readonly Period[];
}

interface Period {
  readonly year: number | null;
  /** From 1; of a quarter or a half its number. */
  readonly part: number | null;
  readonly day: number | null;
}

const months: readonly RegExp[] = [
  /^jan/iu,
  /^feb/iu,
  /^m(?:ar|är)/iu,
  /^apr/iu,
  /^ma[yi]/iu,
  /^jun/iu,
  /^jul/iu,
  /^aug/iu,
  /^sep/iu,
  /^o[ck]t/iu,
  /^nov/iu,
  /^de[cz]/iu,
];
/** Whole names and their short forms: more begins so, as in "declined", "margin" and "separate". */
const month =
  String.raw`(?<![\p{L}\p{N}])(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|apr(?:il)?|may|mai|june?|juni|july?|juli|` +
  String.raw`aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)(?!\p{L})\.?`;
/** Of names that are no other word, without a day or a year. */
const wholeMonth =
  'January|February|April|June|July|August|September|October|November|December|Januar|Februar|März|Juni|Juli|Oktober|Dezember|(?<=(?:in|since|until|of|by|im|seit|bis) )(?:March|May|Mai)';
const year = String.raw`(?:19|20)\d\d(?!\d)`;
const day = String.raw`(?<![\p{N}.,:/$€£-])\d{1,2}(?:st|nd|rd|th)?`;
/** Behind a number, a claim and no day. */
const noClaim = String.raw`(?![\d%]|[.,]\d|\s?(?:%|per\s?cent|million|billion|bps?\b|basis))`;
const ordinals = [
  'first|erste[nsr]?|1st|1\\.',
  'second|zweite[nsr]?|2nd|2\\.',
  'third|dritte[nsr]?|3rd|3\\.',
  'fourth|vierte[nsr]?|4th|4\\.',
];
const ordinal = `(?:${ordinals.join('|')})`;
const forms = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?<iso>\d{4}-\d\d-\d\d)(?:T[\d:.]+Z?)?`,
    String.raw`(?<![\p{N}.,])(?<dotted>\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{4}|\d\d)(?!\d))`,
    String.raw`(?<![\p{N}/])(?<slashed>\d{1,2}\/\d{1,2}\/(?:\d{4}|\d\d)(?!\d))`,
    String.raw`(?<dayFirst>${day})\.?\s+(?:of\s+)?(?<month1>${month})(?:,?\s+(?<year1>${year}))?`,
    String.raw`(?<month2>${month})\s+(?<day2>\d{1,2})(?:st|nd|rd|th)?(?!\p{L})${noClaim}(?:,?\s+(?<year2>${year}))?`,
    String.raw`(?<month3>${month}),?\s+(?:of\s+)?(?<year3>${year})`,
    String.raw`(?<month4>(?<![\p{L}\p{N}])(?:${wholeMonth})(?!\p{L}))`,
    String.raw`(?<![\p{L}\p{N}])(?:Q(?<quarter1>\d)(?!\d)|(?<quarter2>\d)Q|(?<quarter3>${ordinal})[\s-]+(?:fiscal[\s-]+)?(?:quarter|quartals?)(?!\p{L}))(?:(?:\s+of)?(?:\s+fiscal)?(?:\s+|\/)(?<year4>${year})|(?:['’/]\s?|(?<=\dQ))(?<year6>\d\d)(?!\p{N}))?`,
    String.raw`(?<![\p{L}\p{N}])(?:H(?<half1>[12])(?!\d)|(?<half2>[12])H|(?<half3>${ordinal})[\s-]+(?:half|halbjahrs?)(?!\p{L}))(?:(?:\s+of)?(?:\s+|\/)(?<year5>${year})|(?:['’/]\s?|(?<=\dH))(?<year7>\d\d)(?!\p{N}))?`,
    String.raw`(?<![\p{L}\p{N}])FY\s?['’]?(?<fiscal>${year}|\d\d)(?![\p{N}%])`,
  ].join('|'),
  'giu',
);

/** Days, months, quarters and fiscal years of a text; a year alone is a number. */
export function periodsIn(text: string): WrittenPeriod[] {
  return [...text.matchAll(forms)].flatMap(({ 0: found, index, groups = {} }): WrittenPeriod[] => {
    const named = groups.month1 ?? groups.month2 ?? groups.month3 ?? groups.month4;
    // "12 may close" is no day, and neither is "mar 5".
    if (named !== undefined && !/^\p{Lu}/u.test(named)) return [];
    const whole = { text: found.trim(), from: index, to: index + found.length };
    const quarter = groups.quarter1 ?? groups.quarter2 ?? groups.quarter3;
    const half = groups.half1 ?? groups.half2 ?? groups.half3;
    const of = (part: string, told: string | undefined): Period[] => [
      { year: yearOf(told), part: orderOf(part), day: null },
    ];
    if (quarter !== undefined)
      return [{ ...whole, kind: 'quarter', readings: of(quarter, groups.year4 ?? groups.year6) }];
    if (half !== undefined)
      return [{ ...whole, kind: 'half', readings: of(half, groups.year5 ?? groups.year7) }];
    if (groups.fiscal !== undefined)
      return [{ ...whole, kind: 'year', readings: [{ year: yearOf(groups.fiscal), part: null, day: null }] }];
    const readings = named === undefined ? daysOf(groups) : [namedDay(named, groups)];
    const isDay = (one: Period) => one.day === null || (one.day >= 1 && one.day <= 31);
    const known = readings.filter((one) => isDay(one) && (one.part ?? 1) <= 12 && one.part !== 0);
    return known.length === 0 ? [] : [{ ...whole, kind: 'day', readings: known }];
  });
}

type Groups = Readonly<Record<string, string | undefined>>;

function namedDay(named: string, { dayFirst, day2, year1, year2, year3 }: Groups): Period {
  const told = dayFirst ?? day2;
  return {
    year: yearOf(year1 ?? year2 ?? year3),
    part: months.findIndex((one) => one.test(named)) + 1,
    day: told === undefined ? null : Number.parseInt(told, 10),
  };
}

function daysOf({ iso, dotted, slashed }: Groups): Period[] {
  const parts = (iso ?? dotted ?? slashed ?? '').split(/[-./]\s?/u);
  const [one = 0, two = 0, three = 0] = parts.map(Number);
  if (iso !== undefined) return [{ year: one, part: two, day: three }];
  const told = yearOf(parts[2]);
  const german = { year: told, part: two, day: one };
  return dotted === undefined ? [german, { year: told, part: one, day: two }] : [german];
}

function yearOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  return text.length > 2 ? value : value + (value < 70 ? 2000 : 1900);
}

function orderOf(text: string): number {
  if (/^\d$/u.test(text)) return Number(text);
  return ordinals.findIndex((one) => new RegExp(`^(?:${one})$`, 'iu').test(text)) + 1;
}

/** What a passage has of the periods of a sentence. */
export interface ComparedPeriods {
  /** Those in whose place it has others. */
  readonly missing: readonly string[];
  /** Those of which it says nothing. */
  readonly unsure: readonly string[];
}

/** Compares the periods of a sentence with those of a passage and of what surrounds it. */
export function comparePeriods(sentence: string, passage: string, around: string): ComparedPeriods {
  const [own, others] = [periodsIn(passage), periodsIn(around)];
  const years = new Set(`${passage} ${around}`.match(/(?<!\d)(?:19|20)\d\d(?!\d)/gu)?.map(Number));
  const missing: string[] = [];
  const unsure: string[] = [];
  for (const said of periodsIn(sentence)) {
    const isHad = (one: WrittenPeriod) =>
      one.kind === said.kind &&
      said.readings.some((wanted) => one.readings.some((there) => isSame(wanted, there, years)));
    if (own.some(isHad) || others.some(isHad)) continue;
    const [{ year: told } = { year: null }] = said.readings;
    if (said.kind === 'year' && told !== null && years.has(told)) continue;
    const isOther = (one: WrittenPeriod) => one.kind === said.kind && isAsExact(said, one);
    (own.some(isOther) ? missing : unsure).push(said.text);
  }
  return { missing, unsure };
}

/** What comes before a period that another one is compared with: “compared with 2023”, “(2023: 5)”. */
const beside =
  /(?:\(|(?<!\p{L})(?:compar\p{L}*(?:\s(?:to|with))?|from|versus|vs\.?|than|over|above|below|against|since|until|through|to|gegen\u00fcber|gg\u00fc\.|verglichen\smit|als|seit|bis))(?:\s?\p{L}{1,7}){0,2}\s*$/iu;
const yearAlone = /(?<![\p{L}\p{N}.,$€£])(?:19|20)\d\d(?![\p{L}\p{N}%]|[.,]\d)/gu;

/** Periods that some words are of, with years, and without those that others are compared with. */
export function periodsOf(words: string): WrittenPeriod[] {
  const years = [...words.matchAll(yearAlone)].map(({ 0: text, index }): WrittenPeriod => {
    const readings = [{ year: Number(text), part: null, day: null }];
    return { text, from: index, to: index + text.length, kind: 'year', readings };
  });
  const all = [...periodsIn(words), ...years].filter(({ from }) => !beside.test(words.slice(0, from)));
  // Each once: they are compared with those of every number.
  return [...new Map(all.map((one) => [one.text, one])).values()];
}

/** Whether both are of a period of one kind, and none of one of the other: of Q1 here, of Q2 there. */
export function areOfOthers(said: readonly WrittenPeriod[], there: readonly WrittenPeriod[]): boolean {
  const kinds = new Set(said.map(({ kind }) => kind));
  return [...kinds].some((kind) => {
    const [wanted, had] = [said, there].map((all) => all.filter((one) => one.kind === kind));
    const isHad = wanted?.some((one) => had?.some((other) => isAlike(one, other)));
    return had !== undefined && had.length > 0 && isHad !== true;
  });
}

function isAlike({ readings }: WrittenPeriod, { readings: others }: WrittenPeriod): boolean {
  const is = (one: number | null, other: number | null) => one === null || other === null || one === other;
  return readings.some((one) =>
    others.some((other) => is(one.year, other.year) && is(one.part, other.part) && is(one.day, other.day)),
  );
}

function isSame(wanted: Period, there: Period, years: ReadonlySet<number>): boolean {
  if (wanted.part !== there.part || (wanted.day !== null && wanted.day !== there.day)) return false;
  if (wanted.year === null || wanted.year === there.year) return true;
  return there.year === null && years.has(wanted.year);
}

const isAsExact = ({ readings: [said] }: WrittenPeriod, { readings: [there] }: WrittenPeriod) =>
  said?.day === null || there?.day !== null;
