/** Words of a quote that stand in the document as they are, up to where something was left out or put in. */
export interface QuotePart {
  readonly words: string;
  /** A letter in brackets before it, whose case was changed: `[R]evenue`. */
  readonly letter: string | null;
  /** A bracket ends it within a word, as in `grow[ing]`. */
  readonly isCutOff: boolean;
}

/** Parts of one quote that are compared. */
export const mostParts = 50;

/**
 * Where something was left out of a quote, or put into it by who quotes: `…`, `...`, `[…]`, `[the company]`.
 */
const leftOut = /\[([^[\]]{0,200})\]|…|\.\s?\.\s?\.(?:\s?\.)?/gu;
const something = /[\p{L}\p{N}]/u;

/**
 * The parts of a quote, each of which has to stand in the document, in this order. A comma or a full stop at
 * the end may be of the sentence around it.
 */
export function partsOfQuote(quote: string): QuotePart[] {
  const parts: QuotePart[] = [];
  let from = 0;
  let letter: string | null = null;
  const add = (text: string, isCutOff: boolean) => {
    const words = withoutEnd(text.trim());
    if (something.test(words)) parts.push({ words, letter, isCutOff });
  };
  for (const { 0: mark, 1: inside, index } of quote.matchAll(leftOut)) {
    const isWord = inside !== undefined && something.test(inside);
    add(quote.slice(from, index), isWord && /\p{L}$/u.test(quote.slice(from, index)));
    from = index + mark.length;
    const isLetter =
      inside !== undefined && /^\p{L}$/u.test(inside) && /^\p{L}/u.test(quote.slice(from, from + 2));
    letter = isLetter ? inside : null;
  }
  add(quote.slice(from), false);
  return parts;
}

/** Numbers that the writer put into a quote in brackets: `a profit of [5] million`. */
export function numbersPutIn(quote: string): string {
  const all = [...quote.matchAll(leftOut)].flatMap(({ 1: inside = '', index }) => {
    // Digits right after a word mark a note.
    const isMark = /^\d{1,3}$/u.test(inside) && /\S/u.test(quote[index - 1] ?? ' ');
    return isMark || !/\p{N}/u.test(inside) ? [] : [inside];
  });
  return all.join('; ');
}

/** What ends a sentence may be of the one around it. */
export function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '.,;:!?'.includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}
