import { expect, test } from 'vitest';
import { createEntityTable } from './entity-table.ts';
import type { DocumentEntity } from './read-annotated.ts';

const entity = (changes: Partial<DocumentEntity>): DocumentEntity => ({
  id: 'A1',
  name: 'Orrin',
  type: 'COMP',
  mentions: 1,
  relevance: null,
  sentiment: null,
  ...changes,
});
const document = (digit: string, at: number) => ({
  contentId: digit.repeat(32),
  fileName: `${digit}.pdf`,
  at,
});
const all = { text: '', type: null, sort: { by: 'mentions', descending: true } } as const;

function tableOf(...lists: readonly (readonly DocumentEntity[])[]) {
  const table = createEntityTable();
  for (const [index, entities] of lists.entries())
    table.add(document(String(index + 1), (index + 1) * 1000), {
      countedBy: 'marks',
      publishedAt: null,
      entities,
    });
  return table;
}

test('the mean sentiment weighs by mentions, an unnamed entity as one; relevance is a plain mean', () => {
  const table = tableOf(
    [entity({ mentions: 3, sentiment: 0.5, relevance: 1 })],
    [entity({ mentions: 0, sentiment: -0.5, relevance: 0.5, name: 'Orrin Inc.' })],
    [entity({ mentions: 4 })],
  );
  expect(table.page(all, 0, 10, undefined).rows).toEqual([
    {
      key: 'id:A1',
      id: 'A1',
      name: 'Orrin',
      type: 'COMP',
      documents: 3,
      mentions: 7,
      sentiment: 0.25,
      relevance: 0.75,
      firstAt: 1000,
      lastAt: 3000,
    },
  ]);
  expect(table.documents('id:A1').map(({ fileName }) => fileName)).toEqual(['3.pdf', '1.pdf', '2.pdf']);
});

test('without ids the same name is one entity; another id is another entity', () => {
  const table = tableOf(
    [entity({ id: null, name: 'Vela' }), entity({ id: 'V1', name: 'Vela' })],
    [entity({ id: null, name: 'vela' })],
  );
  expect(table.page(all, 0, 10, undefined).rows.map(({ key, mentions }) => [key, mentions])).toEqual([
    ['name:vela', 2],
    ['id:V1', 1],
  ]);
});

test('sorted by any column, the unknown last either way; filtered; a row is found again', () => {
  const table = tableOf([
    entity({ id: '1', name: 'b', mentions: 1, sentiment: 0.1 }),
    entity({ id: '2', name: 'a', mentions: 2, sentiment: -0.1, type: 'PEOP' }),
    entity({ id: '3', name: 'c', mentions: 3 }),
  ]);
  const ids = (by: 'name' | 'sentiment', descending: boolean) =>
    table.page({ ...all, sort: { by, descending } }, 0, 10, undefined).rows.map(({ id }) => id);
  expect(ids('name', false)).toEqual(['2', '1', '3']);
  expect(ids('sentiment', true)).toEqual(['1', '2', '3']);
  expect(ids('sentiment', false)).toEqual(['2', '1', '3']);
  expect(table.page({ ...all, type: 'PEOP' }, 0, 10, undefined).total).toBe(1);
  expect(table.page({ ...all, text: 'C' }, 0, 10, 'id:3')).toMatchObject({ total: 1, at: 0 });
  expect(table.page(all, 1, 1, 'id:1')).toMatchObject({ total: 3, rows: [{ id: '2' }], at: 2 });
  expect(table.types()).toEqual([
    { type: 'COMP', entities: 2 },
    { type: 'PEOP', entities: 1 },
  ]);
});
