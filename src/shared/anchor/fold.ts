/**
 * A text without what differs between two extractions of it: white space, soft hyphens, hyphens at line ends,
 * forms of quotation marks and dashes, ligatures, accents written apart, the bars between cells of a table.
 * Letters keep their case, and numbers and signs before them stay: a changed number is another text.
 */
export interface FoldedText {
  readonly folded: string;
  /** Where each unit of `folded` begins in the text, in UTF-16 units. */
  readonly starts: Uint32Array;
  /** Where the character that a unit of `folded` comes from ends in the text, with its accents. */
  endOf(unit: number): number;
}

const apostrophes = '\u2018\u2019\u201a\u201b\u2032\u02bc\u0060\u00b4';
const quotes = '\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb';
const hyphens = '-\u2010\u2011\u2012\u2013\u2014\u2015\u2212';
const dropped = /[\s\u00ad\u200b-\u200f\u2060\ufeff|]/u;
/** A dash before one of these may be a sign, and a number without its sign is another. */
const signed = /[\p{N}\p{Sc}.(]/u;
/** So many dashes are a line across the page, and none the sign of what follows. */
const fewestOfRule = 4;
const mark = /\p{M}/u;
const marks = /\p{M}/gu;

/** What a character becomes: nothing, itself, or others. */
function foldCharacter(character: string): string {
  if (dropped.test(character)) return '';
  if (apostrophes.includes(character)) return "'";
  if (quotes.includes(character)) return '"';
  if (hyphens.includes(character)) return '-';
  return character.normalize('NFKD').replace(marks, '').replace(/\s|\|/gu, '');
}

/** Of characters that were met, whatever the text; Han alone has tens of thousands. */
const known = new Map<string, string>();
const mostKnown = 4_096;

/** Most characters occur thousands of times, and a document is folded sentence by sentence. */
function fold(character: string): string {
  let folded = known.get(character);
  if (folded === undefined) {
    if (known.size >= mostKnown) known.clear();
    folded = foldCharacter(character);
    known.set(character, folded);
  }
  return folded;
}

/** By code: what stays as it is, and is no dash. Most of a text are runs of such. */
const stays = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return character !== '-' && foldCharacter(character) === character ? 1 : 0;
});

export function foldText(text: string): FoldedText {
  const pieces: string[] = [];
  let starts = new Uint32Array(text.length + 16);
  let size = 0;
  /** A dash stays where a number follows; else it may be of a line's end, a bullet, or one between words. */
  let dashAt = -1;
  let dashes = 0;
  const put = (piece: string, at: number) => {
    if (size + piece.length > starts.length) starts = grown(starts, size + piece.length);
    starts.fill(at, size, size + piece.length);
    size += piece.length;
    pieces.push(piece);
  };
  /** What follows a dash decides on it. */
  const decide = (next: string) => {
    if (dashAt >= 0 && dashes < fewestOfRule && signed.test(next)) put('-', dashAt);
    dashAt = -1;
  };
  for (let at = 0; at < text.length; ) {
    if (stays[text.charCodeAt(at)] === 1) {
      const from = at;
      decide(text[from] as string);
      do at += 1;
      while (stays[text.charCodeAt(at)] === 1);
      if (size + at - from > starts.length) starts = grown(starts, size + at - from);
      for (let unit = from; unit < at; unit++) starts[size + unit - from] = unit;
      size += at - from;
      pieces.push(text.slice(from, at));
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    const piece = fold(character);
    if (piece === '-') {
      dashes = dashAt === at - 1 ? dashes + 1 : 1;
      dashAt = at;
    } else if (piece !== '') {
      decide(piece);
      put(piece, at);
    }
    at += character.length;
  }
  const from = starts.subarray(0, size);
  return {
    folded: pieces.join(''),
    starts: from,
    endOf(unit) {
      const at = from[unit] as number;
      let end = at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
      // None comes before U+0300.
      while (text.charCodeAt(end) >= 0x300 && mark.test(text[end] as string)) end += 1;
      return end;
    },
  };
}

function grown(old: Uint32Array<ArrayBuffer>, atLeast: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(atLeast, old.length * 2));
  larger.set(old);
  return larger;
}
