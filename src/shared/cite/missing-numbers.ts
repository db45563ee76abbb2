import { numbersIn } from './written-numbers.ts';

/** Digits in groups of three, with decimals or without: `391,035`, `1.234.567,8`, `1'234`. */
const grouped = /^[1-9]\d{0,2}([.,'])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/u;

/**
 * Numbers of a sentence that a passage does not contain, as the sentence writes them. Numbers are compared by
 * their digits and separators. One of the two may leave out the group separators, as in `391035`.
 */
export function missingNumbers(sentence: string, passage: string): string[] {
  const found = numbersIn(passage).map(({ folded }) => folded);
  const written = new Set(found);
  const plain = new Set(found.map(withoutGroups));
  const isFound = (digits: string) =>
    written.has(digits) || written.has(withoutGroups(digits)) || plain.has(digits);
  const missing = numbersIn(sentence).filter(({ folded }) => !isFound(folded));
  return [...new Set(missing.map(({ text }) => text))];
}

function withoutGroups(digits: string): string {
  const separator = grouped.exec(digits)?.[1];
  return separator === undefined ? digits : digits.replaceAll(separator, '');
}
