import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFileGate } from '../../src/core/local/file-gate.ts';
import { filesByReason } from '../../src/core/watch/files-by-reason.ts';
import { createKnownFolder } from '../../src/core/watch/known-folder.ts';
import { previewRows } from '../../src/core/watch/preview.ts';
import type { WatchFolder } from '../../src/shared/settings/watch-folder.ts';
import { createFixture, type Fixture, folderOf, put, temporaryDirectory, until } from './support.ts';

/** One name of a generated folder. */
interface Made {
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link';
  /** Bytes of a file. */
  readonly size: number;
  readonly days: number;
  /** Where a link leads, as it is written. */
  readonly target: string;
}

const directories = ['', '', 'sub/', 'sub/deep/', 'node_modules/', '.git/', 'done/', 'reports 2026/'];
const names = [
  ...['a.txt', 'b.PDF', 'c.csv', 'A.txt', 'note', '~$a.docx', 'x.tmp', 'Thumbs.db', '.hidden', '.hidden.txt'],
  ...['a.txt.annotated.json', '.sluice-abc-1-def.part', '.sluice-abc-1-def.quarantine', 'draft-1.txt'],
  ...[
    'émile.txt',
    'e\u0301mile.txt',
    'new\nline.txt',
    'it\'s "so".txt',
    '😀.txt',
    ' spaced .txt',
    'desktop.ini',
  ],
];
const madeOf = fc.record<Made>({
  path: fc
    .tuple(fc.constantFrom(...directories), fc.constantFrom(...names))
    .map(([directory, name]) => directory + name),
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('file' as const) },
    fc.constant('directory' as const),
    fc.constant('link' as const),
  ),
  size: fc.constantFrom(0, 1, 30, 2_000),
  days: fc.constantFrom(0, 3, 400),
  target: fc.constantFrom('a.txt', 'sub', '..', '.', '/etc/hostname', '../../outside', 'nowhere', 'loop'),
});
const globs = ['*.csv', 'sub/**', '**/draft-*', 'a*', '!x', '/note', '*.{txt,pdf}', '[ab].*'];
const settings = fc.record<Partial<WatchFolder>>({
  firstRun: fc.constantFrom('upload-all', 'upload-all', 'only-new', 'choose'),
  filters: fc.array(
    fc.record({ action: fc.constantFrom('include', 'exclude'), glob: fc.constantFrom(...globs) }),
    { maxLength: 2 },
  ),
  types: fc.constantFrom([], [], ['txt'], ['PDF', '.csv']),
  minSize: fc.constantFrom(null, null, 10),
  maxSize: fc.constantFrom(null, null, 1_000),
  maxAgeDays: fc.constantFrom(null, null, 30),
  ignoredNames: fc.constantFrom(null, null, [], ['note', '*.PDF']),
  useIgnoreFile: fc.boolean(),
  includeHidden: fc.boolean(),
  followLinks: fc.boolean(),
  failedFolder: fc.constantFrom(null, 'sub'),
  afterUpload: fc.constantFrom('leave', 'move'),
});
const ignoreFiles = [
  '',
  '*.csv\n',
  'sub/\n!sub/a.txt\n',
  '# nothing\n\n/note\n',
  'a*\n!a.txt\n',
  '**/deep\n',
];
const generated = fc.record({
  made: fc.array(madeOf, { maxLength: 8 }),
  settings,
  ignoreFile: fc.constantFrom(null, ...ignoreFiles),
});
type Generated = typeof generated extends fc.Arbitrary<infer T> ? T : never;

/** Makes it as far as it can be made: a name that is taken already, or lies below a file, is left out. */
function make(root: string, { made, ignoreFile }: Pick<Generated, 'made' | 'ignoreFile'>): void {
  mkdirSync(root, { recursive: true });
  if (ignoreFile !== null) put(join(root, '.sluiceignore'), ignoreFile);
  for (const { path, kind, size, days, target } of made) {
    const whole = join(root, path);
    try {
      mkdirSync(dirname(whole), { recursive: true });
      if (kind === 'directory') mkdirSync(whole);
      else if (kind === 'link') symlinkSync(target, whole);
      else {
        const at = Date.now() / 1000 - days * 86_400;
        utimesSync(put(whole, 'x'.repeat(size)), at, at);
      }
    } catch (error) {
      if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    }
  }
}

/** What becomes of each name: taken, or why not. */
async function foretold(folder: WatchFolder): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  for await (const { path, outcome, reason } of previewRows(createFileGate(), folder)) {
    said[path.replace(/\/$/, '')] = outcome === 'upload' ? 'taken' : `${outcome} ${reason}`;
  }
  return said;
}

/** The same of a folder that was watched, and where each name stands. */
async function toldAfter(fixture: Fixture, folder: WatchFolder) {
  const known = createKnownFolder(fixture.database, folder, false);
  const outcomes: Record<string, string> = {};
  const standings: Record<string, string> = {};
  for await (const row of previewRows(createFileGate(), folder, { known })) {
    const path = row.path.replace(/\/$/, '');
    outcomes[path] = row.reason === null ? row.outcome : `${row.outcome} ${row.reason}`;
    standings[path] = row.standing ? `${row.standing.place} ${row.standing.reason}` : 'not known';
  }
  return { outcomes, standings };
}

/** The same by the list of the folder's files. */
function listed({ database }: Fixture, { id }: WatchFolder): Record<string, string> {
  const wanted = { place: 'seen', reason: null, offset: 0, limit: 1_000 } as const;
  const { rows } = filesByReason(database, id, wanted);
  return Object.fromEntries(rows.map(({ path, place, reason }) => [path, `${place} ${reason}`]));
}

function happened(fixture: Fixture, { id }: WatchFolder): Record<string, string> {
  return Object.fromEntries(
    fixture.localFiles
      .list(id, { limit: 1_000 })
      .map(({ directory, name, disposition, reason }) => [
        directory ? `${directory}/${name}` : name,
        disposition === 'taken' ? 'taken' : `${disposition === 'ignored' ? 'ignored' : 'held'} ${reason}`,
      ]),
  );
}

test('T10: what the dry run says of 500 generated folders is what the watch does with them', async () => {
  const base = temporaryDirectory();
  const all = fc.sample(generated, 500).map((one, index) => {
    const id = `g${index}`;
    make(join(base, id), one);
    return { one, folder: folderOf(join(base, id), { ...one.settings, id } as Partial<WatchFolder>) };
  });
  const fixture = await createFixture({ folders: () => all.map(({ folder }) => folder) });
  await fixture.settle();
  for (const { one, folder } of all) {
    expect(happened(fixture, folder), JSON.stringify(one)).toEqual(await foretold(folder));
    // A dry run afterwards finds nothing left to take, and says where each stands, as the list of the
    // folder's files does.
    const after = await toldAfter(fixture, folder);
    expect(after.outcomes, JSON.stringify(one)).toEqual(happened(fixture, folder));
    expect(after.standings, JSON.stringify(one)).toEqual(listed(fixture, folder));
  }
});

test('T1, T10: the dry run holds back what the watch could not read', async () => {
  const root = temporaryDirectory();
  put(join(root, 'a.txt'));
  put(join(root, 'b.txt'));
  const gate = createFileGate();
  const readable = async (path: string) => !path.endsWith('/b.txt');
  const shut = { ...gate, patient: { ...gate.patient, readable } };
  const rows = [];
  for await (const { path, outcome, reason } of previewRows(shut, folderOf(root)))
    rows.push([path, outcome, reason]);
  expect(rows).toEqual([
    ['a.txt', 'upload', null],
    ['b.txt', 'held', 'FILE_UNREADABLE'],
  ]);
});

const contents: Readonly<Record<string, string>> = {
  'half.pdf': '%PDF-1.7 and no end',
  'whole.pdf': '%PDF-1.7 and an end\n%%EOF\n',
  'half.html': '<!doctype html><html><body>no end',
  'whole.html': '<html><body>an end</body></html>',
  'half.docx': 'PK\u0003\u0004 and no end',
  'half.xml': '<?xml version="1.0"?><filing><item>',
  'half.json': '{"open": true',
  'zeros.bin': '\0'.repeat(5_000),
  'plain.txt': 'It has no end that could be missing.',
};

test('T1, T4: what the dry run says waits for its end is what the watch holds back, until the same time', async () => {
  const waits = { unfinishedFor: 3_600_000, optionalEndFor: 1_800_000 };
  const before = Object.fromEntries(
    ['', 'sub/'].flatMap((at) => Object.entries(contents).map(([name, text]) => [at + name, text])),
  );
  const root = temporaryDirectory();
  for (const [name, text] of Object.entries(before)) put(join(root, name), text);
  const folder = folderOf(root, { firstRun: 'upload-all' });
  /** `taken`, or the reason and when it goes. */
  const said: Record<string, string> = {};
  const dueAt: Record<string, number> = {};
  for await (const row of previewRows(createFileGate(), folder, { waits })) {
    expect(row.outcome).toBe('upload');
    said[row.path] = row.standing ? `${row.standing.place} ${row.standing.reason}` : 'taken';
    if (row.standing?.dueAt) dueAt[row.path] = row.standing.dueAt;
  }
  const fixture = await createFixture({ folders: () => [folder], options: waits });
  const rows = () =>
    fixture.localFiles.list(folder.id, { limit: 1_000 }).map(({ directory, name, ...row }) => ({
      ...row,
      path: directory ? `${directory}/${name}` : name,
    }));
  const held = () => rows().filter(({ disposition, reason }) => disposition === 'settling' && reason);
  const isEach = () => held().length + fixture.taken.length === Object.keys(before).length;
  await until('each was judged', isEach);
  for (const row of rows()) {
    const isHeld = row.disposition === 'settling';
    expect(said[row.path], row.path).toBe(isHeld ? `inProgress ${row.reason}` : 'taken');
    // Both by the file's own time; the watch by way of its monotonic clock.
    if (isHeld) expect(Math.abs((dueAt[row.path] ?? 0) - (row.dueAt ?? 0)), row.path).toBeLessThan(1_000);
  }
  expect(Object.keys(dueAt)).toHaveLength(12);
  // So old that no end is waited for.
  const over = { unfinishedFor: 0, optionalEndFor: 0 };
  for await (const { standing } of previewRows(createFileGate(), folder, { waits: over }))
    expect(standing).toBeNull();
});
