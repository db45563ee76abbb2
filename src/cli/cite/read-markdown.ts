import type { Definition, FootnoteDefinition, Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { bareLinks, isOurs, type Paragraph, type ProseLink } from './prose.ts';

/** The text of one paragraph as it is gathered. */
interface Gathered {
  text: string;
  readonly links: ProseLink[];
  /** Where each piece begins, and its line. */
  readonly lines: { readonly at: number; readonly line: number }[];
}

/** Paragraphs of a text in Markdown, with its footnotes where they are referred to. */
export function readMarkdown(text: string): Paragraph[] {
  const root: Root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  walk(root, (node) => {
    if (node.type === 'definition') definitions.set(node.identifier, node);
    if (node.type === 'footnoteDefinition') footnotes.set(node.identifier, node);
  });
  const paragraphs: Paragraph[] = [];
  gatherBlocks(root, false);
  return paragraphs;

  function gatherBlocks(node: Nodes, isQuote: boolean): void {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableRow') {
      const gathered: Gathered = { text: '', links: [], lines: [] };
      gatherInline(node, gathered);
      paragraphs.push(asParagraph(gathered, isQuote, node.position?.start.line ?? 1));
      return;
    }
    if (node.type === 'html') {
      paragraphs.push(...htmlLinks(node.value, isQuote, node.position?.start.line ?? 1));
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
      if (isOurs(address)) into.links.push({ from, to: into.text.length, address });
    };
    switch (node.type) {
      case 'text':
      case 'inlineCode':
        into.text += node.value;
        return;
      case 'break':
        into.text += '\n';
        return;
      case 'html': {
        const [, address] = /^<a\s[^>]*href\s*=\s*["']?(sluice:[^"'\s>]+)/iu.exec(node.value) ?? [];
        if (address !== undefined) linked(address.replaceAll('&amp;', '&'));
        return;
      }
      case 'footnoteReference': {
        const note = footnotes.get(node.identifier);
        if (note !== undefined)
          for (const address of addressesIn(note)) into.links.push({ from, to: from, address });
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

  function addressesIn(note: FootnoteDefinition): string[] {
    const found: string[] = [];
    walk(note, (node) => {
      if (node.type === 'link' && isOurs(node.url)) found.push(node.url);
      if (node.type === 'text') found.push(...bareLinks(node.value).map(({ address }) => address));
    });
    return [...new Set(found)];
  }
}

function asParagraph({ text, links, lines }: Gathered, isQuote: boolean, first: number): Paragraph {
  const known = links.map(({ address }) => address);
  const others = bareLinks(text).filter(({ address }) => !known.includes(address));
  return {
    text,
    links: [...links, ...others].toSorted((left, right) => left.from - right.from),
    isQuote,
    lineAt(at) {
      const piece = lines.findLast((one) => one.at <= at);
      const within = text.slice(piece?.at ?? 0, at).match(/\n/g)?.length ?? 0;
      return (piece?.line ?? first) + within;
    },
  };
}

/** A block of HTML is not read as text: only its links are found, with what they say. */
function htmlLinks(html: string, isQuote: boolean, line: number): Paragraph[] {
  return [...html.matchAll(/<a\s[^>]*href\s*=\s*["'](sluice:[^"']+)["'][^>]*>([^<]*)</giu)].map(
    ([, address = '', text = '']) => ({
      text,
      links: [{ from: 0, to: text.length, address: address.replaceAll('&amp;', '&') }],
      isQuote,
      lineAt: () => line,
    }),
  );
}

function walk(node: Nodes, look: (node: Nodes) => void): void {
  look(node);
  if ('children' in node) for (const child of node.children) walk(child, look);
}
