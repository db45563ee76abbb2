import { expect, test } from 'vitest';
import { movedUp } from '../../../lib/lists.ts';
import { folder } from '../../../testing/answers.ts';
import { previewable } from './folder-preview.tsx';
import { cleanTypes, scaled } from './parts.ts';

test('types are lower case, without dot, each once', () => {
  expect(cleanTypes([' .PDF', 'pdf', '', 'Docx'])).toEqual(['pdf', 'docx']);
});

test('numbers become the folder’s unit; an empty field is no limit', () => {
  expect(scaled(1.5, 1_000_000)).toBe(1_500_000);
  expect(scaled('', 1_000)).toBeNull();
});

test('a rule moves up, and the first stays', () => {
  expect(movedUp(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b']);
  expect(movedUp(['a', 'b'], 0)).toEqual(['a', 'b']);
});

test('rules that are still being typed take no part in the preview', () => {
  const typed = {
    ...folder,
    filters: [{ action: 'exclude' as const, glob: '' }],
    tagRules: [{ pattern: 'x', tag: '' }],
  };
  expect(previewable(typed)).toMatchObject({ filters: [], tagRules: [] });
});
