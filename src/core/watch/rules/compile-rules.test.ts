import { expect, test } from 'vitest';
import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { compileRules } from './compile-rules.ts';
import { createIgnoreFiles } from './ignore-files.ts';
import { compileIgnoredNames, defaultIgnoredNames } from '#core/local/ignored-names.ts';

function rulesOf(changes: Partial<WatchFolder> = {}, ignoreFile?: string) {
  const folder = watchFolderSchema.parse({ id: 'f', path: '/root', profileId: 'p', ...changes });
  const ignoreFiles = createIgnoreFiles();
  ignoreFiles.set('', ignoreFile);
  const rules = compileRules(folder, ignoreFiles);
  return { ...rules, of: (path: string) => rules.name(path, path.slice(path.lastIndexOf('/') + 1)) };
}

test.each([
  ...[
    '.DS_Store',
    '~$report.docx',
    '.~lock.report.odt#',
    'a.tmp',
    'A.TMP',
    '.report.swp',
    'film.part',
    'x.crdownload',
  ],
  ...[
    'x.download',
    'Thumbs.db',
    'desktop.ini',
    '@eaDir',
    '.stfolder',
    '__MACOSX',
    '._resource',
    'draft~',
    '#draft#',
  ],
  ...[
    '.#draft',
    '~WRL0001.tmp',
    '$RECYCLE.BIN',
    '.Trash-1000',
    '.nfs000123',
    '.goutputstream-AB12',
    'x.!ut',
    'Icon\r',
  ],
  ...[
    'Unconfirmed 1234.crdownload',
    'report.docx.sb-1a2b3c4d-xYzAbC',
    '.syncthing.a.pdf.tmp',
    'node_modules',
  ],
])('W5: %j is never a document', (name) => {
  expect(compileIgnoredNames(defaultIgnoredNames)(name)).toBe(true);
});

test.each([
  ...[
    'report.docx',
    'part.pdf',
    'download',
    'tmp',
    'a.tmp.pdf',
    'Desktop.pdf',
    'x~y.txt',
    'Q1 [final] (2).pdf',
    '$a.txt',
  ],
  ...['swp', 'git.txt', '100%.csv', 'a#b.html', '.bashrc'],
])('W5: %j may be one', (name) => {
  expect(compileIgnoredNames(defaultIgnoredNames)(name)).toBe(false);
});

test('W5: a list that an engine could think about for minutes is answered at once', () => {
  const isIgnored = compileIgnoredNames(['*a*a*a*a*a*a*b', '*.tmp*']);
  expect([isIgnored('a'.repeat(254)), isIgnored('a'.repeat(20).concat('b')), isIgnored('x.tmp1')]).toEqual([
    false,
    true,
    true,
  ]);
});

test('W5: the list of a folder takes the place of the usual one', () => {
  const rules = rulesOf({ ignoredNames: ['*.draft', 'private'] });
  expect(rules.of('a.tmp')).toBeNull();
  expect(rules.of('a.draft')).toBe('ignored-name');
  expect(rules.directory('x/Private', 'Private')).toBe('ignored-name');
});

test('W16: the first filter that matches decides, none means include', () => {
  const rules = rulesOf({
    filters: [
      { action: 'include', glob: 'reports/**/*.pdf' },
      { action: 'exclude', glob: 'archive' },
      { action: 'exclude', glob: '*.{csv,tsv}' },
      { action: 'exclude', glob: 'reports/**' },
    ],
  });
  expect(rules.of('reports/2024/a.pdf')).toBeNull();
  expect(rules.of('reports/2024/A.PDF')).toBeNull();
  expect(rules.of('reports/2024/a.txt')).toBe('filter');
  expect(rules.of('deep/archive/a.txt')).toBe('filter');
  expect(rules.of('data.csv')).toBe('filter');
  expect(rules.of('deep/er/data.TSV')).toBe('filter');
  expect(rules.of('other.txt')).toBeNull();
});

test('W16: types, sizes and age', () => {
  const rules = rulesOf({ types: ['pdf', '.HTML'], minSize: 10, maxSize: 100, maxAgeDays: 2 });
  expect(rules.of('a.PDF')).toBeNull();
  expect(rules.of('a.html')).toBeNull();
  expect(rules.of('a.txt')).toBe('type');
  expect(rules.of('pdf')).toBe('type');
  const now = 10 * 86_400_000;
  expect(rules.stat(0, now, now)).toBe('FILE_EMPTY');
  expect(rules.stat(9, now, now)).toBe('too-small');
  expect(rules.stat(10, now, now)).toBeNull();
  expect(rules.stat(101, now, now)).toBe('too-large');
  expect(rules.stat(50, now - 2 * 86_400_000 - 1, now)).toBe('too-old');
});

test('W16: .sluiceignore reads as .gitignore does', () => {
  const rules = rulesOf({}, '# comment\n*.log\n!keep.log\n/secret/\n');
  expect(rules.of('a/b.log')).toBe('ignore-file');
  expect(rules.of('a/keep.log')).toBeNull();
  expect(rules.directory('secret', 'secret')).toBe('ignore-file');
  expect(rules.directory('a/secret', 'secret')).toBeNull();
  expect(rulesOf({ useIgnoreFile: false }, '*.log').of('a.log')).toBeNull();
});

test('hidden files are left out unless the folder wants them', () => {
  expect(rulesOf().of('.env')).toBe('hidden');
  expect(rulesOf().directory('.config', '.config')).toBe('hidden');
  expect(rulesOf({ includeHidden: true }).of('.env')).toBeNull();
});

test('W18: what Sluice put there is never taken in again', () => {
  const rules = rulesOf({
    afterUpload: 'move',
    failedFolder: 'failed',
    saveAnnotated: { folder: 'out/json' },
  });
  expect(rules.directory('done', 'done')).toBe('own-output');
  expect(rules.directory('failed', 'failed')).toBe('own-output');
  expect(rules.directory('out/json', 'json')).toBe('own-output');
  expect(rules.directory('out', 'out')).toBeNull();
  expect(rules.of('report.pdf.annotated.json')).toBe('own-output');
  expect(rulesOf({ afterUpload: 'leave' }).directory('done', 'done')).toBeNull();
  const dots = rulesOf({ afterUpload: 'move', doneFolder: '..done', includeHidden: true });
  expect(dots.directory('..done', '..done')).toBe('own-output');
});

test.each([
  'drafts/',
  '/drafts/',
  './a/drafts',
  'a/drafts/',
  '**/drafts/',
  '**/drafts',
  'a/drafts/**',
  'a/dr*/',
])('W16: the filter %s means a folder, with what it holds', (glob) => {
  const { of } = rulesOf({ filters: [{ action: 'exclude', glob }] });
  expect(['a/drafts/b.txt', 'a/drafts/c/d.txt', 'a/b.txt', 'drafts.txt'].map(of)).toEqual([
    'filter',
    'filter',
    null,
    null,
  ]);
});

test.each([
  ['!(draft*)', 'draft.txt', 'b/draft.txt'],
  ['!(*final).txt', 'a final.txt', 'drafts/final.txt'],
  ['a!(x)', 'ax', 'sub/ax'],
  ['!*.pdf', 'a.pdf', 'sub/a.pdf'],
  ['!acme', 'acme/a.txt', 'b/acme'],
  ['!clients/acme/', 'clients/acme/a.txt', 'clients/acme/b/c.txt'],
  ['!clients/{acme,zeta}', 'clients/acme/a.txt', 'clients/zeta/b/c.txt'],
])('W16: the filter %s is also about what lies in folders', (glob, ...left) => {
  const last = { action: 'exclude', glob: '*' } as const;
  const { of } = rulesOf({ filters: [{ action: 'include', glob }, last] });
  expect(['sub/a.txt', 'a.txt', ...left].map(of)).toEqual([null, null, 'filter', 'filter']);
  const { of: but } = rulesOf({ filters: [{ action: 'exclude', glob }] });
  expect(['sub/a.txt', 'a.txt', ...left].map(but)).toEqual(['filter', 'filter', null, null]);
});

test.each(['a/{acme,zeta}', 'a/@(acme|zeta)', 'a/acme', '{b,a}/acme'])(
  'W16: the filter %s names folders, with what they hold',
  (glob) => {
    const { of } = rulesOf({ filters: [{ action: 'exclude', glob }] });
    expect(['a/acme/x.txt', 'a/acme/y/z.txt', 'a/x.txt'].map(of)).toEqual(['filter', 'filter', null]);
  },
);

test.each(['a/Drafts (old)', 'a/Drafts \\(old\\)', 'a/\\[x\\]', 'a/Drafts (old)/'])(
  'W16: the filter %s means a folder with brackets in its name',
  (glob) => {
    const name = glob.includes('x') ? '[x]' : 'Drafts (old)';
    const { of } = rulesOf({ filters: [{ action: 'exclude', glob }] });
    expect([`a/${name}/b.txt`, `a/${name}`, 'a/b.txt'].map(of)).toEqual(['filter', 'filter', null]);
  },
);

test('W16: a filter with a wildcard at its end means the files that match, and not what a folder of that name holds', () => {
  const { of } = rulesOf({ filters: [{ action: 'exclude', glob: 'a/*' }] });
  expect(['a/b.txt', 'a/c/d.txt'].map(of)).toEqual(['filter', null]);
});

test('W16: a filter that cannot be asked lets nothing in and keeps everything out', () => {
  const glob = '*!(b)';
  expect(rulesOf({ filters: [{ action: 'exclude', glob }] }).of('a.txt')).toBe('filter');
  const last = { action: 'exclude', glob: '*' } as const;
  expect(rulesOf({ filters: [{ action: 'include', glob }, last] }).of('a.txt')).toBe('filter');
});

test('a watch folder inside this one is left to itself, with all that lies in it', () => {
  const folder = watchFolderSchema.parse({ id: 'f', path: '/root', profileId: 'p' });
  const rules = compileRules(folder, createIgnoreFiles(), ['a/inner', 'b']);
  expect(rules.directory('a/inner', 'inner')).toBe('nested-folder');
  expect(rules.directory('a', 'a')).toBeNull();
  expect(['a/inner/x.pdf', 'a/x.pdf', 'a/innermost/x.pdf'].map(rules.place)).toEqual([
    ...['nested-folder', null, null],
  ]);
});

test('W14: a file behind a link is judged by all of its place', () => {
  const ignoreFiles = createIgnoreFiles();
  ignoreFiles.set('', 'ignored/');
  const folder = watchFolderSchema.parse({
    ...{
      id: 'f',
      path: '/root',
      profileId: 'p',
      useIgnoreFile: true,
      afterUpload: 'move',
      doneFolder: 'done',
    },
    filters: [{ action: 'exclude', glob: 'private/**' }],
  });
  const rules = compileRules(folder, ignoreFiles);
  rules.noteOwn('c', 'data-folder');
  const places = ['a/x.pdf', '.ssh/x.pdf', 'ignored/x.pdf', 'done/x.pdf', 'private/x.pdf', 'c/x.pdf'];
  expect(places.map(rules.place)).toEqual([
    ...[null, 'hidden', 'ignore-file', 'own-output', 'filter', 'own-output'],
  ]);
});

test('W16: a size and an age that are just right are taken', () => {
  const now = Date.UTC(2026, 0, 31);
  const days = (count: number) => now - count * 86_400_000;
  const bounded = rulesOf({ minSize: 10, maxSize: 20, maxAgeDays: 30 });
  expect([9, 10, 20, 21].map((size) => bounded.stat(size, now, now))).toEqual([
    ...['too-small', null, null, 'too-large'],
  ]);
  expect([days(30) - 1, days(30)].map((mtimeMs) => bounded.stat(15, mtimeMs, now))).toEqual([
    'too-old',
    null,
  ]);
  expect(rulesOf().stat(1, 0, now)).toBeNull();
  expect(rulesOf().stat(0, now, now)).toBe('FILE_EMPTY');
});

test('W16: types are endings, with or without their dot; what only begins with a dot has none', () => {
  const rules = rulesOf({ types: ['.PDF', 'gitignore'], includeHidden: true });
  const names = ['a.pdf', 'a.b.Pdf', 'pdf', 'a.txt', '.gitignore', 'a.gitignore'];
  expect(names.map(rules.of)).toEqual([null, null, 'type', 'type', 'type', null]);
});

test.each([
  ['NFC', 'NFD'],
  ['NFD', 'NFC'],
])('filters and ignored names in %s are asked about names in %s', (ours, theirs) => {
  const rules = rulesOf({
    ignoredNames: ['Übel'.normalize(ours)],
    filters: [
      { action: 'include', glob: 'Übersicht*'.normalize(ours) },
      { action: 'exclude', glob: 'Gehälter/**'.normalize(ours) },
      { action: 'exclude', glob: 'Persönlich*'.normalize(ours) },
    ],
  });
  const reasonOf = (path: string) => rules.place(path.normalize(theirs));
  expect(reasonOf('Übersicht.pdf')).toBeNull();
  expect(reasonOf('Gehälter/a.pdf')).toBe('filter');
  expect(reasonOf('b/Persönliches.pdf')).toBe('filter');
  expect(reasonOf('Übel')).toBe('ignored-name');
});
