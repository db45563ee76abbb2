import { type FoldedText, foldText } from '../anchor/fold.ts';

const letter = /[\p{L}\p{N}]/u;
const raised = /\p{No}/u;

/**
 * Whether two texts have the same words. Where lines are broken and how signs are drawn does not matter; what
 * is one word in one and two in the other does, as "nowhere" and "now here".
 */
export function isSameWords(one: string, other: string): boolean {
  const [left, right] = [foldText(one), foldText(other)];
  if (left.folded !== right.folded) return false;
  // Of signs alone, as a bullet, nothing is left to compare.
  if (left.folded === '') return one.trim() === other.trim();
  if (!isSameRaised(one, left, other, right)) return false;
  for (let unit = 1; unit < left.folded.length; unit++) {
    const gaps = [gapAt(one, left, unit), gapAt(other, right, unit)];
    if (gaps[0] === gaps[1] || gaps.every((gap) => gap !== '')) continue;
    // A dash may stand for itself, for a line's end, or for nothing.
    if (gaps.some((gap) => /\p{Pd}/u.test(gap) || gap === '\u00ad')) continue;
    const isWithin = letter.test(left.folded[unit - 1] as string) && letter.test(left.folded[unit] as string);
    if (isWithin && gaps.some((gap) => /[\s|]/u.test(gap))) return false;
  }
  return true;
}

/**
 * Whether digits are raised, and parts are drawn as one sign, in both or in none: `10²` is not `102`, and
 * `10½` not `101/2`. Behind a letter, as in m², nothing else can be meant.
 */
export function isSameRaised(one: string, left: FoldedText, other: string, right: FoldedText): boolean {
  return (
    left.folded.length === right.folded.length &&
    [...left.starts.keys()].every((unit) => {
      const [here, there] = [one[left.starts[unit] as number], other[right.starts[unit] as number]];
      if (here === there || !raised.test(here ?? '') === !raised.test(there ?? '')) return true;
      return unit === 0 || !/\p{N}/u.test(left.folded[unit - 1] as string);
    })
  );
}

/** What was dropped between two units. */
function gapAt(text: string, { starts, endOf }: ReturnType<typeof foldText>, unit: number): string {
  const from = endOf(unit - 1);
  const to = starts[unit] as number;
  return to > from ? text.slice(from, to) : '';
}
