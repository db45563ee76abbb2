import { expect, test } from 'vitest';
import { pageWith } from './page-with.ts';

const rows = (...ids: readonly string[]) => ids.map((id) => ({ id }));
const service = rows('e', 'd', 'c', 'b', 'a');
const pageOf = async (page: number, pageSize: number) =>
  service.slice((page - 1) * pageSize, page * pageSize);

async function pages(newest: readonly { id: string }[], pageSize: number) {
  const asked: number[] = [];
  const found: string[] = [];
  for (let page = 1; page <= 5; page++) {
    const own = await pageOf(page, pageSize);
    const shown = await pageWith(newest, { page, pageSize, own }, (one) => {
      asked.push(one);
      return pageOf(one, pageSize);
    });
    found.push(shown.map(({ id }) => id).join(''));
  }
  return { found, asked };
}

test('what a list lacks comes first, each row is on one page, and none is longer than a page', async () => {
  expect((await pages(rows('g', 'f'), 3)).found).toEqual(['gfe', 'dcb', 'a', '', '']);
  expect((await pages(rows('f'), 5)).found).toEqual(['fedcb', 'a', '', '', '']);
  expect((await pages(rows('g', 'f'), 2)).found).toEqual(['gf', 'ed', 'cb', 'a', '']);
  expect((await pages(rows('f', 'e', 'd'), 3)).found).toEqual(['fed', 'cba', '', '', '']);
});

test('where nothing is new no other page is asked for', async () => {
  expect(await pages([], 3)).toEqual({ found: ['edc', 'ba', '', '', ''], asked: [] });
});
