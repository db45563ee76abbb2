import { expect, test } from 'vitest';
import { exitCodes } from '#shared/errors/catalog-entry.ts';
import { exitRows } from './exit-meanings.ts';
import { hung } from './topics.ts';

test('U16: every code that a command ends with has one row, and no other', () => {
  const codes = exitRows().map(({ code }) => code);
  expect(codes).toEqual([...new Set([...Object.values(exitCodes), 130])].sort((a, b) => a - b));
  expect(exitRows().every(({ meaning }) => meaning.endsWith('.'))).toBe(true);
});

test('a text is hung beside its name', () => {
  expect(hung('10', 'one two three four five six seven eight nine', 36)).toEqual([
    '10  one two three four five six',
    '    seven eight nine',
  ]);
});
