import { foldText } from './fold.ts';

/** Characters of a text; UTF-16, `end` exclusive. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What extraction puts before an item of a list, and an original draws. */
export const itemSign = String.raw`(?:[•▪◦‣-]|\d{1,4}[.)])`;
const sign = new RegExp(`^${itemSign}\\s+`, 'u');
/** Characters of the longest, without the space after it. */
const longestSign = 5;

/**
 * What of a block is looked for in an original: its sentences in their order, or its lines where it names
 * none, without the signs before items of lists, and no lines of dashes.
 */
export function piecesOf(text: string, sentences: readonly Stretch[]): Stretch[] {
  const named = sentences.length > 0 ? sentences : linesOf(text);
  let reached = 0;
  return named
    .toSorted((left, right) => left.start - right.start)
    .flatMap((sentence) => {
      // One inside another is a part of it.
      if (sentence.start < reached || sentence.end <= sentence.start) return [];
      reached = sentence.end;
      return withoutSigns(text, sentence);
    });
}

/**
 * Whether a range of a block holds words outside of these pieces of it: what stands in no sentence. Signs
 * before items of lists are none, because an original draws them.
 */
export function hasOthers(text: string, pieces: readonly Stretch[], { start, end }: Stretch): boolean {
  let from = start;
  for (const piece of pieces) {
    if (piece.start >= end) break;
    if (says(text, from, piece.start)) return true;
    from = Math.max(from, piece.end);
  }
  return says(text, from, Math.min(end, text.length));
}

/** Whether there are words in a stretch, be it in the midst of a line. */
function says(text: string, from: number, to: number): boolean {
  if (to <= from) return false;
  const first = reachedFrom(text, from);
  return linesOf(text.slice(first, to)).some((line) => {
    const [start, end] = [first + line.start, first + line.end];
    const isLine = start === 0 || text[start - 1] === '\n';
    const signed = isLine ? start + (sign.exec(`${text.slice(start, end)} `)?.[0].length ?? 0) : start;
    return foldText(text.slice(Math.max(from, signed), end)).folded !== '';
  });
}

/**
 * Where the line of a place begins, if a sign there may reach as far as the place; else the place itself: a
 * line may be as long as the block, and this is asked for each of its sentences.
 */
function reachedFrom(text: string, place: number): number {
  const before = (at: number) => (at === 0 || text[at - 1] === '\n' ? '' : (text[at - 1] as string));
  let at = place;
  while (/^\s/u.test(before(at))) at -= 1;
  const nearest = Math.max(0, at - longestSign);
  while (at > nearest && before(at) !== '') at -= 1;
  return before(at) === '' ? at : place;
}

/** The parts of a sentence that stand between signs of items; mostly all of it. */
function withoutSigns(text: string, { start, end }: Stretch): Stretch[] {
  const said = text.slice(start, end);
  const isFirst = start === 0 || text[start - 1] === '\n';
  const lines = linesOf(said);
  const signOf = (line: Stretch) => sign.exec(said.slice(line.start, line.end))?.[0].length ?? 0;
  const hasInner = lines.slice(1).some((line) => signOf(line) > 0);
  const parts = hasInner ? lines : [{ start: 0, end: said.length }];
  return parts
    .map((part, index) => ({
      start: start + part.start + (index === 0 && !isFirst ? 0 : signOf(part)),
      end: start + part.end,
    }))
    .filter((part) => isSaid(text.slice(part.start, part.end)));
}

/** Whether anything can be found of it: of a line drawn with dashes there is nothing. */
const isSaid = (words: string) => /[\p{L}\p{N}]/u.test(words) || foldText(words).folded !== '';

function linesOf(text: string): Stretch[] {
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const from = start;
    start += line.length + 1;
    return line.trim() === '' ? [] : [{ start: from, end: from + line.length }];
  });
}
