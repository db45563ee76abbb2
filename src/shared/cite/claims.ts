import { clauseOf, type NumberSense, senseOf, wayOfLabel } from './number-sense.ts';
import { statedScale, statingLine } from './stated-scale.ts';
import { currenciesIn } from './units-and-scales.ts';
import { periodsOf, type WrittenPeriod } from './written-periods.ts';
import { numbersIn, type WrittenNumber } from './written-numbers.ts';

/** A number of a sentence. */
export interface Claim {
  readonly number: WrittenNumber;
  readonly sense: NumberSense;
  /** Beginnings of the words that say what it is of. */
  readonly labels: ReadonlySet<string>;
  readonly year: number | null;
  /** It stands in the row of a table that was copied. */
  readonly isCell: boolean;
  /** Of its clause. */
  readonly periods: readonly WrittenPeriod[];
}

/** A number of a passage. */
export interface Had {
  readonly number: WrittenNumber;
  readonly sense: NumberSense;
  /** It stands in the row of a table. */
  readonly isCell: boolean;
  /** The row's label says that its figures are of a hundred. */
  readonly isOfHundred: boolean;
  /** What the table or the section says that its figures are counted in. */
  readonly stated: number | null;
  readonly currencies: ReadonlySet<string>;
  /** Those that are named anywhere above its table. */
  readonly above: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
  /** The year of its column. */
  readonly year: number | null;
  /** Of its clause; a row of a table has none. */
  readonly periods: readonly WrittenPeriod[];
}

export function claimOf(sentence: string, number: WrittenNumber, all: readonly WrittenNumber[]): Claim {
  const clause = clauseOf(sentence, number);
  const years = all.filter((one) => one.isYear);
  const near = years.filter(({ from, to }) => from >= clause.from && to <= clause.to);
  const next = near.find(({ from }) => from >= number.to);
  const others = all.filter((one) => !one.isYear && one.from > number.to);
  const isNext = next !== undefined && !others.some(({ from }) => from < next.from);
  const told =
    near.length === 1
      ? near[0]
      : near.length > 1
        ? isNext
          ? next
          : undefined
        : years.length === 1
          ? years[0]
          : undefined;
  return {
    number,
    sense: senseOf(sentence, number),
    labels: labelsIn(sentence.slice(clause.from, clause.to)),
    year: told?.readings[0] ?? null,
    isCell: sentence.includes('|'),
    periods: periodsAround(sentence, clause),
  };
}

/** Periods of a clause, else those that lead up to it: “In 2023, it had 5 stores and 4 plants”. */
function periodsAround(text: string, { from, to }: { readonly from: number; readonly to: number }) {
  let periods = periodsOf(text.slice(from, to));
  for (let end = from; periods.length === 0; ) {
    const before = text.slice(0, end).replace(leadOut, '');
    if (before === '' || isEnded.test(before)) break;
    const clause = clauseOf(text, { from: before.length, to: before.length });
    periods = periodsOf(text.slice(clause.from, before.length));
    if (clause.from >= end) break;
    end = clause.from;
  }
  return periods;
}

/** What parts a clause from the one before it. */
const leadOut =
  /(?:[\s,;:|]|(?<!\p{L})(?:and|but|while|whereas|although|though|und|aber|während|obwohl))+$/iu;
const isEnded = /[.!?]["”’)\]]*$/u;

export function hadIn(passage: string, before: string): Had[] {
  const own = statedScale(passage);
  const stated = (own === undefined ? statedScale(before) : own) ?? null;
  const [inPassage, inLine] = [passage, statingLine(before)].map(currenciesIn) as [Set<string>, Set<string>];
  const currencies = inPassage.size > 0 ? inPassage : inLine;
  const above = currenciesIn(before);
  const numbers = numbersIn(passage, before).filter(({ isYear }) => !isYear);
  const rows = Map.groupBy(numbers, ({ from }) => rowAt(passage, from).from);
  // “In 2024 and 2023, respectively”: which of them is of which is told by their order alone.
  const isInOrder = inOrder.test(passage);
  return [...rows].flatMap(([start, figures]): Had[] => {
    const { to } = rowAt(passage, start);
    const row = passage.slice(start, to);
    const isCell = row.includes('|');
    const shared = { isCell, stated: isCell ? stated : null, currencies, above };
    if (!isCell) return figures.map((number) => ({ ...shared, ...saidOf(passage, number, isInOrder) }));
    const cells = row.split('|').filter((cell) => !/\d/.test(cell) && /\p{L}/u.test(cell));
    const label = cells.join(' ');
    const sense = { ...noSense, way: wayOfLabel(label) };
    const isOfHundred = cells.some((cell) => /%|per\s?cent|prozent/iu.test(cell));
    const yearOf = yearsOfColumns(`${before}\n${passage.slice(0, start)}`, figures);
    const labels = labelsIn(label);
    return figures.map((number) => ({
      ...shared,
      number,
      sense,
      isOfHundred,
      labels,
      year: yearOf(number),
      periods: [],
    }));
  });
}

const inOrder = /(?<!\p{L})(?:respectively|jeweils|bzw)(?!\p{L})/iu;

function saidOf(passage: string, number: WrittenNumber, isInOrder: boolean) {
  const clause = clauseOf(passage, number);
  const words = passage.slice(clause.from, clause.to);
  return {
    number,
    sense: senseOf(passage, number),
    isOfHundred: false,
    labels: labelsIn(words),
    year: null,
    periods: isInOrder ? [] : periodsAround(passage, clause),
  };
}

const noSense: NumberSense = {
  way: null,
  isChange: false,
  isLoss: false,
  isNegated: false,
  bound: null,
  role: null,
  per: null,
};

function rowAt(text: string, at: number): { readonly from: number; readonly to: number } {
  const end = text.indexOf('\n', at);
  return { from: text.lastIndexOf('\n', at) + 1, to: end < 0 ? text.length : end };
}

/** The years above the figures of a row that has as many of them as the last line of years has years. */
function yearsOfColumns(above: string, row: readonly WrittenNumber[]) {
  const header = above.split('\n').findLast((line) => (line.match(yearSign)?.length ?? 0) > 1);
  const years = header?.match(yearSign)?.map(Number) ?? [];
  const figures = row.length === years.length ? row : row.filter(({ unit }) => unit !== 'percent');
  if (figures.length !== years.length) return () => null;
  const known = new Map(figures.map((one, index) => [one, years[index] as number]));
  return (number: WrittenNumber) => known.get(number) ?? null;
}

const yearSign = /(?<![\d.,])(?:19|20)\d\d(?![\d.,]\d|\d)/gu;

const noLabel =
  /^(?:with|from|that|this|were|which|years?|quarte|months?|ended?|millio|billio|thousa|percen|dollar|approx|compar|compan|report|accord|also|total|about|more|less|than|over|under|respec|been|have|their|amount|value|jahr|monat|wurde|waren|nach|rund|etwa|insges|milliar)/u;

/** Beginnings of words, so that “sale” and “sales” are one. */
function labelsIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return new Set(
    words.filter((word) => !noLabel.test(word) && wayOfLabel(word) === null).map((word) => word.slice(0, 5)),
  );
}
