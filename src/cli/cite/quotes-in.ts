import type { Paragraph } from './prose.ts';

/** A range of a paragraph's text; `to` exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface Mark {
  readonly open: string;
  readonly close: string;
  /** It is an apostrophe as well, within words and at their ends. */
  readonly isApostrophe?: boolean;
}

/** Quotation marks, each with what ends it. */
const marks: readonly Mark[] = [
  { open: '“', close: '”' },
  { open: '„', close: '“”' },
  { open: '‟', close: '”' },
  // As it is written in Sweden and Finland, where both ends look the same.
  { open: '”', close: '”' },
  { open: '«', close: '»' },
  { open: '»', close: '«»' },
  { open: '‹', close: '›' },
  { open: '›', close: '‹›' },
  { open: '「', close: '」' },
  { open: '『', close: '』' },
  { open: '＂', close: '＂' },
  { open: '〝', close: '〞〟' },
  { open: '"', close: '"' },
  { open: '‘', close: '’', isApostrophe: true },
  { open: '‚', close: '‘’', isApostrophe: true },
  { open: "'", close: "'", isApostrophe: true },
];
const letter = /[\p{L}\p{N}]/u;
/** Characters after “companies’” in which the quote's own end is looked for. */
const aWhile = 300;

/** Quotes of a paragraph, without their marks; the outer one where they stand in one another. */
export function quotesIn({ text, links }: Pick<Paragraph, 'text' | 'links'>): Range[] {
  const ends = new Map<number, number>();
  for (const mark of marks) for (const [open, close] of pairsOf(text, mark)) ends.set(open, close);
  const found: Range[] = [];
  let index = 0;
  for (let at = 0; at < text.length; at++) {
    const end = ends.get(at) ?? (isOpening(text, at) ? endOfOpen(at) : undefined);
    if (end === undefined) continue;
    if (end > at + 1) found.push({ from: at + 1, to: end });
    at = end;
  }
  return found;

  /** A quote that nothing ends goes on to the link that follows, else to the paragraph's end. */
  function endOfOpen(at: number): number {
    while (index < links.length && (links[index]?.from ?? 0) <= at) index += 1;
    const until = links[index]?.from ?? text.length;
    return at + 1 + text.slice(at + 1, until).replace(/[\s([–—-]{1,10}$/u, '').length;
  }
}

function isOpening(text: string, at: number): boolean {
  return text[at] === '“' && !letter.test(text[at - 1] ?? '');
}

function pairsOf(text: string, { open, close, isApostrophe = false }: Mark): [open: number, close: number][] {
  const pairs: [number, number][] = [];
  const begun: number[] = [];
  const isSame = close.includes(open);
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    const isEnd = close.includes(sign) && begun.length > 0 && (!isApostrophe || endsHere(at));
    if (isEnd) pairs.push([begun.pop() as number, at]);
    else if (sign === open && mayOpen(at)) {
      if (isSame) begun.length = 0;
      begun.push(at);
    }
  }
  return pairs;

  /** An inch or a mark in the middle of a word opens nothing. */
  function mayOpen(at: number): boolean {
    if (!isSame && !isApostrophe) return true;
    const isAfterWord = letter.test(text[at - 1] ?? '');
    return !isAfterWord && (!isApostrophe || /\S/.test(text[at + 1] ?? ' '));
  }

  /** Neither in “it’s” nor, while the end is still to come, in “the companies’ results”. */
  function endsHere(at: number): boolean {
    const after = text.slice(at + 1, at + 3);
    if (letter.test(after[0] ?? '') || /\s/.test(text[at - 1] ?? '')) return false;
    if (!/s$/iu.test(text[at - 1] ?? '') || !/^\s\p{Ll}/u.test(after)) return true;
    for (let next = at + 1; next < Math.min(text.length, at + aWhile); next++) {
      const sign = text[next] as string;
      if (close.includes(sign) && !letter.test(text[next + 1] ?? '') && /\S/.test(text[next - 1] ?? ''))
        return false;
      if (sign === open) return true;
    }
    return true;
  }
}
