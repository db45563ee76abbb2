import { numbersIn, placesNamed } from './written-numbers.ts';
import { periodsIn } from './written-periods.ts';

/** What has digits and is neither a number nor a day: `H100`, `COVID-19`, `2nd`, `1990s`, `2023/24`. */
const tokens = /[\p{L}\p{N}]+(?:[-\u2010\u2011./:][\p{L}\p{N}]+)*/gu;
const address = /https?:\/\/\S+/gu;
/** Forms of filings are of whoever cites them. */
const forms = /^(?:10-[kq]|8-k|20-f|6-k|40-f|[qh]\d|fy\d+|p\d+|form\d|s-[1-8]|f-[1-6])(?![\p{L}\p{N}])/iu;

const ordinals: readonly RegExp[] = [
  /^(?:1st|first|erste[nmrs]?)$/u,
  /^(?:2nd|second|zweite[nmrs]?)$/u,
  /^(?:3rd|third|dritte[nmrs]?)$/u,
  /^(?:4th|fourth|vierte[nmrs]?)$/u,
  /^(?:5th|fifth|f\u00fcnfte[nmrs]?)$/u,
  /^(?:6th|sixth|sechste[nmrs]?)$/u,
  /^(?:7th|seventh|siebte[nmrs]?)$/u,
  /^(?:8th|eighth|achte[nmrs]?)$/u,
  /^(?:9th|ninth|neunte[nmrs]?)$/u,
  /^(?:10th|tenth|zehnte[nmrs]?)$/u,
];

/** Parts of a document that are named: a page is of whoever cites it. */
const references =
  /(?<![\p{L}\p{N}'’])(?<kind>notes?|anm|items?|sections?|abschnitt|kapitel|chapters?|tables?|tabelle|figures?|abb|fig|(?<!§)§{1,2})\.?[\s\u00a0]*(?<name>\d+\p{L}?(?:[.-]\d+)*(?![\p{L}\d%]|[.,]\d))/giu;

/**
 * Names, ordinals and parts of documents that a sentence has and a passage has not, so that nothing with a
 * digit is passed over. A part, or an ordinal in words, may be of the sentence's own: it counts where the
 * passage names another.
 *
 * @param around what surrounds the passage and may have them, too
 */
export function otherNames(sentence: string, passage: string, around: string): string[] {
  const all = `${passage}\n${around}`;
  const known = all.toLowerCase();
  const own = ordinalsIn(passage);
  const there = ordinalsIn(all);
  const names = [...unread(sentence).matchAll(tokens)].flatMap(({ 0: name }) => {
    const word = name.toLowerCase();
    const order = orderOf(word);
    if (order >= 0) return there.has(order) || (!/\d/u.test(word) && own.size === 0) ? [] : [name];
    return !/\d/u.test(word) || forms.test(word) || isNamed(word, known) ? [] : [name];
  });
  const [parts, ownParts] = [referencesIn(all), referencesIn(passage)];
  const others = referencesIn(sentence).filter(
    ({ kind, name }) =>
      ownParts.some((one) => one.kind === kind) &&
      !parts.some((one) => one.kind === kind && one.name === name),
  );
  return [...names, ...others.map(({ text }) => text)];
}

const orderOf = (word: string) => ordinals.findIndex((one) => one.test(word));
const ordinalsIn = (text: string) =>
  new Set(
    [...unread(text).toLowerCase().matchAll(tokens)]
      .map(({ 0: word }) => orderOf(word))
      .filter((one) => one >= 0),
  );

/** As a whole word: `H10` is not `H100`, and `H100s` are. */
function isNamed(word: string, known: string): boolean {
  const single = /^\p{L}/u.test(word) ? word.replace(/s$/u, '') : word;
  for (let at = known.indexOf(single); at >= 0; at = known.indexOf(single, at + 1)) {
    const behind = known.slice(at + single.length, at + single.length + 2);
    const isBegun = /[\p{L}\p{N}]/u.test(known[at - 1] ?? '');
    if (!isBegun && /^s?(?![\p{L}\p{N}])/u.test(behind)) return true;
  }
  return false;
}

function referencesIn(
  text: string,
): { readonly text: string; readonly kind: string; readonly name: string }[] {
  return [...text.matchAll(references)].map(({ 0: found, groups: { kind = '', name = '' } = {} }) => ({
    text: found,
    kind: kind.toLowerCase().replace(/s$|(?<=§)§+$/u, ''),
    name: name.toLowerCase(),
  }));
}

/** A text without what is compared otherwise. */
function unread(text: string): string {
  const taken = [
    ...[...text.matchAll(address)].map(({ 0: { length }, index }) => ({ from: index, to: index + length })),
    ...placesNamed(text),
    ...periodsIn(text),
    ...numbersIn(text),
  ].toSorted((one, other) => one.from - other.from);
  const kept: string[] = [];
  let at = 0;
  for (const { from, to } of taken) {
    if (from > at) kept.push(text.slice(at, from));
    at = Math.max(at, to);
  }
  return [...kept, text.slice(at)].join(' ');
}
