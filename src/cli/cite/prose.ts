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
const trailing = /[.,;:!?'")\]}>]+$/u;

export function isOurs(address: string): boolean {
  return ours.test(address);
}

/** Addresses that stand in a text as they are. */
export function bareLinks(text: string): ProseLink[] {
  return [...text.matchAll(bare)].map(({ 0: found, index }) => {
    const address = found.replace(/[<>"”“].*$/u, '').replace(trailing, '');
    return { from: index, to: index + address.length, address };
  });
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
  const lineAt = (at: number) => line + (text.slice(0, at).match(/\n/g)?.length ?? 0);
  return { text, links: bareLinks(text), isQuote, lineAt };
}
