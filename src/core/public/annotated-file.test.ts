import { expect, test, vi } from 'vitest';
import { annotatedFile } from './annotated-file.ts';

const id = '0123456789ABCDEF0123456789ABCDEF';

test('only content ids lead to a file', async () => {
  const fetched = vi.fn(async () => ({ path: '/cache/x.json', bytes: 3 }));
  const calls = { 'documents.annotated': fetched };
  expect(await annotatedFile(calls, `/annotated/${id}`)).toEqual({ path: '/cache/x.json', bytes: 3 });
  expect(fetched).toHaveBeenCalledExactlyOnceWith({ contentId: id });
  for (const path of [
    '/annotated/',
    `/annotated/${id.toLowerCase()}`,
    `/annotated/${id}/`,
    `/annotated/${id}0`,
    `/annotated/../${id}`,
    `/annotated/%2e%2e%2f${id}`,
    `/annotated/${id}?x`,
    `/other/${id}`,
    `//annotated/${id}`,
    `/annotated/${id}\n`,
  ]) {
    expect([path, await annotatedFile(calls, path)]).toEqual([path, null]);
  }
  expect(fetched).toHaveBeenCalledOnce();
});
