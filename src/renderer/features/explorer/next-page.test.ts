import { expect, test } from 'vitest';
import { nextPage } from './next-page.ts';

test('a cursor leads to the next page, its absence ends the list', () => {
  const operation = { kind: 'paged', parametersSchema: null } as const;
  const request = { params: { limit: 2 }, all: true };
  expect(nextPage(operation, request, { results: [], cursor: 'c' })).toEqual({
    params: { limit: 2, cursor: 'c' },
  });
  expect(nextPage(operation, request, { results: [], cursor: null })).toBeUndefined();
  expect(nextPage(operation, request, 'odd')).toBeUndefined();
});

test('counted pages go on until a short one', () => {
  const operation = { kind: 'plain', parametersSchema: { properties: { page: {} } } } as const;
  const request = { params: { page_size: 2, page: 3 } };
  expect(nextPage(operation, request, { results: [1, 2] })?.params).toEqual({ page_size: 2, page: 4 });
  expect(nextPage(operation, request, { results: [1] })).toBeUndefined();
  expect(nextPage({ kind: 'plain', parametersSchema: null }, {}, { results: [1] })).toBeUndefined();
});
