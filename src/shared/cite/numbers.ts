import { statedScale } from './stated-scale.ts';
import { currenciesIn, numbersIn, type WrittenNumber } from './written-numbers.ts';

const losing = String.raw`loss|losses|decreas\w*|declin\w*|fell|fall\w*|down|drop\w*|lower\w*|negative|minus|reduc\w*|outflow\w*|shr[aiu]nk\w*|verlust\w*|r(?:ü|ue)ckgang\w*|sank\w*|sink\w*|gefallen|minder\w*|abfluss\w*`;
const gaining = String.raw`gain\w*|increas\w*|rose|ris(?:e[sn]?|ing)|grew|grow\w*|up|climb\w*|higher|improv\w*|positive|inflow\w*|gestiegen|stieg\w*|wuchs\w*|zuwachs\w*|anstieg\w*`;
/** Words by which a positive number says what a negative one does. */
const falls = new RegExp(String.raw`(?<!\p{L})(?:${losing})(?!\p{L})`, 'iu');
const rises = new RegExp(String.raw`(?<!\p{L})(?:${gaining})(?!\p{L})`, 'iu');
/** What parts a sentence into what is said of one number and of another. */
const parting =
  /[;:|\n]|,\s|[.!?]\s|(?<!\p{L})(?:and|but|while|whereas|although|though|und|aber|während|obwohl)(?!\p{L})/giu;
/** Digits of a number that is told from a chance one where its unit or scale is not said. */
const enoughDigits = 3;
/** What reckoning with fractions costs, as a share; the last digit of any sum of money is more. */
const inexact = 1e-13;

/** What a passage has of the numbers of a sentence. */
export interface ComparedNumbers {
  /** Those that it does not have, as they are written. */
  readonly missing: string[];
  /** Those whose digits it has, without saying what they are counted in. */
  readonly unstated: string[];
}

/** What surrounds a passage and says more of it. */
export interface Surroundings {
  /** What else tells years: its heading, the document's title and date. */
  readonly years?: string;
  /** What stands before it under its heading, where a table says what its figures are counted in. */
  readonly before?: string;
}

/**
 * Compares the numbers of a sentence with those of a passage. One is had where the passage has the same
 * value, whatever form or scale it is written in; of a year also where the passage's surroundings have it.
 * What a passage does not say, such as the scale of a table, is never guessed.
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
  const missing = new Set<string>();
  const unstated = new Set<string>();
  for (const said of numbersIn(sentence)) {
    if (said.isYear) {
      if (!years.some(({ readings }) => readings.includes(said.readings[0] as number)))
        missing.add(said.text);
      continue;
    }
    const clause = clauseOf(sentence, said);
    const claim = { number: said, mayFall: falls.test(clause), way: wayOf(clause) };
    const likeness = had.map((one) => isSame(claim, one));
    if (likeness.includes('same')) continue;
    (likeness.includes('unstated') ? unstated : missing).add(said.text);
  }
  return { missing: [...missing], unstated: [...unstated] };
}

interface Claim {
  readonly number: WrittenNumber;
  readonly mayFall: boolean;
  readonly way: 'up' | 'down' | null;
}

interface Had {
  readonly number: WrittenNumber;
  readonly way: Claim['way'];
  /** It stands in the row of a table. */
  readonly isCell: boolean;
  /** The row's label says that its figures are of a hundred. */
  readonly isOfHundred: boolean;
  /** What the table or the section says that its figures are counted in. */
  readonly stated: number | null;
  readonly currencies: ReadonlySet<string>;
}

function hadIn(passage: string, before: string): Had[] {
  const own = statedScale(passage);
  const stated = (own === undefined ? statedScale(before) : own) ?? null;
  const currencies = currenciesIn(passage);
  return numbersIn(passage, before).flatMap((number) => {
    if (number.isYear) return [];
    const row = rowOf(passage, number.from);
    const isCell = row.includes('|');
    const labels = row.split('|').filter((cell) => !/\d/.test(cell) && /\p{L}/u.test(cell));
    const isOfHundred = isCell && labels.some((cell) => /%|per\s?cent|prozent/iu.test(cell));
    const way = isCell ? null : wayOf(clauseOf(passage, number));
    return [{ number, way, isCell, isOfHundred, stated: isCell ? stated : null, currencies }];
  });
}

function rowOf(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end);
}

/** What is said around a number, up to where something else is said. */
function clauseOf(text: string, { from, to }: WrittenNumber): string {
  let start = 0;
  for (const { index, 0: sign } of text.matchAll(parting)) {
    if (index + sign.length <= from) start = index + sign.length;
    else if (index >= to) return text.slice(start, index);
  }
  return text.slice(start);
}

function wayOf(clause: string): Claim['way'] {
  const [isDown, isUp] = [falls.test(clause), rises.test(clause)];
  return isDown === isUp ? null : isUp ? 'up' : 'down';
}

function isSame({ number: said, mayFall, way }: Claim, had: Had): 'same' | 'unstated' | 'other' {
  const { number: one } = had;
  if (said.currency !== null && one.currency !== null && said.currency !== one.currency) return 'other';
  if (way !== null && had.way !== null && way !== had.way) return 'other';
  const unit = unitOf(said, had);
  if (unit === null) return 'other';
  let best: 'unstated' | 'other' = 'other';
  for (const [index, value] of said.readings.entries()) {
    for (const other of one.readings) {
      const wanted = value * (said.scale ?? 1);
      // A number may be rounded where it is told on a larger scale than the passage has.
      const step = 10 ** -(said.decimals[index] ?? 0) * (said.scale ?? 1);
      const fits = (there: number, mayRound: boolean) =>
        [there, ...(mayFall && there < 0 ? [-there] : [])].some((each) =>
          mayRound ? Math.abs(each - wanted) <= step / 2 + inexact * Math.abs(wanted) : isClose(each, wanted),
        );
      const scale = one.scale ?? (isCounted(said, had) ? had.stated : null);
      const plain = other * unit.ratio * (scale ?? 1);
      if (fits(plain, scale !== null && (said.scale ?? 1) > scale)) {
        if (unit.isStated) return 'same';
        best = 'unstated';
      }
      // As it stands in the table, without a word of what it counts.
      if (said.unit === null && said.scale === null && one.scale === null && isClose(other, wanted))
        return 'same';
      const isTelling = digitsOf(other) >= enoughDigits;
      const mayBe = scale === null && said.scale !== null && one.unit !== 'percent' && isTelling;
      if (mayBe && [1e3, 1e6, 1e9].some((guess) => fits(other * guess, (said.scale ?? 1) > guess)))
        best = 'unstated';
    }
  }
  return best;
}

/** Whether what a table states of its figures is true of this one: not of shares of a hundred. */
function isCounted(said: WrittenNumber, { number, isOfHundred }: Had): boolean {
  const isShare = number.unit === 'percent' || number.unit === 'basis-points' || isOfHundred;
  return !isShare && said.unit !== 'percent' && said.unit !== 'basis-points';
}

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
  { number: had, isCell, isOfHundred, stated, currencies }: Had,
): { readonly ratio: number; readonly isStated: boolean } | null {
  const isShare = (one: WrittenNumber) => one.unit === 'percent' || one.unit === 'basis-points';
  const is = (ratio: number, isStated = true) => ({ ratio, isStated });
  if (isShare(said)) {
    if (said.unit === had.unit) return is(1);
    if (isShare(had)) return is(said.unit === 'percent' ? 0.01 : 100);
    return isOfHundred && had.unit === null && had.scale === null && said.unit === 'percent' ? is(1) : null;
  }
  if (isShare(had)) return null;
  if (said.unit === 'currency' && had.unit === null) {
    // In a table the sign stands once, or in what is said above it.
    if (!isCell || isOfHundred) return null;
    if (said.currency !== null && currencies.has(said.currency)) return is(1);
    return currencies.size > 0 ? null : is(1, stated !== null);
  }
  const isBare = said.unit === null && said.scale === null && had.unit === 'currency';
  return isBare && digitsOf(said.readings[0] as number) < enoughDigits ? null : is(1);
}
