import { type Claim, claimOf, type Had, hadIn } from './claims.ts';
import type { NumberSense } from './number-sense.ts';
import { otherMultiples } from './written-multiples.ts';
import { otherNames } from './written-names.ts';
import { areOfOthers, comparePeriods, periodsIn } from './written-periods.ts';
import { currenciesIn } from './units-and-scales.ts';
import { leastNoun, numbersIn, type WrittenNumber } from './written-numbers.ts';

/** Digits of a number that is told from a chance one where its unit or scale is not said. */
const enoughDigits = 3;
/** Numbers of one sentence that are compared; of more nothing is said. */
const mostNumbers = 200;
/** What reckoning with fractions costs, as a share; the last digit of any sum of money is more. */
const inexact = 1e-13;
/** By how much a number may be rounded, as a share of it: $1 billion is not $600 million. */
const mostRounded = 0.05;

/** What a passage has of the numbers and days of a sentence, as they are written. */
export interface ComparedNumbers {
  /** Those that it does not have. */
  readonly missing: string[];
  /** Those whose digits it has, without saying what they are counted in. */
  readonly unstated: string[];
  /** Those that it may say of something else, or in another sense. */
  readonly unsure: string[];
  /** Of those that it does not have: the ones whose figure stands there, in a table of another scale. */
  readonly rescaled: string[];
}

/** What surrounds a passage and says more of it. */
export interface Surroundings {
  /** What else tells years and days: its heading, the document's title and date. */
  readonly years?: string;
  /** What stands before it under its heading, where a table says what its figures are counted in. */
  readonly before?: string;
}

/**
 * Compares the numbers of a sentence with those of a passage. One is had where the passage has the same
 * value, whatever form or scale it is written in, and says nothing else of it; of a year also where the
 * surroundings have it. What a passage does not say, such as the scale of a table, is never guessed.
 *
 * @param passage the sentences of the passage
 */
export function compareNumbers(
  sentence: string,
  passage: string,
  { years: around = '', before = '' }: Surroundings = {},
): ComparedNumbers {
  const had = hadIn(passage, before);
  const years = [...numbersIn(passage), ...numbersIn(around)].filter(({ isYear }) => isYear);
  // Above a row stands what its columns are of; above other sentences stands what they do not say.
  const above = passage.includes('|') ? before : '';
  const periods = comparePeriods(sentence, passage, `${around}\n${above}`);
  const missing = new Set(periods.missing);
  const unstated = new Set<string>();
  const unsure = new Set([
    ...periods.unsure,
    ...otherNames(sentence, passage, `${around}\n${above}`),
    ...otherMultiples(sentence, passage),
    ...otherCurrencies(sentence, `${passage}\n${above}`),
  ]);
  const rescaled = new Set<string>();
  /** Of a row of figures the cell that the last one was found in. */
  let reached = sentence.includes('|') ? 0 : -1;
  const written = numbersIn(sentence);
  const all = written.slice(0, mostNumbers);
  for (const { text } of written.slice(mostNumbers)) unsure.add(text);
  for (const said of all) {
    if (said.isYear) {
      const isHad = ({ readings }: WrittenNumber) => readings.includes(said.readings[0] as number);
      if (!years.some(isHad) && !isInPeriod(said, `${passage}\n${around}`)) missing.add(said.text);
      continue;
    }
    const claim = claimOf(sentence, said, all);
    const likeness = had.map((one) => likenessOf(claim, one));
    if (likeness.includes('same')) {
      const next = likeness.indexOf('same', Math.max(0, reached));
      if (isOfAnother(claim, had, likeness) || next < 0) unsure.add(said.text);
      if (reached >= 0 && next >= 0) reached = next;
    } else if (likeness.includes('unsure')) unsure.add(said.text);
    else if (likeness.includes('unstated')) unstated.add(said.text);
    // A number in words may be said of the sentence's own: “the two companies”.
    else if (said.isWord && !had.some(({ number }) => isNoun(said, number))) unsure.add(said.text);
    else {
      missing.add(said.text);
      if (had.some((one) => isInOtherScale(said, one))) rescaled.add(said.text);
    }
  }
  return {
    missing: [...missing],
    unstated: [...unstated],
    unsure: [...unsure],
    rescaled: [...rescaled],
  };
}

/** The same figure, of which the table says a scale that the sentence does not. */
function isInOtherScale({ readings, currency }: WrittenNumber, { number, stated, currencies }: Had): boolean {
  const isMoney = currency === null || number.currency === currency || currencies.has(currency);
  const isFigure = readings.some((one) => number.readings.some((each) => Math.abs(one) === Math.abs(each)));
  return stated !== null && isMoney && isFigure;
}

/** Currencies of a sentence that stand at no number, as before a dash, and that are named nowhere else. */
function otherCurrencies(sentence: string, there: string): string[] {
  const numbers = numbersIn(sentence);
  let apart = sentence;
  for (const { from, to } of numbers) apart = apart.slice(0, from) + ' '.repeat(to - from) + apart.slice(to);
  const known = currenciesIn(there);
  return [...currenciesIn(apart)].filter((one) => !known.has(one));
}

/** A year within a day of the passage: `December 31, 2024`. */
const isInPeriod = ({ readings: [year] }: WrittenNumber, around: string) =>
  periodsIn(around).some(({ readings }) => readings.some((one) => one.year === year));

type Likeness = 'same' | 'unsure' | 'unstated' | 'other';

/** Whether the number of another label has the words that this claim is of, and none with its value has. */
function isOfAnother(claim: Claim, had: readonly Had[], likeness: readonly Likeness[]): boolean {
  const common = ({ labels }: Had) => [...labels].filter((word) => claim.labels.has(word)).length;
  const isKind = ({ number }: Had) => isShare(number) === isShare(claim.number);
  const own = had.filter((_, index) => likeness[index] === 'same');
  const others = had.filter((one, index) => likeness[index] !== 'same' && isKind(one));
  return own.every((one) => common(one) === 0) && others.some((one) => common(one) > 0);
}

/** What a number says with the words around it: a fall or a loss of 5 is −5. */
function saidBy(value: number, { way, isChange, isLoss }: NumberSense): number[] {
  if (value <= 0) return [value];
  if (way === 'down') return isChange || isLoss ? [-value] : [value];
  // “The loss improved to 5.”
  return way === 'up' && isLoss && !isChange ? [value, -value] : [value];
}

function likenessOf(claim: Claim, had: Had): Likeness {
  const { number: said, sense } = claim;
  const { number: one, sense: there } = had;
  if (said.currency !== null && one.currency !== null && said.currency !== one.currency) return 'other';
  if (sense.role !== null && there.role !== null && sense.role !== there.role) return 'other';
  if (sense.bound !== null && there.bound !== null && sense.bound !== there.bound) return 'other';
  if (claim.year !== null && had.year !== null && claim.year !== had.year) return 'other';
  const value = isSame(claim, had);
  if (value !== 'same') return value;
  const isOpposite = sense.way !== null && there.way !== null && sense.way !== there.way;
  if (isOpposite && !had.isCell) return 'other';
  return isSameSense(claim, had) && !areOfOthers(claim.periods, had.periods) ? 'same' : 'unsure';
}

/** Whether nothing is said of one of them that is not said of the other. */
function isSameSense({ number: said, sense }: Claim, { number: one, sense: there, isCell }: Had): boolean {
  // `22.795` may be 22,795 where it is written so there too.
  if (said.readings.length > 1 && figureOf(said) !== figureOf(one)) return false;
  if (said.noun !== null && one.noun !== null && !isSameNoun(said.noun, one.noun)) return false;
  if (said.noun !== null && one.unit === 'currency') return false;
  if (isCell) return true;
  if (sense.per !== null && there.per !== null && sense.per !== there.per) return false;
  if (sense.bound !== there.bound || sense.isNegated !== there.isNegated) return false;
  return !(sense.isChange && there.way === null && (one.readings[0] as number) > 0);
}

function isSame(claim: Claim, had: Had): Likeness {
  const { number: said, sense } = claim;
  const { number: one } = had;
  const unit = unitOf(said, had);
  if (unit === null) return 'other';
  let best: 'unsure' | 'unstated' | 'other' = 'other';
  const sensed = had.isCell && had.sense.way === 'down' ? { ...had.sense, isChange: true } : had.sense;
  for (const [index, value] of said.readings.entries()) {
    for (const [other, isNoted] of [
      ...one.readings.map((each) => [each, false] as const),
      ...one.noted.map((each) => [each, true] as const),
    ]) {
      const wanted = value * (said.scale ?? 1);
      // A number may be rounded where it is told on a larger scale than the passage has.
      const step = 10 ** -(said.decimals[index] ?? 0) * (said.scale ?? 1);
      const most = Math.min(step / 2, mostRounded * Math.abs(wanted)) + inexact * Math.abs(wanted);
      const near = (there: number, mayRound: boolean) =>
        mayRound
          ? Math.abs(Math.abs(there) - Math.abs(wanted)) <= most
          : isClose(Math.abs(there), Math.abs(wanted));
      const fits = (there: number) =>
        saidBy(there, sensed).some((each) =>
          saidBy(wanted, sense).some((own) => Math.sign(own) === Math.sign(each)),
        );
      /** Of the same size, and of another sign: it counts as another where both say which. */
      const take = (isStated: boolean, there: number): Likeness => {
        if (fits(there)) return isNoted ? 'unsure' : isStated ? 'same' : 'unstated';
        const isTold =
          had.isCell || (sense.way !== null || wanted < 0) === (had.sense.way !== null || there < 0);
        return isTold ? 'other' : 'unsure';
      };
      const scale = one.scale ?? (isCounted(said, had) ? had.stated : null);
      const plain = other * unit.ratio * (scale ?? 1);
      if (near(plain, scale !== null && (said.scale ?? 1) > scale)) {
        const taken = take(unit.isStated, plain);
        if (taken === 'same') return 'same';
        best = worse(best, taken);
      }
      // As it stands in the table, without a word of what it counts.
      const isPlain = said.unit === null || (said.unit === 'currency' && claim.isCell && had.isCell);
      const isBare = isPlain && said.scale === null && one.scale === null && one.unit !== 'ratio';
      if (isBare && isClose(Math.abs(other), Math.abs(wanted))) {
        const taken = take(true, other);
        if (taken === 'same') return 'same';
        best = worse(best, taken);
      }
      const isTelling = digitsOf(other) >= enoughDigits;
      const mayBe = scale === null && said.scale !== null && !isShare(one) && isTelling;
      if (mayBe && [1e3, 1e6, 1e9].some((guess) => near(other * guess, (said.scale ?? 1) > guess)))
        best = worse(best, take(false, other));
    }
  }
  return best;
}

const order = ['other', 'unstated', 'unsure'] as const;
function worse(one: (typeof order)[number], other: Likeness): (typeof order)[number] {
  if (other === 'same') return one;
  return order.indexOf(other) > order.indexOf(one) ? other : one;
}

/** Whether what a table states of its figures is true of this one: not of shares of a hundred. */
function isCounted(said: WrittenNumber, { number, isOfHundred }: Had): boolean {
  return !isShare(number) && !isOfHundred && !isShare(said);
}

const figureOf = ({ text }: WrittenNumber) => /\d[\d.,]*/u.exec(text)?.[0].replace(/[.,]$/u, '');

/** “5 MW” are megawatts. */
function isSameNoun(one: string, other: string): boolean {
  const isShort = one.length < leastNoun !== other.length < leastNoun;
  return one === other || (isShort && one[0] === other[0]);
}

const isNoun = (one: WrittenNumber, other: WrittenNumber) => one.noun !== null && one.noun === other.noun;

const isShare = ({ unit }: WrittenNumber) =>
  unit === 'percent' || unit === 'points' || unit === 'basis-points';

const digitsOf = (value: number) => String(Math.abs(value)).replace(/\D|0+$/g, '').length;

function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= inexact * Math.max(1, Math.abs(one), Math.abs(other));
}

/**
 * What a number of the passage is multiplied by to be in the unit of the sentence, and whether the passage
 * says that unit; null where it has another.
 */
function unitOf(
  said: WrittenNumber,
  { number: had, isCell, isOfHundred, stated, currencies, above }: Had,
): { readonly ratio: number; readonly isStated: boolean } | null {
  const is = (ratio: number, isStated = true) => ({ ratio, isStated });
  if ((said.unit === 'ratio') !== (had.unit === 'ratio')) return null;
  if (isShare(said)) {
    if (said.unit === had.unit) return is(1);
    // What rose by two points did not rise by two percent.
    if (isShare(had) && said.unit !== 'basis-points' && had.unit !== 'basis-points') return is(1, false);
    if (isShare(had)) return is(said.unit === 'basis-points' ? 100 : 0.01);
    return isOfHundred && had.unit === null && had.scale === null && said.unit === 'percent' ? is(1) : null;
  }
  if (isShare(had)) return null;
  if (said.unit === 'currency' && had.unit === null) {
    // In a table the sign stands once, or in what is said above it.
    if (!isCell || isOfHundred) return null;
    if (said.currency !== null && currencies.has(said.currency)) return is(1);
    if (currencies.size > 0) return null;
    const isOther = said.currency !== null && above.size > 0 && !above.has(said.currency);
    return is(1, stated !== null && !isOther);
  }
  const isBare = said.unit === null && said.scale === null && had.unit === 'currency';
  return isBare && digitsOf(said.readings[0] as number) < enoughDigits ? null : is(1);
}
