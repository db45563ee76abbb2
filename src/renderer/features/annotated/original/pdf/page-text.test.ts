import { describe, expect, test } from 'vitest';
import { DocumentText, pageText, partsBetween, type TextPiece } from './page-text.ts';

const piece = (str: string, hasEOL = false): TextPiece => ({ str, hasEOL });
const pieces = [piece('The is'), piece('suer', true), piece(''), piece('sold', true), piece('all.')];

describe('the text of a page', () => {
  const text = pageText(pieces);

  test('has a line for each line, and words that its pieces part stay whole', () => {
    expect(text.text).toBe('The issuer\nsold\nall.');
    expect(text.starts).toEqual([0, 6, 11, 11, 16]);
  });

  test('what stands between two units is told piece by piece', () => {
    const from = text.text.indexOf('issuer');
    const to = text.text.indexOf('old') + 1;
    const shown = partsBetween(pieces, text, from, to).map((part) =>
      (pieces[part.piece] as TextPiece).str.slice(part.from, part.to),
    );
    expect(shown).toEqual(['is', 'suer', 'so']);
  });

  test('an end of line is no part of any piece, and units beyond the text are none', () => {
    expect(partsBetween(pieces, text, 10, 11)).toEqual([]);
    expect(partsBetween(pieces, text, 90, 99)).toEqual([]);
    expect(partsBetween([], pageText([]), 0, 5)).toEqual([]);
  });
});

describe('the text of all pages', () => {
  const text = new DocumentText(['One', '', 'Three']);

  test('knows the page of each unit', () => {
    expect(text.text).toBe('One\n\nThree');
    expect(text.starts).toEqual([0, 4, 5]);
    expect([0, 2, 3, 4, 5, 9].map((unit) => text.pageAt(unit))).toEqual([0, 0, 0, 1, 2, 2]);
    expect([-1, 10].map((unit) => text.pageAt(unit))).toEqual([-1, -1]);
  });

  test('a scan has none', () => {
    expect(text.isEmpty).toBe(false);
    expect(new DocumentText(['', '\n', ' ']).isEmpty).toBe(true);
    expect(new DocumentText([]).pageAt(0)).toBe(-1);
  });
});
