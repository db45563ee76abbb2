import { expect, test } from 'vitest';
import { nextPage } from './next-page.ts';

const list = { lists: [{ at: ['results'], columns: [] }], record: '', columns: [] };

test('a cursor leads to the next page, its absence ends the list', () => {
  const operation = { answer: { ...list, pages: { by: 'cursor' } } } as const;
  const request = { params: { limit: 2 }, all: true };
  expect(nextPage(operation, request, { results: [], cursor: 'c' })).toEqual({
    params: { limit: 2, cursor: 'c' },
  });
  expect(nextPage(operation, request, { results: [], cursor: null })).toBeUndefined();
  expect(nextPage(operation, request, 'odd')).toBeUndefined();
});

test('counted pages go on until a short one, counted where the list is declared', () => {
  const operation = { answer: { ...list, pages: { by: 'number', usual: 50 } } } as const;
  const request = { params: { page_size: 2, page: 3 } };
  const others = [1, 2, 3];
  expect(nextPage(operation, request, { others, results: [1, 2] })?.params).toEqual({
    page_size: 2,
    page: 4,
  });
  expect(nextPage(operation, request, { others, results: [1] })).toBeUndefined();
  expect(nextPage({ answer: list }, {}, { results: [1], cursor: 'c' })).toBeUndefined();
});
