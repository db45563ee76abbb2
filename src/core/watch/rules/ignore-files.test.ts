import { expect, test } from 'vitest';
import { createIgnoreFiles } from './ignore-files.ts';

test('each file speaks for its own directory, and the deepest with a word on a path decides', () => {
  const files = createIgnoreFiles();
  files.set('', '*.csv\n/top.txt\n');
  files.set('a/b', '!keep.csv\n*.pdf\ndrafts/\n/here.txt\n');
  const left = [
    'x.csv',
    'a/x.csv',
    'a/b/x.csv',
    'top.txt',
    'a/b/x.pdf',
    'a/b/c/x.pdf',
    'a/b/drafts/',
    'a/b/here.txt',
  ];
  const kept = [
    'a/b/keep.csv',
    'a/b/c/keep.csv',
    'a/top.txt',
    'a/x.pdf',
    'ab/x.pdf',
    'a/drafts/',
    'a/b/c/here.txt',
  ];
  expect(left.filter((path) => !files.ignores(path))).toEqual([]);
  expect(kept.filter((path) => files.ignores(path))).toEqual([]);
});

test('what changed is told, and a file that is gone says nothing more', () => {
  const files = createIgnoreFiles();
  expect(files.ignores('a/x.csv')).toBe(false);
  files.set('a', '*.csv');
  expect([files.revision, files.ignores('a/x.csv')]).toEqual([1, true]);
  files.set('a', '*.csv');
  files.set('b', undefined);
  expect(files.revision).toBe(1);
  files.set('a', undefined);
  expect([files.revision, files.ignores('a/x.csv')]).toEqual([2, false]);
});

test('one that cannot be read leaves out everything, unless it was read before; then what it said stays', () => {
  const files = createIgnoreFiles();
  files.set('known', '*.csv');
  files.cannotRead('known', 'unread');
  files.cannotRead('new', 'large');
  expect(['known/a.csv', 'known/a.txt', 'new/a.txt', 'other/a.txt'].filter(files.ignores)).toEqual([
    'known/a.csv',
    'new/a.txt',
  ]);
  const walked = new Set(['known', 'new']);
  expect([...files.odd(walked)]).toEqual([
    ['known', 'unread'],
    ['new', 'large'],
  ]);
  files.set('new', '*.csv');
  expect([...files.odd(walked).keys()]).toEqual(['known']);
  expect(files.ignores('new/a.txt')).toBe(false);
});

test.each([
  ['more rules than anybody wrote', Array.from({ length: 2_001 }, (_, at) => `*x${at}`).join('\n'), 'b.txt'],
  ['a rule that goes back for each folder on the way', '**/a/**/a/**/a/**/a/**/b', `${'a/'.repeat(60)}c`],
  [
    'hundreds of rules that begin anew at each folder',
    Array.from({ length: 400 }, (_, at) => `**/a*b${at}`).join('\n'),
    'b.txt',
  ],
  [
    'rules that begin anew at each two folders',
    Array.from({ length: 20 }, (_, at) => `**/a*/**/b*${at}`).join('\n'),
    'c.txt',
  ],
  ['a rule that goes back for each letter', `${'*[.-0]'.repeat(4)}x`, '0'.repeat(120)],
])('%s is not asked: it leaves out everything, unless it was read before', (_, text, path) => {
  const files = createIgnoreFiles();
  files.set('known', '*.csv');
  files.set('known', text);
  files.set('new', text);
  expect(['known/a.csv', `known/${path}`, `new/${path}`].filter(files.ignores)).toEqual([
    'known/a.csv',
    `new/${path}`,
  ]);
  expect([...files.odd(new Set(['known', 'new']))]).toEqual([
    ['known', 'slow'],
    ['new', 'slow'],
  ]);
});

test('a path deeper than any real one is left out unasked, and so is one that too many rules speak for', () => {
  const files = createIgnoreFiles();
  files.set('', '**/a/**/b\n');
  expect(files.ignores(`${'a/'.repeat(90)}c`)).toBe(false);
  expect(files.ignores(`${'a/'.repeat(2_000)}c`)).toBe(true);
  const rules = (most: number) => Array.from({ length: most }, (_, index) => `*a/**/*b${index}`).join('\n');
  files.set('x', rules(51));
  files.set('y', rules(49));
  files.set('y/z', rules(1));
  const walked = new Set(['x', 'y', 'y/z']);
  expect([...files.odd(walked)]).toEqual([['x', 'slow']]);
  expect(['y/c', 'y/z/c', 'c'].filter(files.ignores)).toEqual(['y/z/c']);
  // That is told too.
  expect([...files.odd(walked)]).toEqual([
    ['x', 'slow'],
    ['y/z', 'slow'],
  ]);
});

test('words between stars are ordinary rules: hundreds of them are followed, in folders below each other', () => {
  const files = createIgnoreFiles();
  for (const directory of ['', 'a', 'a/b'])
    files.set(directory, Array.from({ length: 300 }, (_, index) => `*draft${index}*`).join('\n'));
  const paths = ['a/b/report.pdf', 'a/b/my draft17 of it.pdf', 'a/b/c/x draft299.pdf'];
  expect(paths.filter(files.ignores)).toEqual(paths.slice(1));
  expect(files.odd(new Set(['', 'a', 'a/b'])).size).toBe(0);
});

test.each([
  ['a letter 50,000 times', 'a'.repeat(50_000)],
  ['stars and slashes', '*/'.repeat(10_000)],
  ['a rule that no engine compiles', `${'x'.repeat(900)}${'[a-z]'.repeat(2_000)}`],
])('a line that cannot be asked stops nothing: %s', (_, text) => {
  const files = createIgnoreFiles();
  files.set('a', text);
  expect(['a/b.txt', 'c.txt'].filter(files.ignores)).toEqual(['a/b.txt']);
  expect([...files.odd(new Set(['a']))]).toEqual([['a', 'slow']]);
});

test('names are one whichever way their accents are stored, and lines end in any way', () => {
  const files = createIgnoreFiles();
  files.set('', 'Gehälter*\rPersönlich/\r\n*.bak'.normalize('NFD'));
  const paths = ['Gehälter 2026.xlsx', 'Persönlich/', 'a.bak'];
  for (const form of ['NFC', 'NFD']) {
    const stored = paths.map((path) => path.normalize(form));
    expect(stored.filter(files.ignores)).toEqual(stored);
  }
});

test('ordinary rules are asked, however many lines are none', () => {
  const files = createIgnoreFiles();
  files.set('', `${'# why\n\n'.repeat(2_000)}**/build/**/*.log\n~$*.doc[xm]\n*.bak.*.*\n`);
  const paths = ['a/build/b/c.log', '~$a.docx', 'a.bak.1.2', 'a.txt'];
  expect(paths.filter(files.ignores)).toEqual(paths.slice(0, 3));
  expect(files.odd(new Set(['']))).toEqual(new Map());
});

test('what holds no rules leaves out nothing, and is odd while its directory is walked', () => {
  const files = createIgnoreFiles();
  files.set('a', '*');
  files.holdsNoRules('a');
  expect(files.ignores('a/x.txt')).toBe(false);
  expect([...files.odd(new Set(['', 'a']))]).toEqual([['a', 'odd']]);
  expect([...files.odd(new Set(['']))]).toEqual([]);
  expect([...files.odd(new Set(['', 'a']))]).toEqual([]);
});
