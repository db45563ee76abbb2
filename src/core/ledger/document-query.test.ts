import { expect, onTestFinished, test } from 'vitest';
import {
  type DocumentFilter,
  type DocumentSort,
  documentSortKeys,
  documentStatuses,
} from '#shared/bridge/documents.ts';
import { connectorIdSchema, folderIdSchema, tagIdSchema } from '#shared/ids/ids.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { openDatabase } from './database.ts';
import { documentsOrder, documentsWhere } from './document-query.ts';
import { nameKeyOf } from './document-row.ts';

type Columns = Readonly<Record<string, string | number | null>>;

/** A ledger with these documents, by name; each uploaded a millisecond after the one before, from 1. */
function ledgerWith(documents: Readonly<Record<string, Columns>>) {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  let count = 0;
  const add = (name: string, columns: Columns = {}) => {
    count++;
    const row: Columns = {
      profile_id: 'p',
      content_id: contentIdOf(String(count)),
      file_name: name,
      name_key: nameKeyOf(name),
      source: 'elsewhere',
      status: 'completed',
      uploaded_at: count,
      changed_at: 0,
      ...columns,
    };
    database
      .statement(`INSERT INTO documents (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`)
      .run(...Object.values(row));
  };
  for (const [name, columns] of Object.entries(documents)) add(name, columns);
  const names = (sql: string, values: readonly (string | number)[]) =>
    database
      .statement(`SELECT file_name FROM documents ${sql}`)
      .all(...values)
      .map((row) => row.file_name as string);
  return {
    database,
    add,
    tag: (name: string, ...tags: string[]) => {
      for (const tag of tags)
        database
          .statement('INSERT INTO document_tags SELECT id, ? FROM documents WHERE file_name = ?')
          .run(tagIdSchema.parse(tag), name);
    },
    nameTag: (profileId: string, tag: string, name: string) =>
      database.statement('INSERT INTO tag_names VALUES (?, ?, ?)').run(profileId, tag, name),
    selected: (filter: DocumentFilter): string => {
      const { sql, values } = documentsWhere('p', filter);
      return names(`WHERE ${sql} ORDER BY id`, values).join(' ');
    },
    ordered: (sort: DocumentSort, sources: readonly string[] = []): string => {
      const { sql, values } = documentsOrder(sort, sources);
      return names(`ORDER BY ${sql}`, values).join(' ');
    },
  };
}

const folder = folderIdSchema.parse('f1');
const connector = connectorIdSchema.parse('c1');

test('a filter selects all documents of its profile where it says nothing, and none of another', () => {
  const { selected } = ledgerWith({
    a: { shared: 1, no_index: 1, no_store: 1 },
    theirs: { profile_id: 'other' },
    b: {},
  });
  expect(selected({})).toBe('a b');
});

test('a filter selects the content ids it names, and nothing where it names none', () => {
  const { selected } = ledgerWith({ a: {}, b: {}, c: {} });
  expect(selected({ contentIds: [contentIdOf('3'), contentIdOf('1'), contentIdOf('9')] })).toBe('a c');
  expect(selected({ contentIds: [] })).toBe('');
});

test('a filter selects names with the text in them, whatever its case and the spaces around it', () => {
  const { selected } = ledgerWith({ 'Annual.pdf': {}, 'bi-ANNUAL.txt': {}, 'other.txt': {} });
  expect(selected({ search: ' annual ' })).toBe('Annual.pdf bi-ANNUAL.txt');
  expect(selected({ search: 'l.t' })).toBe('bi-ANNUAL.txt');
  expect(documentsWhere('p', { search: '  ' })).toEqual(documentsWhere('p', {}));
});

test.each(['*', '?', '[', ']'])(
  'a filter selects only names with a %s where that is what was typed',
  (sign) => {
    const { selected } = ledgerWith({ plain: {}, [`a${sign}b`]: {} });
    expect(selected({ search: sign })).toBe(`a${sign}b`);
    expect(selected({ search: `a${sign}b` })).toBe(`a${sign}b`);
  },
);

test('a filter selects content ids that begin with four digits or more of it, and names with the same text', () => {
  const { selected } = ledgerWith({
    first: { content_id: contentIdOf('CAFE') },
    last: { content_id: contentIdOf('CAFE'.padEnd(32, 'F')) },
    next: { content_id: contentIdOf('CAFF') },
    inside: { content_id: contentIdOf('0CAFE') },
    'cafe.pdf': {},
    theirs: { content_id: contentIdOf('CAFE1'), profile_id: 'other' },
  });
  expect(selected({ search: 'cafe' })).toBe('first last cafe.pdf');
  expect(selected({ search: 'CAFEF' })).toBe('last');
  expect(selected({ search: contentIdOf('CAFE') })).toBe('first');
  expect(selected({ search: 'caf' })).toBe('cafe.pdf');
});

test.each(['caf', 'café', 'cafe 1', 'x cafe', 'A'.repeat(33)])(
  'a filter selects nothing by its content id where the text can begin none (%s)',
  (search) => {
    expect(documentsWhere('p', { search }).values).toEqual(['p', `*${nameKeyOf(search)}*`]);
  },
);

test('a filter selects the statuses it names', () => {
  const { selected } = ledgerWith(Object.fromEntries(documentStatuses.map((status) => [status, { status }])));
  expect(selected({ statuses: ['failed', 'waiting'] })).toBe('waiting failed');
  expect(selected({ statuses: [] })).toBe('');
});

test('a filter selects what came by a watch folder, by hand or by a connector', () => {
  const { selected } = ledgerWith({
    watched: { source: 'folder:f1' },
    watched2: { source: 'folder:f2' },
    dropped: { source: 'manual' },
    synced: { source: 'connector:c1' },
    synced2: { source: 'connector:c2' },
    elsewhere: {},
  });
  expect(selected({ folderId: folder })).toBe('watched');
  expect(selected({ folderId: null })).toBe('dropped');
  expect(selected({ connectorId: connector })).toBe('synced');
});

test('a filter selects what carries all of its tags, each by its name in this profile or by its id', () => {
  const { selected, tag, nameTag } = ledgerWith({ both: {}, one: {}, none: {} });
  nameTag('p', 't1', 'Energy');
  nameTag('other', 't2', 'Steel');
  tag('both', 't1', 't2');
  tag('one', 't1');
  expect(selected({ tags: ['Energy'] })).toBe('both one');
  expect(selected({ tags: ['t1'] })).toBe('both one');
  expect(selected({ tags: ['Energy', 't2'] })).toBe('both');
  expect(selected({ tags: ['Steel'] })).toBe('');
  expect(selected({ tags: [] })).toBe('both one none');
});

test.each([
  ['shared', 'shared'],
  ['noIndex', 'no_index'],
  ['noStore', 'no_store'],
])('a filter selects what is %s or what is not; what nobody said counts as not', (part, column) => {
  const { selected } = ledgerWith({
    yes: { [column]: 1 },
    no: { [column]: 0 },
    unsaid: { [column]: null },
  });
  expect(selected({ [part]: true })).toBe('yes');
  expect(selected({ [part]: false })).toBe('no unsaid');
});

test('a filter selects what failed with an error, by our code or by the word of the service', () => {
  const { selected } = ledgerWith({
    ours: { code: 'E1' },
    theirs: { remote_error: 'E1' },
    another: { code: 'E2', remote_error: 'E3' },
    none: {},
  });
  expect(selected({ error: 'E1' })).toBe('ours theirs');
});

test.each([
  [undefined, 'uploaded_at'],
  ['uploaded', 'uploaded_at'],
  ['published', 'published_at'],
  ['completed', 'completed_at'],
] as const)(
  'a filter selects what its time (%s) lies within: from the first on, before the second',
  (dated, column) => {
    const others = { uploaded_at: 0, published_at: 0, completed_at: 0 };
    const at = (time: number) => ({ ...others, [column]: time });
    const { selected } = ledgerWith({ at9: at(9), at10: at(10), at19: at(19), at20: at(20) });
    const time: DocumentFilter = dated === undefined ? {} : { dated };
    expect(selected({ ...time, after: 10 })).toBe('at10 at19 at20');
    expect(selected({ ...time, before: 20 })).toBe('at9 at10 at19');
    expect(selected({ ...time, after: 10, before: 20 })).toBe('at10 at19');
  },
);

test('a filter selects only what every part of it holds for', () => {
  const all = { source: 'folder:f1', status: 'failed', shared: 1, code: 'E1' };
  const { selected } = ledgerWith({
    all,
    'all but the source': { ...all, source: 'manual' },
    'all but the status': { ...all, status: 'completed' },
    'all but the sharing': { ...all, shared: 0 },
    'all but the error': { ...all, code: null },
    another: all,
  });
  const filter: DocumentFilter = {
    search: 'all',
    folderId: folder,
    statuses: ['failed'],
    shared: true,
    error: 'E1',
  };
  expect(selected(filter)).toBe('all');
});

test.each<[DocumentFilter, boolean, string | null]>([
  [{}, false, null],
  [{ search: 'a', shared: true, error: 'E1', after: 1, tags: [] }, false, null],
  [{ statuses: ['failed'] }, true, 'documents_status'],
  [{ folderId: folder }, true, 'documents_source'],
  [{ folderId: null }, true, 'documents_source'],
  [{ connectorId: connector, statuses: ['failed'] }, true, 'documents_source'],
  // SQLite finds few documents by itself.
  [{ contentIds: [], folderId: folder }, true, null],
  [{ tags: ['a'] }, true, null],
  [{ tags: ['a'], statuses: ['failed'] }, true, null],
])('the index of a filter of %o', (filter, narrows, index) => {
  expect(documentsWhere('p', filter)).toMatchObject({ narrows, index });
});

const ascending = (by: DocumentSort['by']) => ({ by, descending: false });
const descending = (by: DocumentSort['by']) => ({ by, descending: true });

/** Documents d, c, b and a, uploaded in that order: what ties by name does not by time. */
const four = (column: string, a: string | number, b: string | number | null, c: string | number) =>
  ledgerWith({ d: { [column]: a }, c: { [column]: c }, b: { [column]: b }, a: { [column]: a } });

test.each<[DocumentSort['by'], string, string | number, string | number]>([
  ['size', 'size', 2, 1],
  ['shared', 'shared', 1, 0],
  ['contentId', 'content_id', contentIdOf('B'), contentIdOf('A')],
])(
  'an order by %s puts what ties in the order of names, what is not known below all',
  (by, column, high, low) => {
    if (by === 'contentId') {
      const { ordered } = ledgerWith({ b: { [column]: high }, a: { [column]: low } });
      return expect([ordered(ascending(by)), ordered(descending(by))]).toEqual(['a b', 'b a']);
    }
    const { ordered } = four(column, high, null, low);
    expect(ordered(ascending(by))).toBe('b c a d');
    expect(ordered(descending(by))).toBe('d a c b');
  },
);

test.each<[DocumentSort['by'], string, string | number, string | number]>([
  ['published', 'published_at', 2, 1],
  ['completed', 'completed_at', 2, 1],
  ['error', 'code', 'E2', 'E1'],
  ['error', 'remote_error', 'E2', 'E1'],
])('an order by %s (%s) puts what is not known at the end, whichever way', (by, column, high, low) => {
  const { ordered } = four(column, high, null, low);
  expect(ordered(ascending(by))).toBe('c a d b');
  expect(ordered(descending(by))).toBe('d a c b');
});

test('an order by tags goes by their names, and puts what has none at the end', () => {
  const { ordered, tag, nameTag } = ledgerWith({ d: {}, c: {}, b: {}, a: {} });
  nameTag('p', 't1', 'Steel');
  tag('d', 't1');
  tag('a', 't1');
  tag('c', 'Energy');
  expect(ordered(ascending('tags'))).toBe('c a d b');
  expect(ordered(descending('tags'))).toBe('d a c b');
});

test('an order by flags counts "not stored" above "not indexed"', () => {
  const { ordered } = ledgerWith({
    both: { no_store: 1, no_index: 1 },
    stored: { no_store: 0, no_index: 1 },
    neither: {},
    indexed: { no_store: 1, no_index: 0 },
  });
  expect(ordered(ascending('flags'))).toBe('neither stored indexed both');
  expect(ordered(descending('flags'))).toBe('both indexed stored neither');
});

test('an order by status puts what ties in the order it was uploaded', () => {
  const { ordered } = four('status', 'failed', 'waiting', 'completed');
  expect(ordered(ascending('status'))).toBe('c d a b');
  expect(ordered(descending('status'))).toBe('b a d c');
});

test('an order by file goes by names, whatever their case', () => {
  const { ordered } = ledgerWith({ B: {}, a: {}, C: {} });
  expect(ordered(ascending('file'))).toBe('a B C');
  expect(ordered(descending('file'))).toBe('C B a');
});

test('an order by upload goes by its time, then by names', () => {
  const { ordered } = ledgerWith({ c: { uploaded_at: 5 }, b: { uploaded_at: 5 }, a: { uploaded_at: 6 } });
  expect(ordered(ascending('uploaded'))).toBe('b c a');
  expect(ordered(descending('uploaded'))).toBe('a c b');
});

test('an order of documents of one name goes by when they were uploaded, then by which came first', () => {
  const { database, add } = ledgerWith({});
  for (const at of [7, 5, 7, 6]) add('same', { uploaded_at: at });
  const ids = ({ sql }: { sql: string }) =>
    database
      .statement(`SELECT id FROM documents ORDER BY ${sql}`)
      .all()
      .map(({ id }) => id);
  expect(ids(documentsOrder(ascending('file'), []))).toEqual([2, 4, 1, 3]);
  expect(ids(documentsOrder(descending('file'), []))).toEqual([3, 1, 4, 2]);
});

test('an order by source follows the sources as they were given, then the time; one that was not given is last', () => {
  const { ordered } = ledgerWith({
    new: { source: 'folder:new' },
    zebra: { source: 'folder:z' },
    manual: { source: 'manual' },
    zebra2: { source: 'folder:z' },
  });
  const sources = ['manual', 'folder:z'];
  expect(ordered(ascending('source'), sources)).toBe('manual zebra zebra2 new');
  expect(ordered(descending('source'), sources)).toBe('new zebra2 zebra manual');
  expect(ordered(ascending('source'))).toBe('new zebra manual zebra2');
  expect(ordered(descending('source'))).toBe('zebra2 manual zebra new');
});

test('an order is read from its index where it has one, and sorts nothing then', () => {
  const { database } = ledgerWith({});
  const all = documentSortKeys.flatMap((by) => [ascending(by), descending(by)]);
  const indexed = all.flatMap((sort) => {
    const { sql, index } = documentsOrder(sort, []);
    if (index === null) return [];
    const plan = database.sqlite
      .prepare(
        `EXPLAIN QUERY PLAN SELECT id FROM documents INDEXED BY ${index} WHERE profile_id = 'p'
          ORDER BY ${sql}`,
      )
      .all();
    expect(JSON.stringify(plan)).not.toContain('B-TREE');
    return [`${sort.by} ${sort.descending ? 'down' : 'up'}: ${index}`];
  });
  // What is not known stands first in an index: one read upwards does not have it at the end.
  expect(indexed).toEqual([
    'file up: documents_name',
    'file down: documents_name',
    'status up: documents_status',
    'status down: documents_status',
    'size up: documents_size',
    'size down: documents_size',
    'uploaded up: documents_uploaded',
    'uploaded down: documents_uploaded',
    'published down: documents_published',
    'completed down: documents_completed',
  ]);
});
