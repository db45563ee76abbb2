import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { compileGlob, globProblem } from './glob.ts';

test.each([
  ['*a*a*a*a*a*b', 'a'.repeat(254)],
  ['*a*a*a*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(254)],
  ['+(a|aa|aaa)+(a|aa|aaa)b', 'a'.repeat(254)],
  ['*(*(*(a)))b', 'a'.repeat(254)],
  ['**/a/**/a/**/a/**/a/**/b', 'a/'.repeat(2000)],
  ['{*a*,*a*a*}{*a*,*a*a*}{*a*,*a*a*}b', 'a'.repeat(254)],
  ['[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*!', 'a'.repeat(254)],
  ['!(*a*a*a*a*b).pdf', 'a'.repeat(254)],
  [`!(x)${'?(a)'.repeat(60)}b`, 'a'.repeat(254)],
  ['!(+(a|aa)b)+(a|aa)b', 'a'.repeat(254)],
  ['**/!(*a*a*a)*b', 'a/'.repeat(2000)],
])('%s is answered at once', (pattern, text) => {
  const begun = process.cpuUsage();
  expect(compileGlob(pattern)?.(text)).toBe(false);
  const { user, system } = process.cpuUsage(begun);
  // Processor time: picomatch itself takes more than a minute.
  expect((user + system) / 1000).toBeLessThan(2000);
});

test.each([
  '*!(b)',
  `${'?(a)'.repeat(60)}b!(x)`,
  '{a,aa}!(b)',
  '**/a/!(b)/c',
  '!(old)-!(draft).pdf',
  '!(!(a))',
])('%s, whose exclusion could begin at several places, is no glob', (pattern) => {
  expect(compileGlob(pattern)).toBeNull();
  expect(globProblem(pattern)).toBe('slowFilter');
});

test.each([`${'+('.repeat(1000)}a${')'.repeat(1000)}`, 'a'.repeat(5000)])(
  'a glob that takes long to compile is none',
  (pattern) => {
    expect(compileGlob(pattern)).toBeNull();
    expect(globProblem(pattern)).toBe('slowFilter');
  },
);

test('what is no glob is none', () => {
  expect(compileGlob('')).toBeNull();
});

test.each(['[', 'a[', '*.{pdf', 'a]', '+(a'])('%s has an open bracket', (pattern) => {
  expect(globProblem(pattern)).toBe('openBracket');
});

test.each(['\\[', '*.{pdf,docx}', 'Report (1).pdf', 'report (1', '[0-9]*', '!(a|b).pdf', '!*.pdf', '**/a'])(
  '%s has none',
  (pattern) => {
    expect(globProblem(pattern)).toBeUndefined();
  },
);

test.each([
  ['*.PDF', 'report.pdf', true],
  ['*.pdf', '.pdf', true],
  ['*.*', 'b.', false],
  ['**/*.*', 'a/b.', false],
  ['.*', '.a', true],
  ['*', '.hidden', true],
  ['!*.pdf', 'a.txt', true],
  ['!*.pdf', 'a.pdf', false],
  ['!(a|b).pdf', 'c.pdf', true],
  ['!(a|b).pdf', 'a.pdf', false],
  ['!(a|b).pdf', 'C.PDF', true],
  ['!(*a*).pdf', 'c.pdf', true],
  ['!(*a*).pdf', 'cab.pdf', false],
  // bash takes these too; picomatch looks at the beginning only.
  ['!(a|b).pdf', 'ab.pdf', true],
  ['!(drafts)/**', 'drafts of 2026/a.pdf', true],
  ['!(drafts)/**', 'Drafts/a.pdf', false],
  ['!(draft)*.pdf', 'drafts.pdf', false],
  ['**/!(final)*.pdf', 'a/b/x.pdf', true],
  ['**/!(final)*.pdf', 'final/b/final 2.pdf', false],
  ['a!(b)', 'a', true],
  ['a!(b)', 'ab', false],
  ['Q[1-4] !(draft|old).pdf', 'Q3 final.pdf', true],
  ['Q[1-4] !(draft|old).pdf', 'Q3 draft.pdf', false],
  ['reports/?/!(x)', 'reports/1/y', true],
  ['!!(a)', 'a', true],
  ['\\!(a)', '!(a)', true],
  ['**/drafts/**', 'a/drafts/b.txt', true],
  ['report?.{pdf,docx}', 'Report1.docx', true],
  ['[0-9]*', '2026.txt', true],
  ['ü*', 'Übung.txt', true],
  ['a*', 'a\nb', true],
  // Round brackets and bars are names' own, but in a group.
  ['salaries (draft).txt', 'Salaries (draft).txt', true],
  ['salaries (draft).txt', 'salaries draft.txt', false],
  ['* (confidential)*', 'a (confidential).txt', true],
  ['report (1', 'report (1', true],
  ['"draft"*', '"draft" secret.txt', true],
  ['*"internal"*', 'drafts', false],
  ['$$ deals*', '$$ deals.txt', true],
  ['^^draft*', '^^draft.txt', true],
  ['{+a,b}.txt', '+a.txt', true],
  ['[$^"+]x', '"x', true],
  ['[!0-9]*', 'note.txt', true],
  ['[!0-9]*', '2024.txt', false],
  ['[^0-9]*', '2024.txt', false],
  ['*[!t]', 'note.txt', false],
  ['[a!]', '!', true],
  ['a|b', 'a|b', true],
  ['a|b', 'a', false],
  ['Drafts (old)/**', 'Drafts (old)/a/x.txt', true],
  ['\\(a\\)', '(a)', true],
  ['@(a (1)|b).txt', 'a (1).txt', true],
  ['@(a (1)|b).txt', 'b.txt', true],
  ['!(*(1)).txt', 'b (1).txt', true],
  ['!(*[)]).txt', 'a).txt', false],
  ['!(*[)]).txt', 'a.txt', true],
  ['(*)', '(a)', true],
  // picomatch leaves a `?` that a group begins with to the regular expression.
  ['!(??).txt', 'ab.txt', false],
  ['!(??).txt', 'abc.txt', true],
  ['!(?raft).txt', 'draft.txt', false],
  ['@(?).txt', 'a.txt', true],
  ['@(a|?b).txt', 'xb.txt', true],
  ['@(?(a)b).txt', 'ab.txt', true],
  ['@(?(a)b).txt', 'b.txt', true],
  ['+(?).txt', 'abc.txt', true],
])('%s and %j: %s', (pattern, text, expected) => {
  expect(compileGlob(pattern)?.(text)).toBe(expected);
});

test('says of names and paths what picomatch says', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '*',
    '?',
    '.',
    '**',
    '/',
    '[ab]',
    '{a,b}',
    '+(a)',
    '@(a|b)',
    '-',
    ' ',
  );
  const glob = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
  const name = fc.stringMatching(/^[ab. -]{1,6}$/).filter((one) => !/^\.{1,2}$/.test(one));
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  fc.assert(
    fc.property(glob, path, (pattern, text) => {
      const expected = picomatch(pattern, { dot: true, nocase: true })(text);
      expect([pattern, text, compileGlob(pattern)?.(text)]).toEqual([pattern, text, expected]);
    }),
    { numRuns: 5000 },
  );
});

test('a name or path without wildcards means itself and nothing else', () => {
  const sign = fc.constantFrom(...`abAB09 .,;:-_+@#$%^&()=~\`'"|<>!é ß`);
  const name = fc
    .array(sign, { minLength: 1, maxLength: 8 })
    .map((signs) => signs.join(''))
    .filter((one) => !/^\.{1,2}$|^!|[!@+]\(/.test(one));
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  fc.assert(
    fc.property(path, (one) => {
      const isMatch = compileGlob(one);
      expect([one, isMatch?.(one), isMatch?.(`${one}x`), isMatch?.(`x${one}`)]).toEqual([
        one,
        true,
        false,
        false,
      ]);
    }),
    { numRuns: 5000 },
  );
});
