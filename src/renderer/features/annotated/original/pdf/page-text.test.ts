import { describe, expect, test } from 'vitest';
import { DocumentText, pageText } from './page-text.ts';

test('the text of a page has a line for each line, and words in several pieces stay whole', () => {
  const piece = (str: string, hasEOL = false) => ({ str, hasEOL });
  const pieces = [piece('The is'), piece('suer', true), piece(''), piece('sold', true), piece('all.')];
  expect(pageText({ items: pieces as never })).toBe('The issuer\nsold\nall.');
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
