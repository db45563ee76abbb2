import type { randomNumbers } from '../../../bench/support/random-numbers.ts';

type RandomNumbers = ReturnType<typeof randomNumbers>;

export interface Perturbed {
  readonly text: string;
  /** Where each sentence went, in the order they came: from, and to, exclusive. */
  readonly truth: readonly (readonly [number, number])[];
}

const spaces = [' ', '  ', '\n', '\u00a0', ' \n', '\t', '\u2009'];
const others: readonly (readonly [RegExp, string])[] = [
  [/fi/gu, '\ufb01'],
  [/ff/gu, '\ufb00'],
  [/'/gu, '\u2019'],
  [/"/gu, '\u201d'],
  [/é/gu, 'e\u0301'],
];

/**
 * The same text as another extraction might give it: other spaces, words broken at the ends of lines,
 * ligatures, page numbers in between, and blocks in the order of other columns. What went where is known.
 *
 * @param parting stands between blocks
 */
export function perturb(
  blocks: readonly (readonly string[])[],
  random: RandomNumbers,
  parting: string,
): Perturbed {
  const numbered: { text: string; number: number }[][] = [];
  let number = 0;
  for (const block of blocks) numbered.push(block.map((text) => ({ text, number: number++ })));
  const pieces: string[] = [];
  const truth: [number, number][] = Array.from({ length: number }, () => [-1, -1]);
  let length = 0;
  const put = (text: string) => {
    pieces.push(text);
    length += text.length;
  };
  for (const [index, block] of reordered(numbered, random).entries()) {
    for (const { text, number: which } of block) {
      const other = disturbed(text, random);
      truth[which] = [length, length + other.length];
      put(other);
      put(spaces[random(spaces.length)] as string);
    }
    put(parting);
    if (index % 40 === 39) put(`\n${index}\nTable of Contents\n`);
  }
  return { text: pieces.join(''), truth };
}

/** Here and there a few blocks stand before those that they followed. */
function reordered<T>(blocks: readonly T[], random: RandomNumbers): T[] {
  const result: T[] = [];
  for (let at = 0; at < blocks.length; ) {
    const size = 6 + random(20);
    const part = blocks.slice(at, at + size);
    const cut = random(4) === 0 ? 1 + random(part.length) : 0;
    result.push(...part.slice(cut), ...part.slice(0, cut));
    at += size;
  }
  return result;
}

function disturbed(text: string, random: RandomNumbers): string {
  let other = text.replace(/ /gu, () => spaces[random(spaces.length)] as string);
  for (const [from, to] of others) other = other.replace(from, (found) => (random(3) === 0 ? to : found));
  return other.replace(/(\p{Ll}{3})(\p{Ll}{3})/gu, (whole, left: string, right: string) =>
    random(12) === 0 ? `${left}${random(2) === 0 ? '-\n' : '\u00ad'}${right}` : whole,
  );
}
