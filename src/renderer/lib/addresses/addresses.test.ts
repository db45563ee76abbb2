import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acrossSortKeys } from '#shared/bridge/across.ts';
import { documentSortKeys, documentStatuses } from '#shared/bridge/documents.ts';
import { noteStates } from '#shared/bridge/notes.ts';
import { linkRoute, writePassageLink } from '#shared/cite/passage-link.ts';
import { uploadStates } from '#shared/uploads/upload.ts';
import { href, parseRoute } from '../route.ts';
import { acrossQuery } from './across.ts';
import { fileQuery, placeQuery } from './annotated.ts';
import { connectorLists, connectorSortKeys, connectorsQuery, newConnectorQuery } from './connectors.ts';
import type { Query } from './define-query.ts';
import { dates, documentsQuery, flags } from './documents.ts';
import { entityQuery, operationQuery } from './explorer.ts';
import { filesPlaces, folderFilesQuery, folderQuery, folderViews } from './folders.ts';
import { notesQuery } from './notes.ts';
import { searchQuery } from './search.ts';
import { tagsQuery } from './tags.ts';
import { uploadsQuery } from './uploads.ts';

const text = fc.string({ unit: 'grapheme' });
const maybeText = fc.option(text);
const someTexts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }));
const count = fc.option(fc.nat());
const day = fc.oneof(
  fc.constant(''),
  fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const sortedBy = <T>(columns: readonly T[]) =>
  fc.record({ by: fc.constantFrom(...columns), descending: fc.boolean() });
const some = <T>(words: readonly T[]) => fc.subarray([...words]);

interface Declared<Values> {
  readonly name: string;
  readonly query: Query<Values>;
  readonly values: Arbitrary<Values>;
}

const declared = <Values>(
  name: string,
  query: Query<Values>,
  fields: { readonly [Name in keyof Values]: Arbitrary<Values[Name]> },
): Declared<Values> => ({ name, query, values: fc.record(fields) as Arbitrary<Values> });

/** Every query there is. */
const all = [
  declared('uploads', uploadsQuery, {
    search: text,
    folder: text,
    states: some(uploadStates),
    code: text,
    person: text,
    machine: text,
    from: day,
    to: day,
    document: text,
    order: fc.constantFrom('newest', 'oldest'),
    open: count,
  }),
  declared('documents', documentsQuery, {
    search: text,
    statuses: some(documentStatuses),
    folder: text,
    connector: text,
    tags: someTexts,
    shared: fc.constantFrom('', 'yes', 'no'),
    flags: some(flags),
    person: text,
    machine: text,
    error: text,
    dated: fc.constantFrom(...dates),
    from: day,
    to: day,
    sort: sortedBy(documentSortKeys),
  }),
  declared('across', acrossQuery, {
    filter: fc.option(fc.record({ search: text, tags: fc.array(text) }, { requiredKeys: [] })),
    text,
    type: maybeText,
    sort: sortedBy(acrossSortKeys),
    open: maybeText,
  }),
  declared('search', searchQuery, { text, tags: someTexts, from: day, to: day, ask: fc.boolean() }),
  declared('place', placeQuery, {
    path: maybeText,
    from: count,
    to: count,
    end: maybeText,
    entity: maybeText,
    event: count,
    chunk: count,
    quote: maybeText,
    paragraph: count,
  }),
  declared('notes', notesQuery, {
    search: text,
    state: fc.constantFrom('', ...noteStates),
    page: count,
  }),
  declared('file', fileQuery, { choose: fc.boolean() }),
  declared('connectors', connectorsQuery, {
    show: fc.constantFrom(...connectorLists),
    sort: sortedBy(connectorSortKeys),
  }),
  declared('new connector', newConnectorQuery, { type: text }),
  declared('tags', tagsQuery, { prefix: text }),
  declared('folder', folderQuery, { show: fc.constantFrom(...folderViews) }),
  declared('files of a folder', folderFilesQuery, {
    place: fc.constantFrom('', ...filesPlaces),
    reason: maybeText,
    page: count,
  }),
  declared('operation', operationQuery, {
    entity: maybeText,
    filled: fc.option(
      fc.record(
        { params: fc.record({ category: text }), body: fc.oneof(text, fc.array(fc.nat())) },
        { requiredKeys: [] },
      ),
    ),
  }),
  declared('entity', entityQuery, { id: text, type: text, name: text }),
] as readonly Declared<unknown>[];

describe.each(all)('$name', ({ query, values }) => {
  const back = (said: string) => query.read(parseRoute(href(['page'], said)).query);

  test('an address says the same after it was written and read', () => {
    fc.assert(
      fc.property(values, (one) => {
        expect(back(query.write(one as object))).toEqual(one);
      }),
    );
  });

  test('what is as usual is left out, and what is left out is as usual', () => {
    expect(query.write(query.usual as object)).toBe('');
    expect(back('')).toEqual(query.usual);
  });

  test('what somebody wrote by hand is read without a failure, and means the same when it is written', () => {
    const name = fc.oneof(
      text,
      fc.constantFrom(...Object.keys(query.usual as object), 'sort', 'state', 'tag'),
    );
    const byHand = fc
      .array(fc.tuple(name, text))
      .map((parts) => parts.map(([key, value]) => `${key}=${value}`).join('&'));
    fc.assert(
      fc.property(byHand, (said) => {
        const read = query.read(new URLSearchParams(said));
        expect(back(query.write(read as object))).toEqual(read);
      }),
    );
  });
});

test('a link to a passage leads to the address of its place', () => {
  const place = { path: '$.content.body[3].text', from: 5, to: 30, quote: 'Net income & more' };
  const link = writePassageLink({ contentId: '0123456789ABCDEF0123456789ABCDEF', ...place });
  const { path, query } = parseRoute(linkRoute(link) ?? '');
  expect(path).toEqual(['documents', '0123456789ABCDEF0123456789ABCDEF', 'annotated']);
  expect(placeQuery.read(query)).toEqual({ ...placeQuery.usual, ...place });
});
