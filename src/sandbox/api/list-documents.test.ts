import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxCaller, startCaller } from '../test-support/sandbox-caller.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startCaller({ annotate: false });
  const tag = (await caller.call('POST', '/contents/v1/tags', { tag_name: 'team' })).json.id;
  for (const [index, name] of ['alpha.txt', 'Beta.csv', 'gamma_100%.txt'].entries()) {
    await caller.upload(name, 'x'.repeat(10 - index), index === 1 ? { tags: [tag] } : {});
    caller.sandbox.clock.advance(1000);
  }
});
afterAll(() => caller.stop());

async function names(query: string): Promise<unknown[] | undefined> {
  const { json } = await caller.call('GET', `/contents/v1/documents?${query}`);
  return json.results?.map((one) => one.file_name);
}

test.each([
  ['', ['gamma_100%.txt', 'Beta.csv', 'alpha.txt']],
  ['sort_order=asc', ['alpha.txt', 'Beta.csv', 'gamma_100%.txt']],
  ['sort_by=raw_size&sort_order=asc', ['gamma_100%.txt', 'Beta.csv', 'alpha.txt']],
  ['file_name=bet', ['Beta.csv']],
  ['file_name=0%25', ['gamma_100%.txt']],
  ['tags=team&tags=other', ['Beta.csv']],
  ['tags=other', []],
  ['page=2&page_size=2', ['alpha.txt']],
  ['page=3&page_size=2', []],
  ['origin=email', []],
  ['origin=file_upload&ownership=owned', ['gamma_100%.txt', 'Beta.csv', 'alpha.txt']],
  ['from_date=2999-01-01', []],
])('?%s', async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test.each(['page=0', 'page_size=101', 'page_size=0', 'sort_by=tags', 'ownership=mine', 'from_date=soon'])(
  'refuses ?%s with 422',
  async (query) => {
    const { status, json } = await caller.call('GET', `/contents/v1/documents?${query}`);
    expect(status).toBe(422);
    expect(json.detail).toMatchObject([{ loc: ['query', query.split('=')[0]] }]);
  },
);

test('there is neither a total nor a cursor', async () => {
  expect(Object.keys((await caller.call('GET', '/contents/v1/documents')).json)).toEqual(['results']);
});
