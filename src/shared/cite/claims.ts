import { clauseOf, type NumberSense, senseOf, wayOfLabel } from './number-sense.ts';
import { statedScale } from './stated-scale.ts';
import { currenciesIn } from './units-and-scales.ts';
import { numbersIn, type WrittenNumber } from './written-numbers.ts';

/** A number of a sentence. */
export interface Claim {
  readonly number: WrittenNumber;
  readonly sense: NumberSense;
  /** Beginnings of the words that say what it is of. */
  readonly labels: ReadonlySet<string>;
  readonly year: number | null;
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
  readonly labels: ReadonlySet<string>;
  /** The year of its column. */
  readonly year: number | null;
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
  };
}

export function hadIn(passage: string, before: string): Had[] {
  const own = statedScale(passage);
  const stated = (own === undefined ? statedScale(before) : own) ?? null;
  const currencies = currenciesIn(passage);
  const numbers = numbersIn(passage, before).filter(({ isYear }) => !isYear);
  const rows = Map.groupBy(numbers, ({ from }) => rowAt(passage, from).from);
  return numbers.map((number) => {
    const { from, to } = rowAt(passage, number.from);
    const row = passage.slice(from, to);
    const isCell = row.includes('|');
    const labels = row.split('|').filter((cell) => !/\d/.test(cell) && /\p{L}/u.test(cell));
    const isOfHundred = isCell && labels.some((cell) => /%|per\s?cent|prozent/iu.test(cell));
    const clause = clauseOf(passage, number);
    return {
      number,
      sense: isCell ? { ...noSense, way: wayOfLabel(labels.join(' ')) } : senseOf(passage, number),
      isCell,
      isOfHundred,
      stated: isCell ? stated : null,
      currencies,
      labels: labelsIn(isCell ? labels.join(' ') : passage.slice(clause.from, clause.to)),
      year: isCell
        ? yearOfColumn(`${before}\n${passage.slice(0, from)}`, rows.get(from) ?? [], number)
        : null,
    };
  });
}

const noSense: NumberSense = {
  way: null,
  isChange: false,
  isLoss: false,
  isNegated: false,
  bound: null,
  role: null,
};

function rowAt(text: string, at: number): { readonly from: number; readonly to: number } {
  const end = text.indexOf('\n', at);
  return { from: text.lastIndexOf('\n', at) + 1, to: end < 0 ? text.length : end };
}

/** The year above a figure, where its row has as many figures as the last line of years has years. */
function yearOfColumn(above: string, row: readonly WrittenNumber[], number: WrittenNumber): number | null {
  const header = above.split('\n').findLast((line) => (line.match(yearSign)?.length ?? 0) > 1);
  const years = header?.match(yearSign)?.map(Number) ?? [];
  const figures = row.length === years.length ? row : row.filter(({ unit }) => unit !== 'percent');
  return figures.length === years.length ? (years[figures.indexOf(number)] ?? null) : null;
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
