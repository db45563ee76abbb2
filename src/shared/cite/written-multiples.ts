import { numbersIn, type WrittenNumber } from './written-numbers.ts';
import { periodsIn } from './written-periods.ts';

/** Multiples and parts in a word. “A third quarter” and “double-digit” are none. */
const multiples: readonly (readonly [value: number, words: string])[] = [
  [2, String.raw`doubl(?:ed|es|ing)|double(?!-)|twice|two-?fold|verdoppel\p{L}*|doppelt\p{L}*`],
  [3, String.raw`tripl(?:ed|es|ing)|triple|threefold|verdreifach\p{L}*|dreifach\p{L}*`],
  [4, String.raw`quadrupl(?:ed|es|ing)|quadruple|fourfold|vervierfach\p{L}*|vierfach\p{L}*`],
  [1 / 2, String.raw`halv(?:ed|es|ing)|half (?:of|the|its|their|our|all|an?)|halbier\p{L}*|h\u00e4lfte`],
  [1 / 3, String.raw`(?:a|one)[\s-]third of|(?:ein|einem) drittel`],
  [2 / 3, String.raw`two[\s-]thirds of|zwei dritteln?`],
  [1 / 4, String.raw`(?:a|one)[\s-]quarter of|(?:ein|einem) viertel`],
  [3 / 4, String.raw`three[\s-]quarters of|drei vierteln?`],
];
const forms = multiples.map(([value, words]) => ({
  value,
  words: new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${words})(?!\p{L})`, 'giu'),
}));

/** Multiples and parts in words that a passage has neither in words nor as a number. */
export function otherMultiples(sentence: string, passage: string): string[] {
  const said = multiplesIn(sentence);
  if (said.length === 0) return [];
  const own = new Set(multiplesIn(passage).map(({ value }) => value));
  const numbers = numbersIn(passage);
  return said.flatMap(({ value, text }) =>
    own.has(value) || numbers.some((number) => isOf(number, value)) ? [] : [text],
  );
}

function multiplesIn(text: string) {
  const found = forms.flatMap(({ value, words }) =>
    [...text.matchAll(words)].map(({ 0: { length }, index: from }) => ({ value, from, to: from + length })),
  );
  // “The first half” is a period.
  const periods = found.length === 0 ? [] : periodsIn(text);
  return found
    .filter(({ from, to }) => !periods.some((one) => one.from < to && one.to > from))
    .map(({ value, from, to }) => ({ value, text: text.slice(from, to) }));
}

/** What doubled is two times as much, 200% of it, and 100% more. */
function isOf({ readings, unit }: WrittenNumber, value: number): boolean {
  const wanted = unit === 'percent' ? [value * 100, Math.abs(value - 1) * 100] : unit === null ? [value] : [];
  return readings.some((one) => wanted.some((each) => Math.abs(Math.abs(one) - each) < 1e-6));
}
