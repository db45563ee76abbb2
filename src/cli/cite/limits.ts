import type { ProseLink } from './prose.ts';

/** Links of one paragraph, with those that its notes bring. */
export const mostLinks = 1_000;
/** Citations of a file, and characters of their quotes and sentences: some times those of a long report. */
export const mostCitations = 50_000;
export const mostCompared = 50_000_000;
/** Characters of a text in Markdown, and signs of it that may be marks: each becomes a thing in memory. */
const mostMarkdown = 10_000_000;
const mostMarks = 200_000;
const marks = /[*_[\]|<>!&`\\~]/gu;
/** More lists and quotes within one another, and marks in a row, than anybody writes. */
const deep =
  /^(?:[ \t]{0,8}(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s))){100}|^[ \t>]{200,}(?:[-*+]|\d{1,9}[.)])\s|([*_~])\1{500}/mu;

/** Why a text is refused instead of being read in part: the end of a key of `cli.cite`. */
export type RefusedWhy = 'noDocx' | 'tooDeep' | 'tooMany';

/** Thrown in the reader's process; `readCitations` turns it into an error for the user. */
export class TextRefused extends Error {
  readonly why: RefusedWhy;

  constructor(why: RefusedWhy, cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

export function tooMany(): TextRefused {
  return new TextRefused('tooMany');
}

export function tooDeep(): TextRefused {
  return new TextRefused('tooDeep');
}

/** @throws TextRefused where reading a text would take all memory */
export function refuseMarks(text: string): void {
  if (text.length > mostMarkdown) throw tooMany();
  let count = 0;
  for (const _ of text.matchAll(marks)) {
    count += 1;
    if (count > mostMarks) throw tooMany();
  }
  if (deep.test(text)) throw tooDeep();
}

/** @throws TextRefused where a paragraph has more links than are compared */
export function addLink(links: ProseLink[], link: ProseLink): void {
  if (links.length >= mostLinks) throw tooMany();
  links.push(link);
}
