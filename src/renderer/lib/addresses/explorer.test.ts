import { expect, test } from 'vitest';
import { parseRoute } from '../route.ts';
import { entityLink, explorerLink, operationQuery, prefilledOf } from './explorer.ts';

const filled = (address: string) => prefilledOf(operationQuery.read(parseRoute(address).query));

test('a link fills in what it was made with', () => {
  expect(explorerLink('tags.list')).toBe('#/explorer/tags.list');
  expect(filled(explorerLink('tags.list'))).toBeUndefined();
  const timestamp = { start: '2026-01-01', end: '2026-02-01' };
  expect(filled(explorerLink('entity-sentiment.query', { entity: 'A&B', body: { timestamp } }))).toEqual({
    body: { identifier: { type: 'rp_entity_id', value: 'A&B' }, timestamp },
  });
  const params = { category: 'etfs', filter: 'sectors' };
  expect(filled(explorerLink('knowledge-graph.values', { params }))).toEqual({ params });
  expect(entityLink({ id: 'X1', type: 'COMP', name: 'Orrin & Co' })).toBe(
    '#/explorer/entity?id=X1&type=COMP&name=Orrin+%26+Co',
  );
});

test('an address somebody wrote by hand is never more than no filling', () => {
  expect(filled('#/explorer/tags.list?with={')).toBeUndefined();
  expect(filled('#/explorer/tags.list?with=[1]')).toBeUndefined();
  expect(filled('#/explorer/x?with={"params":3,"body":5}')).toEqual({ body: 5 });
  expect(filled('#/explorer/x?entity=E&with={"body":5}')).toEqual({
    body: { identifier: { type: 'rp_entity_id', value: 'E' } },
  });
});
