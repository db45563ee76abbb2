import { numbersIn } from '#shared/cite/written-numbers.ts';
import { isOurs, type Paragraph, type ProseLink } from './prose.ts';

/** Characters in which it is said where a quote is from. */
const longestSource = 160;
/** Words of a link that names its document: “here”, “the source”. */
const mostNaming = 2;

/**
 * What each link in a block that is a quote stands for: the words since the link before it that leads
 * elsewhere, without those that say where they are from. What may be of the quote stays in it, since what is
 * left out is not compared.
 */
export function wholeQuotes({ text, links }: Paragraph): string[] {
  const quotes: string[] = [];
  let from = 0;
  for (let first = 0; first < links.length; ) {
    let end = first + 1;
    while (end < links.length && links[end]?.address === links[first]?.address) end += 1;
    const group = links.slice(first, end);
    // Brackets around the link before, which leads elsewhere.
    from += /^[\s)\]]*/u.exec(text.slice(from, from + 8))?.[0].length ?? 0;
    const isLast = end === links.length;
    const to = isLast ? text.length : (group.at(-1) as ProseLink).to;
    const words = oneLine(quotedWords(text, group, from, to));
    for (const _ of group) quotes.push(words);
    from = to;
    first = end;
  }
  return quotes;
}

function quotedWords(text: string, links: readonly ProseLink[], from: number, to: number): string {
  const pieces: string[] = [];
  let at = from;
  for (const own of links) {
    if (own.from < at) continue;
    const before = text.slice(at, own.from);
    const rest = text.slice(own.to, Math.min(to, own.to + longestSource + 1));
    const source = sourceIn(before);
    at = own.to;
    if (source === undefined) {
      pieces.push(before, partOfQuote(text.slice(own.from, own.to), before, rest));
      continue;
    }
    pieces.push(before.slice(0, source));
    // What goes on behind it in the same brackets, or on the same line, says where it is from too.
    const isBracket = /^\s*[([]/u.test(before.slice(source));
    const end = isBracket ? /^[^)\]\n]{0,160}[)\]]/u : /^[^\n]{0,160}(?:\n|$)/u;
    const tail = end.exec(rest)?.[0] ?? '';
    if (!hasClaim(tail)) at += tail.length;
  }
  pieces.push(text.slice(at, to));
  return withoutMarks(pieces.join(''));
}

export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The words of a block that is a quote, without marks around all of it. */
export function withoutMarks(words: string): string {
  const plain = words.trim();
  return /^[“”"„‟«»‹›‘‚「『]/u.test(plain) && /[”"“«»‹›’‘」』]$/u.test(plain)
    ? plain.slice(1, -1).trim()
    : plain;
}

/** Where it begins to be said where a quote is from: `— the report, `, ` (see `. */
function sourceIn(before: string): number | undefined {
  const lineAt = before.lastIndexOf('\n') + 1;
  const start = Math.max(lineAt, before.length - longestSource);
  for (let at = before.length - 1; at >= start; at--) {
    const isFirst = before.slice(lineAt, at).trim() === '';
    const isBlankBefore = /\s/u.test(before[at - 1] ?? ' ');
    const isDash = /[-–—―]/u.test(before[at] as string) && isBlankBefore;
    if (!isDash && !'(['.includes(before[at] as string)) continue;
    const said = before.slice(at + 1);
    const ahead = before.slice(0, at).trimEnd();
    if (hasClaim(said)) return undefined;
    const isEnded = /[.!?…”"“»’)\]]$/u.test(ahead);
    const isSource = !/\p{L}/u.test(said) || isFirst || isEnded || areNames(said);
    return isSource ? ahead.length : undefined;
  }
  return undefined;
}

const smallWord = /^(?:of|the|in|from|and|see|at|pp?|von|aus|der|die|und|siehe|s)$/u;

function areNames(said: string): boolean {
  const words = said.match(/\p{L}+/gu) ?? [];
  return words.every((word) => /^\p{Lu}/u.test(word) || smallWord.test(word));
}

/** What a link says within a quote is of the quote; at its end it may name the document. */
function partOfQuote(own: string, before: string, rest: string): string {
  if (isOurs(own)) return '';
  const isMark = /^[\s[(^]*\d{1,3}[\s\])]*$/u.test(own);
  if (isMark) return /\p{L}\s$/u.test(before.slice(-3)) && /^\s\p{Ll}{2}/u.test(rest) ? own : '';
  if (/[\p{L}\p{N}]/u.test(rest)) return own;
  const isEnded = /(?:^|[.!?…”"»])$/u.test(before.trimEnd().slice(-1));
  const isName = /^[\p{Lu}\d]/u.test(own.trim()) && !hasClaim(own);
  const isShort = own.trim().split(/\s+/u).length <= mostNaming && !/\d/.test(own);
  return isEnded || isName || isShort ? '' : own;
}

/** The date of a source: “31 December 2024”, “December 31, 2024”, `2024-12-31`, `31.12.2024`. */
const date =
  /(?<![\p{L}\p{N}])(?:\d{1,2}\.?\s\p{Lu}\p{L}{2,}\.?|\p{Lu}\p{L}{2,}\.?\s\d{1,2},?)\s(?:19|20)\d\d(?!\d)|(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d/gu;

/** Whether a text has a number that is more than the date or the page of a source. */
const hasClaim = (text: string) => numbersIn(text.replace(date, ' ')).some(({ isYear }) => !isYear);
