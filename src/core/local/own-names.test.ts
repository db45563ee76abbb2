import { expect, test } from 'vitest';
import {
  annotatedName,
  isAnnotatedName,
  isOwnName,
  numbered,
  quarantineName,
  quarantineOwner,
  randomLetters,
  reasonName,
} from './own-names.ts';

test('who set a file aside can be read from the name of its directory', () => {
  expect(quarantineName('l1', 12, 'r2')).toBe('.sluice-l1-12-r2.quarantine');
  expect(quarantineOwner('.sluice-l1-12-r2.quarantine')).toBe('l1');
});

test.each([
  'a.pdf',
  'x.sluice-l1-12-r2.quarantine',
  '.sluice-l1-12-r2.quarantine.pdf',
  '.sluice-l1-12-r2.part',
  '.sluice-L1-12-r2.quarantine',
  '.sluice-l1-x-r2.quarantine',
  '.sluice-l1-12-R2.quarantine',
])('%s is no directory of a file set aside', (name) => {
  expect(quarantineOwner(name)).toBeNull();
});

test.each([
  ['.sluice-l1-12-r2.quarantine', true],
  ['.sluice-a.part', true],
  ['.sluice-a.pdf', false],
  ['.sluice-.part', false],
  ['.sluiceignore', false],
  ['a.part', false],
  ['x.sluice-a.part', false],
  ['.sluice-a.part.pdf', false],
])('%s is a name of our own: %s', (name, isOwn) => {
  expect(isOwnName(name)).toBe(isOwn);
});

test('random letters are sixteen, such as names may hold, and others each time', () => {
  const letters = randomLetters();
  expect(letters).toMatch(/^[0-9a-f]{16}$/);
  expect(randomLetters()).not.toBe(letters);
});

test('a number stands before the ending, and the first has none', () => {
  expect(numbered('a.pdf', 1)).toBe('a.pdf');
  expect(numbered('a.pdf', 2)).toBe('a (2).pdf');
  expect(numbered('a.pdf.annotated.json', 3)).toBe('a.pdf (3).annotated.json');
  expect(numbered('README', 2)).toBe('README (2)');
});

test('what is longer than 32 letters is no ending', () => {
  expect(numbered(`a.${'n'.repeat(31)}`, 2)).toBe(`a (2).${'n'.repeat(31)}`);
  expect(numbered(`a.${'n'.repeat(32)}`, 2)).toBe(`a.${'n'.repeat(32)} (2)`);
});

test('a name that just fits with its ending loses nothing', () => {
  const name = 'n'.repeat(240);
  expect(annotatedName(name)).toBe(`${name}.annotated.json`);
  expect(annotatedName(`${name}n`)).toBe(`${name}.annotated.json`);
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
