import { Parser } from 'htmlparser2';
import {
  type Block,
  type BlockKind,
  type ExtractedDocument,
  oneLine,
  tableBlocks,
  Unreadable,
} from './block.ts';

/** Elements whose start and end part one block from the next. */
const blockElements = new Set(
  'p div h1 h2 h3 h4 h5 h6 section article header main aside nav blockquote pre address dl dt dd figure figcaption br hr body form fieldset center'.split(
    ' ',
  ),
);
/** Elements whose text nobody reads. */
const silentElements = new Set(['script', 'style', 'noscript', 'template', 'svg', 'ix:header', 'head']);
/** Elements that HTML never closes. */
const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const boldElements = new Set(['b', 'strong', 'th']);

/**
 * Open elements past this are no page but an attack: closing each costs the parser a walk over all that are
 * open. Old filings that never close a font stay far below it.
 */
const deepest = 10_000;

/** A bold line longer than this is emphasis and no heading. */
const longestHeading = 160;

interface OpenElement {
  name: string;
  bold: boolean;
  silent: boolean;
}

/**
 * Reads HTML (filings, notes, mails) into blocks; forgiving, as browsers are.
 *
 * @throws Unreadable when it is nested without end
 */
export function extractHtml(html: string): ExtractedDocument {
  const reader = new HtmlReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (text) => reader.text(text),
      onclosetag: (name) => reader.close(name),
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return reader.end();
}

class HtmlReader {
  readonly #blocks: Block[] = [];
  readonly #open: OpenElement[] = [];
  #words = '';
  /** Letters of the present block, and how many of them are bold. */
  #letters = 0;
  #boldLetters = 0;
  #title = '';
  #inTitle = false;
  #heading = 0;
  #footer = 0;
  #tableDepth = 0;
  #rows: string[][] = [];
  #lists: { ordered: boolean; items: string[] }[] = [];

  open(name: string, attributes: Record<string, string>): void {
    const parent = this.#open.at(-1);
    const style = attributes.style?.toLowerCase().replace(/\s/g, '') ?? '';
    const silent = parent?.silent === true || silentElements.has(name) || style.includes('display:none');
    const bold = isBold(name, style) ?? parent?.bold ?? false;
    if (name === 'title') this.#inTitle = true;
    if (!silent) this.#enter(name);
    if (voidElements.has(name)) return;
    this.#open.push({ name, bold, silent });
    if (this.#open.length > deepest)
      throw new Unreadable('EXTRACTION_FAILED', 'The page is nested too deeply.');
  }

  text(text: string): void {
    if (this.#inTitle) this.#title += text;
    const element = this.#open.at(-1);
    if (element?.silent === true) return;
    this.#words += text;
    const letters = text.replace(/\s+/g, '').length;
    this.#letters += letters;
    if (element?.bold === true) this.#boldLetters += letters;
  }

  close(name: string): void {
    if (name === 'title') this.#inTitle = false;
    if (voidElements.has(name)) return;
    const element = this.#open.pop();
    if (element !== undefined && !element.silent) this.#leave(name);
  }

  end(): ExtractedDocument {
    this.#flush();
    const heading = this.#blocks.find((block) => block.kind === 'HEADING');
    return { title: oneLine(this.#title) || (heading?.text ?? ''), blocks: this.#blocks, metadata: {} };
  }

  #enter(name: string): void {
    if (this.#tableDepth > 0) {
      if (name === 'table') this.#tableDepth += 1;
      else if (name === 'tr' && this.#tableDepth === 1) this.#rows.push([]);
      else if (isCell(name) && this.#tableDepth === 1) this.#words = '';
      // A table in a cell is text of the cell.
      else if (isCell(name) || blockElements.has(name)) this.#words += ' ';
      return;
    }
    if (name === 'table') {
      this.#flush();
      this.#tableDepth = 1;
      this.#rows = [];
    } else if (name === 'ul' || name === 'ol') {
      this.#flush();
      this.#lists.push({ ordered: name === 'ol', items: [] });
    } else if (name === 'li' || blockElements.has(name) || name === 'footer') {
      this.#flush();
    }
    if (/^h[1-6]$/.test(name)) this.#heading += 1;
    if (name === 'footer') this.#footer += 1;
  }

  #leave(name: string): void {
    if (this.#tableDepth > 0) {
      if (isCell(name) && this.#tableDepth === 1) {
        this.#rows.at(-1)?.push(this.#words);
        this.#words = '';
      } else if (name === 'table') {
        this.#tableDepth -= 1;
        if (this.#tableDepth === 0) this.#endTable();
      }
      return;
    }
    if (name === 'li' || blockElements.has(name) || name === 'footer') this.#flush();
    if (/^h[1-6]$/.test(name)) this.#heading -= 1;
    if (name === 'footer') this.#footer -= 1;
    if (name === 'ul' || name === 'ol') this.#endList();
  }

  #endTable(): void {
    this.#reset();
    // One row with one or two cells is how old pages indent a paragraph or a bullet.
    const filled = this.#rows.map((cells) => cells.map(oneLine).filter((cell) => cell !== ''));
    const full = filled.filter((cells) => cells.length > 0);
    if (full.length === 1 && (full[0]?.length ?? 0) <= 2) {
      this.#add('TEXT', full[0]?.join(' ') ?? '');
      return;
    }
    this.#blocks.push(...tableBlocks(full));
  }

  #endList(): void {
    const list = this.#lists.pop();
    if (list === undefined || list.items.length === 0) return;
    const text = list.items
      .map((item, index) => (list.ordered ? `${index + 1}. ${item}` : `• ${item}`))
      .join('\n');
    const outer = this.#lists.at(-1);
    if (outer !== undefined) outer.items.push(...list.items);
    else this.#blocks.push({ kind: list.ordered ? 'LIST_ORDERED' : 'LIST_UNORDERED', text });
  }

  #flush(): void {
    const text = oneLine(this.#words);
    const bold = this.#letters > 0 && this.#boldLetters === this.#letters;
    this.#reset();
    if (text === '') return;
    const list = this.#lists.at(-1);
    if (list !== undefined) list.items.push(text);
    else this.#add(this.#kindOf(text, bold), text);
  }

  #kindOf(text: string, bold: boolean): BlockKind {
    if (this.#footer > 0 || /^(page )?\d{1,4}( of \d{1,4})?$/i.test(text)) return 'FOOTER';
    if (this.#heading > 0) return 'HEADING';
    return bold && text.length <= longestHeading && /\p{L}{2}/u.test(text) ? 'HEADING' : 'TEXT';
  }

  #add(kind: BlockKind, text: string): void {
    if (text !== '') this.#blocks.push({ kind, text });
  }

  #reset(): void {
    this.#words = '';
    this.#letters = 0;
    this.#boldLetters = 0;
  }
}

function isCell(name: string): boolean {
  return name === 'td' || name === 'th';
}

function isBold(name: string, style: string): boolean | undefined {
  const weight = /font-weight:(\w+)/.exec(style)?.[1];
  if (weight !== undefined) return weight === 'bold' || Number(weight) >= 600;
  return boldElements.has(name) ? true : undefined;
}
