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

/** How a place may differ from one that begins and ends with whole words. */
export interface OpenEnds {
  readonly start?: boolean;
  readonly end?: boolean;
}

/** Whether a range of a text begins and ends where words and numbers do. */
export function hasWordEdges(text: string, from: number, to: number, open: OpenEnds = {}): boolean {
  const before = text.slice(Math.max(0, from - 3), from);
  const after = text.slice(to, to + 3);
  const [first, last] = [text.slice(from, from + 2), text.slice(Math.max(0, to - 2), to)];
  if (open.start !== true && /^[\p{L}\p{N}]/u.test(first) && /[\p{L}\p{N}]$/u.test(before)) return false;
  if (open.end !== true && /[\p{L}\p{N}]$/u.test(last) && /^[\p{L}\p{N}]/u.test(after)) return false;
  if (/^[\p{N}\p{Sc}]/u.test(first)) {
    // `5%` in `2.5%` and in `-5%` is another number.
    if (/\d[.,'’]$/u.test(before) || /(?:^|[^\p{L}\p{N}])[-\u2212\u2013]$/u.test(before)) return false;
    if (/\($/u.test(before) && /^\)/u.test(after)) return false;
  }
  return !(/\p{N}$/u.test(last) && /^(?:[.,'’]\d|\s?%)/u.test(after));
}
