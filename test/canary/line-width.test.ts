import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

const { formatter } = JSON.parse(readFileSync(join(projectRoot, 'biome.json'), 'utf8')) as {
  readonly formatter: { readonly lineWidth: number };
};

/** The formatter breaks code; what it leaves wide are comments, and texts that run over several lines. */
const isLong = (line: string) => line.length > formatter.lineWidth;

/** One text, address or pattern that stands whole in its line, so that it can be searched for. */
const oneLiteral = [
  /^\s*[\w.$ :?{(=+,[\]<>|-]*(?:String\.raw)?(['"`]).*\1.{0,40}$/,
  /^\s*(?:const \w+ = )?\/.*\/[a-z]*[,;)]*$/,
];
/** A linter reads its reason in one line. */
const forTheLinter = /biome-ignore/;
const comment = /^\s*(?:\/\/|\/?\*|--|\{\/\*)/;

function isTooWide(line: string): boolean {
  if (!isLong(line) || forTheLinter.test(line)) return false;
  return comment.test(line) || !oneLiteral.some((literal) => literal.test(line));
}

/** The files of the project of these names, as they are. */
function read(...names: readonly string[]): { readonly file: string; readonly text: string }[] {
  const listed = execFileSync('git', ['ls-files', '--', ...names], { cwd: projectRoot, encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((file) => existsSync(join(projectRoot, file)) && file !== '')
    .map((file) => ({ file, text: readFileSync(join(projectRoot, file), 'utf8') }));
}

test('a line is wider than the project only where one literal stands whole in it', () => {
  // A migration stays as it was when ledgers were made by it, and a ledger as its version left it.
  const files = read(
    '*.ts',
    '*.tsx',
    '*.css',
    '*.mjs',
    '*.js',
    '*.sql',
    ':!**/migrations/*',
    ':!**/fixtures/*/*',
  );
  const wide = files.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => (isTooWide(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(wide).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});

const words =
  'what is said here goes on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on';

test.each([
  `// ${words}, and on`,
  `   * ${words}, and on`,
  `/** ${words}, and on. */`,
  `      ${words}, and on`,
  `/* ${words} */ const x = 'a text';`,
])('would be noticed: %s', (line) => {
  expect(isTooWide(line)).toBe(true);
});

test.each([
  `test('${words}', async () => {`,
  `    message: '${words}',`,
  `  // biome-ignore lint/a11y/useSemanticElements: ${words}.`,
])('may stand: %s', (line) => {
  expect(isLong(line)).toBe(true);
  expect(isTooWide(line)).toBe(false);
});

test('nothing is spread only to pack a line', () => {
  const packs = /^ *\.\.\.\{ .* \},?$/m;
  expect('  ...{ a, b: 1 },').toMatch(packs);
  expect(read('*.ts', '*.tsx').filter(({ text }) => packs.test(text))).toEqual([]);
});
