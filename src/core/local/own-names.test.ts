import { expect, test } from 'vitest';
import { annotatedName, isAnnotatedName, numbered, reasonName } from './own-names.ts';

test('a number stands before the ending, and the first has none', () => {
  expect(numbered('a.pdf', 1)).toBe('a.pdf');
  expect(numbered('a.pdf', 2)).toBe('a (2).pdf');
  expect(numbered('a.pdf.annotated.json', 3)).toBe('a.pdf (3).annotated.json');
  expect(numbered('README', 2)).toBe('README (2)');
});

const bytes = (name: string) => Buffer.byteLength(name);

test.each([
  ['of letters', `${'n'.repeat(251)}.pdf`],
  ['of letters of four bytes', `${'🗎'.repeat(62)}.pdf`],
  ['with next to nothing before its last dot', `a.${'n'.repeat(250)}`],
])('the longest name, %s, loses letters rather than its number or its ending', (_, name) => {
  expect(bytes(name)).toBeLessThanOrEqual(255);
  const names = [numbered(name, 2), numbered(name, 10_000), annotatedName(name), reasonName(name)];
  for (const one of [...names, numbered(annotatedName(name), 2), numbered(reasonName(name), 2)]) {
    expect(bytes(one)).toBeLessThanOrEqual(255);
    expect(one).not.toContain('\uFFFD');
    expect(Buffer.from(one).toString()).toBe(one);
  }
  expect(names[0]).toMatch(/ \(2\)(\.pdf)?$/);
  expect(isAnnotatedName(annotatedName(name))).toBe(true);
  expect(reasonName(name)).toMatch(/\.reason\.txt$/);
});
