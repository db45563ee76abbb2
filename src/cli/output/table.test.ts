import { expect, test } from 'vitest';
import { createPaint } from './paint.ts';
import { type Column, layoutTable } from './table.ts';
import { pad, shorten, textWidth } from './width.ts';

const plain = createPaint(false);
const columns: Column<{ name: string; size: number }>[] = [
  { title: 'name', text: ({ name }) => name, shrinks: true },
  { title: 'size', text: ({ size }) => String(size), align: 'right' },
];

test('columns are aligned, also with wide characters', () => {
  const rows = [
    { name: '会社案内.pdf', size: 7 },
    { name: 'a.txt', size: 1030 },
  ];
  const lines = layoutTable(columns, rows, null, plain);
  expect(lines).toEqual(['name          size', '会社案内.pdf     7', 'a.txt         1030']);
  expect(new Set(lines.map((line) => textWidth(line)))).toEqual(new Set([18]));
});

test('a narrow terminal shortens in the middle, a pipe never', () => {
  const rows = [{ name: '/srv/filings/2026/quarterly/apple-10-q.html', size: 1 }];
  expect(layoutTable(columns, rows, 30, plain).at(-1)).toBe('/srv/fi…/apple-10-q.html     1');
  expect(layoutTable(columns, rows, null, plain).at(-1)).toContain(rows[0]?.name);
});

test('a name with a line break stays on its line', () => {
  expect(layoutTable(columns, [{ name: 'a\nb', size: 1 }], null, plain)).toHaveLength(2);
});

test('colours do not move columns', () => {
  const painted = createPaint(true);
  const lines = layoutTable(
    [{ title: 'x', text: () => 'on', paint: painted.good }, ...columns],
    [{ name: 'n', size: 1 }],
    null,
    plain,
  );
  expect(lines.at(-1)).toBe('\u001b[32mon\u001b[39m  n        1');
});

test('shortening never splits a character', () => {
  expect(shorten('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 5)).toBe('…👩‍👩‍👧‍👦👩‍👩‍👧‍👦');
  expect(shorten('short', 5)).toBe('short');
  expect(pad('会', 4, 'right')).toBe('  会');
});
