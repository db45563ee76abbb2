import { escapeAttribute, escapeText } from '../html/escape-text.ts';
import { sanitiseHtml } from '../html/sanitise-html.ts';
import { readXml } from './read-xml.ts';
import { type WordFacts, wordFacts } from './word-facts.ts';
import { wordParts } from './word-parts.ts';

/** What a reader does not see: older forms, codes of fields, and what was moved or deleted. */
const silent = new Set(['Fallback', 'moveFrom', 'instrText', 'delText']);
const styles: ReadonlyMap<string, string> = new Map([
  ['b', 'b'],
  ['i', 'i'],
  ['u', 'u'],
  ['strike', 's'],
]);
const off = new Set(['0', 'false', 'none']);

interface Paragraph {
  readonly words: string[];
  style: string;
  /** The list it is an item of; empty for none. */
  list: string;
}

/**
 * A Word file as headings, paragraphs, lists and tables, with what is bold, in italics, or leads to the web.
 *
 * @throws Unshown
 */
export function wordPage(bytes: Uint8Array): string {
  const parts = wordParts(bytes);
  const writer = new WordWriter(wordFacts(parts));
  readXml(parts.document, writer);
  writer.isInNotes = true;
  for (const { xml } of [parts.footnotes, parts.endnotes]) readXml(xml, writer);
  return sanitiseHtml(writer.end());
}

class WordWriter {
  /** Among them are the lines that part notes from text, as empty paragraphs. */
  isInNotes = false;
  readonly #facts: WordFacts;
  readonly #written: string[] = [];
  /** A text box stands inside a paragraph, so paragraphs nest. */
  readonly #open: Paragraph[] = [];
  #list = '';
  #silent = 0;
  /** Elements of the run that is read; undefined outside of one. */
  #run: Set<string> | undefined;
  #isText = false;
  #isStyle = false;
  /** The cell that is being read covers so many columns. */
  #span = 1;
  #isCellWritten = true;

  constructor(facts: WordFacts) {
    this.#facts = facts;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const { val = '', id = '' } = attributes;
    if (silent.has(name)) this.#silent += 1;
    else if (name === 'p') {
      this.#beginCell();
      this.#open.push({ words: [], style: '', list: '' });
    } else if (name === 'tbl') this.#beginTable();
    else if (name === 'tr') this.#written.push('<tr>');
    else if (name === 'tc') {
      this.#span = 1;
      this.#isCellWritten = false;
    } else if (name === 'gridSpan') this.#span = Math.min(1_000, Math.max(1, Math.trunc(Number(val)) || 1));
    else if (name === 'hyperlink')
      this.#say(`<a href="${escapeAttribute(this.#facts.links.get(id) ?? '')}">`);
    else this.#openInParagraph(name, val);
  }

  text(text: string): void {
    if (!this.#isText || this.#silent > 0) return;
    const around = [...(this.#run ?? [])];
    const before = around.map((element) => `<${element}>`).join('');
    const after = around.toReversed().map((element) => `</${element}>`);
    this.#say(`${before}${escapeText(text)}${after.join('')}`);
  }

  close(name: string): void {
    if (silent.has(name)) this.#silent -= 1;
    else if (name === 't') this.#isText = false;
    else if (name === 'r') this.#run = undefined;
    else if (name === 'rPr') this.#isStyle = false;
    else if (name === 'hyperlink') this.#say('</a>');
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc') {
      this.#beginCell();
      this.#endList();
      this.#written.push('</td>');
    } else if (name === 'tr') this.#written.push('</tr>');
    else if (name === 'tbl') this.#written.push('</tbody></table>');
  }

  end(): string {
    this.#endList();
    return this.#written.join('');
  }

  #openInParagraph(name: string, val: string): void {
    const paragraph = this.#open.at(-1);
    if (paragraph === undefined) return;
    const style = styles.get(name);
    if (name === 'r') this.#run = new Set();
    else if (name === 'rPr') this.#isStyle = true;
    else if (name === 't') this.#isText = true;
    else if (name === 'pStyle') paragraph.style = val;
    else if (name === 'numId') paragraph.list = val === '0' ? '' : val;
    else if (this.#run === undefined) return;
    else if (this.#isStyle && style !== undefined && !off.has(val)) this.#run.add(style);
    else if (name === 'br' || name === 'cr') this.#say('<br>');
    else if (name === 'tab') this.#say(' ');
    else if (name === 'noBreakHyphen') this.#say('-');
  }

  #say(words: string): void {
    this.#open.at(-1)?.words.push(words);
  }

  #beginTable(): void {
    this.#beginCell();
    this.#endList();
    this.#written.push('<table class="sluice-cells"><tbody>');
    this.#isCellWritten = true;
  }

  /** How many columns a cell covers is known only after it was opened. */
  #beginCell(): void {
    if (this.#isCellWritten) return;
    this.#isCellWritten = true;
    this.#written.push(this.#span > 1 ? `<td colspan="${this.#span}">` : '<td>');
  }

  #endParagraph(): void {
    const paragraph = this.#open.pop();
    if (paragraph === undefined) return;
    const words = paragraph.words.join('');
    if (this.isInNotes && words === '') return;
    const level = this.#facts.headings.get(paragraph.style);
    if (level !== undefined || paragraph.list === '') {
      this.#endList();
      const element = level === undefined ? 'p' : `h${level}`;
      this.#written.push(`<${element}>${words}</${element}>`);
      return;
    }
    if (this.#list !== paragraph.list) {
      this.#endList();
      this.#list = paragraph.list;
      this.#written.push(this.#facts.ordered.has(this.#list) ? '<ol>' : '<ul>');
    }
    this.#written.push(`<li>${words}</li>`);
  }

  #endList(): void {
    if (this.#list !== '') this.#written.push(this.#facts.ordered.has(this.#list) ? '</ol>' : '</ul>');
    this.#list = '';
  }
}
