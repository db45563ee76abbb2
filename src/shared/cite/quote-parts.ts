/**
 * Where something was left out of a quote, or put into it by who quotes: `…`, `...`, `[…]`, `[the company]`.
 */
const leftOut = /\s*(?:\[[^\]]{0,200}\]|…|\.\s?\.\s?\.)\s*/u;
/** Letters and digits without which a part says nothing. */
const telling = /[\p{L}\p{N}]{2}/u;

/**
 * The parts of a quote that stand in the document as they are. A comma or a full stop at the end may be of
 * the sentence around it.
 */
export function partsOfQuote(quote: string): string[] {
  return quote
    .split(leftOut)
    .map((part) => part.trim().replace(/[.,;:!?]+$/u, ''))
    .filter((part) => telling.test(part));
}
