import { Parser } from 'htmlparser2';
import { addLink } from './limits.ts';
import { bareLinks, isOurs, lineFinder, type Paragraph, type ProseLink } from './prose.ts';

/** Elements within a line of text; every other one begins and ends a paragraph. */
const inline =
  /^(?:a|abbr|b|bd[io]|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strong|su[bp]|time|tt|u|var|wbr)$/;
/** What nobody reads. */
const silent = new Set(['script', 'style', 'template', 'head', 'title', 'noscript', 'pre']);

interface Gathered {
  text: string;
  readonly links: ProseLink[];
  readonly line: number;
  readonly isQuote: boolean;
}

/**
 * A piece of HTML as it stands in somebody's text, as paragraphs; `depth` is how many quotes it leaves open.
 */
export function readHtml(
  html: string,
  first: number,
  isQuote: boolean,
): { readonly paragraphs: Paragraph[]; readonly depth: number } {
  const lineAt = lineFinder(html, first);
  const paragraphs: Paragraph[] = [];
  const linked: { readonly from: number; readonly address: string }[] = [];
  let depth = 0;
  let hidden = 0;
  let current: Gathered | undefined;
  const parser = new Parser({
    onopentag(name, { href }) {
      if (silent.has(name)) hidden += 1;
      else if (name === 'blockquote') {
        end();
        depth += 1;
      } else if (name === 'a') linked.push({ from: open().text.length, address: href ?? '' });
      else if (name === 'q') open().text += '“';
      else if (name === 'br' && current !== undefined) current.text += '\n';
      else if (name === 'td' || name === 'th') {
        if (current !== undefined) current.text += ' | ';
      } else if (!inline.test(name)) end();
    },
    ontext(text) {
      if (hidden === 0 && (current !== undefined || text.trim() !== '')) open().text += text;
    },
    onclosetag(name) {
      if (silent.has(name)) hidden -= 1;
      else if (name === 'blockquote') {
        end();
        depth -= 1;
      } else if (name === 'a') endLink();
      else if (name === 'q') open().text += '”';
      else if (!inline.test(name) && name !== 'br' && name !== 'td' && name !== 'th') end();
    },
  });
  parser.write(html);
  // A quote that goes on in what follows is still open: asked before the parser closes everything.
  const left = depth;
  parser.end();
  end();
  return { paragraphs, depth: left };

  function open(): Gathered {
    current ??= {
      text: '',
      links: [],
      line: lineAt(parser.startIndex),
      isQuote: isQuote || depth > 0,
    };
    return current;
  }

  function endLink(): void {
    const link = linked.pop();
    if (link !== undefined && isOurs(link.address))
      addLink(open().links, { from: link.from, to: open().text.length, address: link.address });
  }

  function end(): void {
    while (linked.length > 0) endLink();
    const done = current;
    current = undefined;
    if (done === undefined || (done.text.trim() === '' && done.links.length === 0)) return;
    const { text, isQuote: isIn, line } = done;
    paragraphs.push({
      text,
      links: withBare(text, done.links),
      isQuote: isIn,
      lineAt: lineFinder(text, line),
    });
  }
}

/** Links in order, with the addresses that stand in the text as they are, and are not what a link says. */
export function withBare(text: string, links: readonly ProseLink[]): ProseLink[] {
  const inOrder = links.toSorted((left, right) => left.from - right.from);
  let next = 0;
  const others = bareLinks(text).filter(({ from, to }) => {
    while ((inOrder[next]?.to ?? Infinity) <= from) next += 1;
    return (inOrder[next]?.from ?? Infinity) >= to;
  });
  return [...links, ...others].toSorted((left, right) => left.from - right.from);
}
