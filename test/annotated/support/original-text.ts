import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Parser } from 'htmlparser2';
import { getDocumentProxy } from 'unpdf';

const silent = new Set('script style noscript template svg ix:header head'.split(' '));
const isBlock = new Set(
  'br caption dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table td th tr ul'.split(' '),
);
const isVoid = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** The text of an original as its pages would give it, and not as blocks; null for what has no pages. */
export async function originalText(path: string): Promise<string | null> {
  if (extname(path) === '.html') return htmlText(readFileSync(path, 'utf8'));
  return extname(path) === '.pdf' ? pdfText(new Uint8Array(readFileSync(path))) : null;
}

function htmlText(html: string): string {
  const texts: string[] = [];
  const open: boolean[] = [];
  const parser = new Parser({
    onopentag(name, { style = '' }) {
      const isSilent = open.at(-1) === true || silent.has(name) || /display:\s*none/iu.test(style);
      if (isBlock.has(name)) texts.push('\u2029');
      if (!isVoid.has(name)) open.push(isSilent);
    },
    ontext: (text) => open.at(-1) !== true && texts.push(text),
    onclosetag: (name) => !isVoid.has(name) && open.pop(),
  });
  parser.write(html);
  parser.end();
  return texts.join('');
}

async function pdfText(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  await pdf.cleanup();
  return pages.join('\n');
}
