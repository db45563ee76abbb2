import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { codesIn, filesIn, headingsIn, type Passage, passagesOf, sectionsIn } from '../support/citations.ts';
import { projectRoot } from '../support/project-copy.ts';

/**
 * What a reader is sent to has to be there: rules, sections, headings and files, wherever a comment, a title
 * or a page cites one.
 */
const readable = ['.ts', '.tsx', '.mjs', '.js', '.css', '.sql', '.md', '.json', '.jsonc', '.yml', '.html'];
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: projectRoot,
  encoding: 'utf8',
}).split('\0');
const sources = new Map(
  tracked
    .filter((file) => readable.includes(extname(file)) && !file.endsWith('package-lock.json'))
    .filter((file) => existsSync(join(projectRoot, file)))
    .map((file) => [file, readFileSync(join(projectRoot, file), 'utf8')]),
);
const self = 'test/canary/reasons.test.ts';
const passages = [...sources]
  .filter(([file]) => file !== self && !/\.(?:json|html)$/.test(file))
  .flatMap(([file, source]) => passagesOf(file, source));

const page = (name: string) => sources.get(`docs/${name}`) ?? '';
const firstCells = (text: string, cell: RegExp) =>
  [...text.matchAll(/^\| ([^|]+) \|/gm)].map(([, one = '']) => one).filter((one) => cell.test(one));
const rules = firstCells(page('requirements.md'), /^[A-Z]\d+$/);
const sections = firstCells(
  page('interface.md').split('## The specification, by section')[1] ?? '',
  /^head$|^\d/,
);
const headings = [...page('service-behaviour.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

const places = new Set(
  tracked.flatMap((file) => [file, ...file.split('/').map((_, end, parts) => parts.slice(0, end).join('/'))]),
);
const decisions = new Set(tracked.flatMap((file) => /^docs\/adr\/\d{4}/.exec(file) ?? []));

/** From the root, from where it is cited, or among the pages. */
function isThere(path: string, citedIn: string): boolean {
  const from = [path, join(dirname(citedIn), path), join('docs', path)];
  return decisions.has(path) || from.some((one) => places.has(one));
}

/** What is cited and is not there, with its place. */
function unresolved(finder: (passage: Passage) => string[], known: (one: string, file: string) => boolean) {
  const all = passages.flatMap((passage) => finder(passage).map((one) => ({ one, ...passage })));
  const missing = all.filter(({ one, file }) => !known(one, file));
  return {
    cited: all.length,
    missing: missing.map(({ one, file, line }) => `${file}:${line} cites ${one || 'no heading'}`),
  };
}

// As many as there are today, or nearly: a finder that finds nothing any more would let everything pass.
test.each([
  ['rule', codesIn, (one: string) => rules.includes(one), 600],
  ['section of the specification', sectionsIn, (one: string) => sections.includes(one), 250],
  ['heading of service-behaviour.md', headingsIn, (one: string) => headings.includes(one), 40],
  ['file', filesIn, isThere, 200],
])('every %s that is cited is there', (_what, finder, known, atLeast) => {
  const { cited, missing } = unresolved(finder, known);
  expect(missing).toEqual([]);
  expect(cited).toBeGreaterThan(atLeast);
});

test('the rules of each letter are counted from 1 without a gap, and none stands twice', () => {
  const letters = [...new Set(rules.map((rule) => rule.slice(0, 1)))];
  const counted = letters.flatMap((letter) =>
    rules.filter((rule) => rule.startsWith(letter)).map((_, index) => `${letter}${index + 1}`),
  );
  expect(rules).toEqual(counted);
  expect(letters).toEqual(['W', 'U', 'S', 'X', 'J', 'T', 'O', 'R']);
});

test('no section and no heading stands twice', () => {
  expect(new Set(sections).size).toBe(sections.length);
  expect(new Set(headings).size).toBe(headings.length);
});

test('a link of a page into a page leads to a heading of it', () => {
  const anchorsOf = (file: string) =>
    [...(sources.get(file) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
  const links = passages
    .filter(({ kind }) => kind === 'page')
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)].map((match) => ({ file, match })),
    );
  const lost = links.filter(({ file, match: [, path = '', anchor = ''] }) => {
    const target = path === '' ? file : join(dirname(file), path);
    return !anchorsOf(target).includes(anchor);
  });
  expect(lost.map(({ file, match: [link] }) => `${file}: ${link}`)).toEqual([]);
  expect(links.length).toBeGreaterThan(0);
});

const elsewhere =
  /\bfield(?:[ -]|\s*\n[\s*/#-]*)notes?\b|\bdesign\.md\b|\bproduct-bar\b|\bfindings(?:\/|\.md)|\btruth\.md\b/i;

test('nothing names a paper that lies outside the repository', () => {
  expect([...sources].filter(([, source]) => elsewhere.test(source)).map(([file]) => file)).toEqual([]);
});

const lines = (...all: string[]) => all.join('\n');
const find = (finder: (passage: Passage) => string[], file: string, ...source: string[]) =>
  passagesOf(file, lines(...source)).flatMap(finder);

test('codes are found in comments, titles and pages, and nowhere else', () => {
  expect(find(codesIn, 'a.ts', '/**', ' * One (W1, W2) of', ' * U7.', ' */', 'go(); // X3')).toEqual([
    'W1',
    'W2',
    'U7',
    'X3',
  ]);
  expect(find(codesIn, 'a.sql', '-- why (U3)', 'a TEXT, -- its name (U4)')).toEqual(['U3', 'U4']);
  expect(find(codesIn, 'a.css', '/* one', '   two (J1) */', 'a { color: red }')).toEqual(['J1']);
  expect(find(codesIn, 'a.tsx', '{/* said (T1) */}', 'const T2 = 1;')).toEqual(['T1']);
  const titles = ["test('W9, X7: gone', …", "  'U1: %s',", "])('S3: %s', …", "test('few (U3)', …"];
  expect(find(codesIn, 'a.test.ts', ...titles)).toEqual(['W9', 'X7', 'U1', 'S3', 'U3']);
  const others = ["const id = 'T1';", "test('a T1 is', …", "  '2026-01-01T00:00',"];
  expect(find(codesIn, 'a.test.ts', ...others)).toEqual([]);
  expect(find(codesIn, 'a.ts', '// V8 and Q1, 12T00:00, a B7 and (M2)')).toEqual(['M2']);
  expect(find(codesIn, 'a.md', 'It moves (W8).', '| R1 | O2 |')).toEqual(['W8', 'R1', 'O2']);
});

test('sections are found by word and in brackets, those of other specifications are not', () => {
  const found = (text: string) => find(sectionsIn, 'a.ts', `// ${text}`);
  expect(found('as in section 4.13, rule 7, and sections 2.5a, 7 and 4.1 to 4.3.')).toEqual([
    '4.13, rule 7',
    '2.5a',
    '7',
    '4.1',
    '4.3',
  ]);
  expect(found('the specification (2.7; more), not shown (4.13), (3.4) or (4.4 to 4.6, 4.12)')).toEqual([
    '2.7',
    '4.13',
    '3.4',
    '4.4',
    '4.6',
    '4.12',
  ]);
  expect(
    found('RFC 9535 section 2.3.4.2, RFC 8259, section 8.1, (RFC 1952, 2.2), ISO 32000-1, 7.9.4, (5)'),
  ).toEqual([]);
  expect(found('one key (specification, head)')).toEqual(['head']);
  expect(find(sectionsIn, 'docs/interface.md', '| `a.b` | `GET /a` | 4.9 | |')).toEqual(['4.9']);
});

test('headings are found over the ends of lines; a comment has to name one', () => {
  const cite = ['/**', ' * So (service-behaviour.md, "List', ' * documents" and "Errors").', ' */'];
  expect(find(headingsIn, 'a.ts', ...cite)).toEqual(['List documents', 'Errors']);
  expect(find(headingsIn, 'a.ts', '// As docs/service-behaviour.md has it.')).toEqual(['']);
  expect(find(headingsIn, 'a.md', '[more](service-behaviour.md)')).toEqual([]);
});

test('files are found by path and decisions by number, and resolved from where they are cited', () => {
  expect(find(filesIn, 'a.ts', '// docs/adr/0013, adr/0002, ADR 0009, guide.md and src/x/y.ts')).toEqual([
    'docs/adr/0013',
    'docs/adr/0002',
    'guide.md',
    'src/x/y.ts',
    'docs/adr/0009',
  ]);
  expect(find(filesIn, 'a.md', '[one](../b.md#c), https://example.com/d.md')).toEqual(['../b.md']);
  expect(['README.md', 'docs/adr', 'docs/adr/0002', 'security.md'].every((path) => isThere(path, self))).toBe(
    true,
  );
  expect(
    ['docs/adr/0099', 'docs/adr/000', 'nowhere.md', 'src/nowhere.ts'].some((path) => isThere(path, self)),
  ).toBe(false);
});

test('papers outside are noticed however they are written', () => {
  const [field, notes] = ['field', 'notes'];
  expect(
    [`${field} ${notes}`, `${field}-${notes}.md`, `(${field}\n * ${notes})`].every((text) =>
      elsewhere.test(text),
    ),
  ).toBe(true);
  expect(elsewhere.test('write-findings.ts has findings; a redesign')).toBe(false);
});
