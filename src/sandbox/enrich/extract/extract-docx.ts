import { type Block, type ExtractedDocument, oneLine, tableBlocks } from './block.ts';
import { docxParts, readWordXml } from './docx-parts.ts';

/** A bold paragraph longer than this is emphasis and no heading. */
const longestHeading = 160;

/** Parts of the text that a reader of the document does not see: older forms, and what was moved away. */
const silent = new Set(['Fallback', 'moveFrom', 'instrText', 'delText']);

/**
 * Reads a Word file into headings, paragraphs, lists and tables.
 *
 * @throws Unreadable when it is no DOCX, or too large to be read
 */
export function extractDocx(bytes: Buffer): ExtractedDocument {
  const parts = docxParts(bytes);
  const reader = new WordReader(headingStyles(parts.styles), orderedLists(parts.numbering));
  for (const xml of [parts.document, ...parts.notes]) readWordXml(xml, reader);
  const blocks = reader.end();
  const heading = blocks.find((block) => block.kind === 'HEADING');
  return { title: heading?.text ?? '', blocks, metadata: {} };
}

interface Paragraph {
  text: string;
  style: string;
  /** The list it is an item of; empty for none. */
  list: string;
  letters: number;
  boldLetters: number;
}

class WordReader {
  readonly #headings: ReadonlySet<string>;
  readonly #ordered: ReadonlySet<string>;
  readonly #blocks: Block[] = [];
  /** A text box stands inside a paragraph, so paragraphs nest. */
  readonly #open: Paragraph[] = [];
  #list: { id: string; items: string[] } | undefined;
  #tables = 0;
  #rows: string[][] = [];
  #cell = '';
  #silent = 0;
  #inRun = false;
  #bold = false;
  #inText = false;

  constructor(headings: ReadonlySet<string>, ordered: ReadonlySet<string>) {
    this.#headings = headings;
    this.#ordered = ordered;
  }

  open(name: string, { val = '' }: Readonly<Record<string, string>>): void {
    const paragraph = this.#open.at(-1);
    if (silent.has(name)) this.#silent += 1;
    else if (name === 'p') this.#open.push({ text: '', style: '', list: '', letters: 0, boldLetters: 0 });
    else if (name === 'tbl') this.#enterTable();
    else if (name === 'tr' && this.#tables === 1) this.#rows.push([]);
    else if (name === 'tc' && this.#tables === 1) this.#cell = '';
    else if (name === 't') this.#inText = true;
    else if (name === 'r') {
      this.#inRun = true;
      this.#bold = false;
    } else if (name === 'b' && this.#inRun) this.#bold = val !== '0' && val !== 'false';
    else if (paragraph === undefined) return;
    else if (name === 'pStyle') paragraph.style = val;
    else if (name === 'numId') paragraph.list = val === '0' ? '' : val;
    // Runs only: a tab of the paragraph's own says where tabs end.
    else if (this.#inRun && ['tab', 'br', 'cr'].includes(name)) paragraph.text += ' ';
    else if (name === 'noBreakHyphen') paragraph.text += '-';
  }

  text(text: string): void {
    const paragraph = this.#open.at(-1);
    if (!this.#inText || this.#silent > 0 || paragraph === undefined) return;
    const letters = text.replace(/\s+/g, '').length;
    paragraph.text += text;
    paragraph.letters += letters;
    if (this.#bold) paragraph.boldLetters += letters;
  }

  close(name: string): void {
    if (silent.has(name)) this.#silent -= 1;
    else if (name === 't') this.#inText = false;
    else if (name === 'r') this.#inRun = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc' && this.#tables === 1) this.#rows.at(-1)?.push(this.#cell);
    else if (name === 'tbl') this.#leaveTable();
  }

  end(): Block[] {
    this.#endList();
    return this.#blocks;
  }

  #endParagraph(): void {
    const paragraph = this.#open.pop();
    const text = oneLine(paragraph?.text ?? '');
    if (paragraph === undefined || text === '') return;
    if (this.#tables > 0) {
      this.#cell += ` ${text}`;
    } else if (paragraph.list !== '' && !this.#headings.has(paragraph.style)) {
      if (this.#list?.id !== paragraph.list) this.#endList();
      this.#list ??= { id: paragraph.list, items: [] };
      this.#list.items.push(text);
    } else {
      this.#endList();
      this.#blocks.push({ kind: this.#isHeading(paragraph, text) ? 'HEADING' : 'TEXT', text });
    }
  }

  #isHeading({ style, letters, boldLetters }: Paragraph, text: string): boolean {
    if (this.#headings.has(style) || /^(heading\d|title)$/i.test(style)) return true;
    return letters > 0 && letters === boldLetters && text.length <= longestHeading && /\p{L}{2}/u.test(text);
  }

  #enterTable(): void {
    this.#tables += 1;
    if (this.#tables > 1) return;
    this.#endList();
    this.#rows = [];
  }

  #leaveTable(): void {
    this.#tables -= 1;
    if (this.#tables === 0) this.#blocks.push(...tableBlocks(this.#rows));
  }

  #endList(): void {
    const list = this.#list;
    this.#list = undefined;
    if (list === undefined) return;
    const ordered = this.#ordered.has(list.id);
    const text = list.items
      .map((item, index) => (ordered ? `${index + 1}. ${item}` : `• ${item}`))
      .join('\n');
    this.#blocks.push({ kind: ordered ? 'LIST_ORDERED' : 'LIST_UNORDERED', text });
  }
}

/**
 * The ids of the styles named as headings; the ids themselves are in the language of whoever wrote the
 * document.
 */
function headingStyles(xml: string): Set<string> {
  const ids = new Set<string>();
  let id = '';
  readWordXml(xml, {
    open(name, { styleId, val = '' }) {
      if (name === 'style') id = styleId ?? '';
      else if (name === 'name' && /^(heading \d|title)$/i.test(val)) ids.add(id);
    },
  });
  return ids;
}

/** The ids of the lists whose first level is numbered. */
function orderedLists(xml: string): Set<string> {
  const formats = new Map<string, string>();
  const ids = new Set<string>();
  let abstract = '';
  let list = '';
  readWordXml(xml, {
    open(name, { abstractNumId = '', numId = '', val = '' }) {
      if (name === 'abstractNum') abstract = abstractNumId;
      else if (name === 'numFmt' && !formats.has(abstract)) formats.set(abstract, val);
      else if (name === 'num') list = numId;
      // The definitions stand before the lists (ISO/IEC 29500-1, 17.9.17).
      else if (name === 'abstractNumId' && formats.get(val) !== 'bullet' && formats.has(val)) ids.add(list);
    },
  });
  return ids;
}
