import { lastWhere } from '#shared/last-where.ts';
/** A piece of a page's text, as pdf.js gives it. */
export interface TextPiece {
  readonly str: string;
  readonly hasEOL: boolean;
}

export interface PageText {
  readonly text: string;
  /** Where each piece begins in it. */
  readonly starts: readonly number[];
}

/** The text of a page, one line after the other. */
export function pageText(pieces: readonly TextPiece[]): PageText {
  const starts: number[] = [];
  let text = '';
  for (const { str, hasEOL } of pieces) {
    starts.push(text.length);
    text += hasEOL ? `${str}\n` : str;
  }
  return { text, starts };
}

/** A part of a piece: UTF-16 units of it. */
export interface PiecePart {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}

/** What of each piece stands between two units of a page's text. */
export function partsBetween(
  pieces: readonly TextPiece[],
  { starts }: PageText,
  from: number,
  to: number,
): readonly PiecePart[] {
  const parts: PiecePart[] = [];
  for (let piece = pieceAt(starts, from); piece < starts.length; piece++) {
    const start = starts[piece] as number;
    if (start >= to) break;
    const length = (pieces[piece] as TextPiece).str.length;
    const part = { piece, from: Math.max(0, from - start), to: Math.min(length, to - start) };
    if (part.to > part.from) parts.push(part);
  }
  return parts;
}

/** The piece a unit stands in. */
export function pieceAt(starts: readonly number[], unit: number): number {
  return Math.max(
    0,
    lastWhere(starts.length, (index) => (starts[index] as number) <= unit),
  );
}

/** The text of all pages. */
export class DocumentText {
  readonly text: string;
  /** Where each page begins. */
  readonly starts: readonly number[];

  constructor(pages: readonly string[]) {
    const starts: number[] = [];
    let length = 0;
    for (const page of pages) {
      starts.push(length);
      // What ends a page ends its last line.
      length += page.length + 1;
    }
    this.text = pages.join('\n');
    this.starts = starts;
  }

  /** From 0; -1 where there is no such unit. */
  pageAt(unit: number): number {
    return unit < 0 || unit >= this.text.length ? -1 : pieceAt(this.starts, unit);
  }

  get isEmpty(): boolean {
    return !/\S/.test(this.text);
  }
}
