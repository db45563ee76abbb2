/** Characters of a text; `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What one cell of a table says. */
export interface LineCell extends Span {
  readonly words: string;
  /** Separators between what belongs to one value, such as a currency and its number. */
  readonly gaps: readonly Span[];
  readonly isFigure: boolean;
  /** A year, a date or a span of time: what columns of figures are headed with. */
  readonly isPeriod: boolean;
}

/** A line of a table's text; `end` is where its line break begins. */
export interface TableLine extends Span {
  readonly cells: readonly LineCell[];
}

const separator = / *\| *|\t+/g;
const currency = /^(?:[A-Z]{0,3}[$€£¥₹₩]|CHF|EUR|USD|GBP|JPY)$/;
/** A number, or the dash that stands for none; it may lack the bracket that closes it. */
const number = /^(?:\(?[-+−]?(?:\d{1,3}(?:[,.’' ]\d{3})+|\d+)?(?:[.,]\d+)?\)?|[—–-])$/;
const hasDigit = /\d|^[—–-]$/;
/** What follows its number in a cell of its own. */
const tail = /^(?:\)|%|\)\s*%|%\s*\)|‰|pp|pts?\.?|bps?|x|×)$/;
const figure =
  /^(?:[A-Z]{0,3}[$€£¥₹₩]|CHF|EUR|USD|GBP|JPY)?\s*(?:\(?[-+−]?[A-Z]{0,3}[$€£¥₹₩]?\s*\d[\d,.’']*|[—–-])\s*(?:%|‰|pp|pts?\.?|bps?|x|×)?\)?\s*%?$/;
const month = '(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]*\\.?';
const period = new RegExp(
  [
    '^(?:fy|q[1-4]|h[12]|[1-4]q)?\\s*(?:19|20)\\d\\d[ae]?$',
    `^${month} \\d{1,2}(?:, ?(?:19|20)\\d\\d)?,?$`,
    `^\\d{1,2}\\.? ${month} (?:19|20)\\d\\d$`,
    `^${month},? (?:19|20)\\d\\d$`,
    '^\\d{1,2}[/.]\\d{1,2}[/.](?:\\d\\d|(?:19|20)\\d\\d)$',
    '^(?:19|20)\\d\\d-\\d\\d-\\d\\d$',
  ].join('|'),
  'i',
);

/** The lines of a table's text, what belongs to one value taken together. */
export function tableLines(text: string): TableLine[] {
  const lines: TableLine[] = [];
  let start = 0;
  for (const words of text.split('\n')) {
    const end = start + words.length;
    lines.push({ start, end, cells: joined(text, piecesOf(words, start)) });
    start = end + 1;
  }
  return lines;
}

function piecesOf(line: string, offset: number): Span[] {
  const pieces: Span[] = [];
  let start = 0;
  for (const { index, 0: found } of line.matchAll(separator)) {
    pieces.push({ start: offset + start, end: offset + index });
    start = index + found.length;
  }
  pieces.push({ start: offset + start, end: offset + line.length });
  return pieces;
}

/** Puts a currency before its number, and a per cent sign or a bracket after it. */
export function joined(text: string, pieces: readonly Span[]): LineCell[] {
  const cells: LineCell[] = [];
  const wordsOf = (piece: Span | undefined) => (piece ? text.slice(piece.start, piece.end).trim() : '');
  for (let at = 0; at < pieces.length; at++) {
    const first = pieces[at] as Span;
    const parts = [first];
    let value = wordsOf(first);
    if (currency.test(value) && isNumber(wordsOf(pieces[at + 1]))) {
      value += wordsOf(pieces[++at]);
      parts.push(pieces[at] as Span);
    }
    while (isValue(value) && tail.test(wordsOf(pieces[at + 1]))) {
      value += wordsOf(pieces[++at]);
      parts.push(pieces[at] as Span);
    }
    const end = (pieces[at] as Span).end;
    const gaps = parts
      .slice(1)
      .map((part, index) => ({ start: (parts[index] as Span).end, end: part.start }));
    const isPeriod = period.test(value);
    cells.push({ start: first.start, end, words: value, gaps, isFigure: figure.test(value), isPeriod });
  }
  return cells;
}

const isNumber = (words: string) => hasDigit.test(words) && number.test(words);
const isValue = (words: string) =>
  isNumber(words) || figure.test(words) || /^.{1,4}[([]\d[\d,.]*$/.test(words);
