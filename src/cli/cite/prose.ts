import { lastWhere } from '#shared/last-where.ts';

/** A link in a paragraph: the characters that carry it, none for one that a footnote brings. */
export interface ProseLink {
  readonly from: number;
  readonly to: number;
  readonly address: string;
}

/** A paragraph of somebody's text, whatever file it stood in. */
export interface Paragraph {
  /** Without any marks of the format. */
  readonly text: string;
  readonly links: readonly ProseLink[];
  /** It is a quote as a whole. */
  readonly isQuote: boolean;
  /** Line of the file that a character stands in, from 1; of a Word file its paragraph. */
  readonly lineAt: (at: number) => number;
}

const ours = /^sluice:/i;
/** What may follow an address in a sentence and is no part of it. */
const bare = /sluice:\/\/[!-~]+/giu;
const trailing = '.,;:!?\'")]}>';

export function isOurs(address: string): boolean {
  return ours.test(address);
}

/** Addresses that stand in a text as they are. */
export function bareLinks(text: string): ProseLink[] {
  return [...text.matchAll(bare)].map(({ 0: found, index }) => {
    let to = /[<>"]/u.exec(found)?.index ?? found.length;
    while (trailing.includes(found[to - 1] as string)) to -= 1;
    return { from: index, to: index + to, address: found.slice(0, to) };
  });
}

/** The line that a character of a text stands in, where the text begins in `first`. */
export function lineFinder(text: string, first: number): (at: number) => number {
  let ends: number[] | undefined;
  return (at) => {
    ends ??= [...text.matchAll(/\n/g)].map(({ index }) => index);
    const known = ends;
    return first + lastWhere(known.length, (index) => (known[index] as number) < at) + 1;
  };
}

/** Paragraphs of a plain text: what stands between empty lines. */
export function readPlain(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const lines = text.split(/\r\n|[\n\r]/);
  for (let first = 0; first < lines.length; first++) {
    if (isEmpty(lines[first])) continue;
    let last = first;
    while (last + 1 < lines.length && !isEmpty(lines[last + 1])) last += 1;
    const own = lines.slice(first, last + 1);
    const isQuote = own.every((line) => /^\s*>/.test(line));
    const shown = isQuote ? own.map((line) => line.replace(/^\s*>\s?/, '')) : own;
    paragraphs.push(paragraphOf(shown.join('\n'), first + 1, isQuote));
    first = last;
  }
  return paragraphs;
}

const isEmpty = (line: string | undefined) =>
  line === undefined || line.trim() === '' || /^\s*>\s*$/.test(line);

function paragraphOf(text: string, line: number, isQuote: boolean): Paragraph {
  return { text, links: bareLinks(text), isQuote, lineAt: lineFinder(text, line) };
}
