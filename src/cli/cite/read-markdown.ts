import type { Definition, FootnoteDefinition, Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { Parser } from 'htmlparser2';
import { lastWhere } from '#shared/last-where.ts';
import { addLink, refuseMarks, tooDeep } from './limits.ts';
import { bareLinks, isOurs, lineFinder, type Paragraph, type ProseLink } from './prose.ts';
import { readHtml, withBare } from './read-html.ts';

/** The text of one paragraph as it is gathered. */
interface Gathered {
  text: string;
  readonly links: ProseLink[];
  /** Where each piece begins, and its line. */
  readonly lines: { readonly at: number; readonly line: number }[];
  /** Links in HTML that are not closed yet. */
  readonly open: { readonly from: number; readonly address: string }[];
}

/** Paragraphs of a text in Markdown, with its footnotes where they are referred to. */
export function readMarkdown(text: string): Paragraph[] {
  refuseMarks(text);
  try {
    return paragraphsOf(text);
  } catch (cause) {
    // What stands in one another is read by calls in one another.
    throw cause instanceof RangeError ? tooDeep() : cause;
  }
}

function paragraphsOf(text: string): Paragraph[] {
  const root: Root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  walk(root, (node) => {
    // Of several the first counts.
    if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node);
    if (node.type === 'footnoteDefinition' && !footnotes.has(node.identifier))
      footnotes.set(node.identifier, node);
  });
  const ofNotes = new Map<FootnoteDefinition, readonly string[]>();
  const paragraphs: Paragraph[] = [];
  /** Quotes that HTML has opened, with Markdown in them. */
  let quotes = 0;
  gatherBlocks(root, false);
  return paragraphs;

  function gatherBlocks(node: Nodes, isQuote: boolean): void {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableRow') {
      const gathered: Gathered = { text: '', links: [], lines: [], open: [] };
      gatherInline(node, gathered);
      while (gathered.open.length > 0) endLink(gathered);
      paragraphs.push(asParagraph(gathered, isQuote || quotes > 0, node.position?.start.line ?? 1));
      return;
    }
    if (node.type === 'html') {
      const html = readHtml(node.value, node.position?.start.line ?? 1, isQuote || quotes > 0);
      paragraphs.push(...html.paragraphs);
      quotes = Math.max(0, quotes + html.depth);
      return;
    }
    if (node.type === 'code' || node.type === 'definition') return;
    if ('children' in node)
      for (const child of node.children) gatherBlocks(child, isQuote || node.type === 'blockquote');
  }

  function gatherInline(node: Nodes, into: Gathered): void {
    const from = into.text.length;
    into.lines.push({ at: from, line: node.position?.start.line ?? 1 });
    const linked = (address: string) => {
      if (isOurs(address)) addLink(into.links, { from, to: into.text.length, address });
    };
    switch (node.type) {
      case 'text':
      case 'inlineCode':
        into.text += node.value;
        return;
      case 'break':
        into.text += '\n';
        return;
      case 'html':
        gatherTag(node.value, into);
        return;
      case 'footnoteReference': {
        const note = footnotes.get(node.identifier);
        if (note !== undefined)
          for (const address of addressesIn(note)) addLink(into.links, { from, to: from, address });
        return;
      }
      case 'image':
      case 'imageReference':
        into.text += node.alt ?? '';
        return;
      default:
        if ('children' in node) for (const child of node.children) gatherInline(child, into);
        if (node.type === 'tableCell') into.text += ' | ';
        if (node.type === 'link') linked(node.url);
        if (node.type === 'linkReference') linked(definitions.get(node.identifier)?.url ?? '');
    }
  }

  function addressesIn(note: FootnoteDefinition): readonly string[] {
    const known = ofNotes.get(note) ?? readAddresses(note);
    ofNotes.set(note, known);
    return known;
  }

  function readAddresses(note: FootnoteDefinition): string[] {
    const found: string[] = [];
    walk(note, (node) => {
      if (node.type === 'link') found.push(node.url);
      if (node.type === 'linkReference') found.push(definitions.get(node.identifier)?.url ?? '');
      if (node.type === 'text') found.push(...bareLinks(node.value).map(({ address }) => address));
      if (node.type === 'html') found.push(hrefOf(node.value) ?? '');
    });
    return [...new Set(found.filter(isOurs))];
  }
}

/** A tag of HTML within a line. */
function gatherTag(tag: string, into: Gathered): void {
  const name = /^<(\/?[a-z]+)/iu.exec(tag)?.[1]?.toLowerCase();
  if (name === 'a') into.open.push({ from: into.text.length, address: hrefOf(tag) ?? '' });
  else if (name === '/a') endLink(into);
  else if (name === 'br') into.text += '\n';
  else if (name === 'q') into.text += '“';
  else if (name === '/q') into.text += '”';
}

function endLink({ open, links, text }: Gathered): void {
  const link = open.pop();
  if (link !== undefined && isOurs(link.address))
    addLink(links, { from: link.from, to: text.length, address: link.address });
}

function hrefOf(tag: string): string | undefined {
  let found: string | undefined;
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'a') found ??= href;
    },
  });
  parser.end(tag);
  return found;
}

function asParagraph({ text, links, lines }: Gathered, isQuote: boolean, first: number): Paragraph {
  const linesBefore = lineFinder(text, 0);
  return {
    text,
    links: withBare(text, links),
    isQuote,
    lineAt(at) {
      const piece = lines[lastWhere(lines.length, (index) => (lines[index]?.at ?? 0) <= at)];
      return (piece?.line ?? first) + linesBefore(at) - linesBefore(piece?.at ?? 0);
    },
  };
}

function walk(node: Nodes, look: (node: Nodes) => void): void {
  look(node);
  if ('children' in node) for (const child of node.children) walk(child, look);
}
