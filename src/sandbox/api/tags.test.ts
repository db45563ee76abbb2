import { expect, test } from 'vitest';
import { startCaller } from '../test-support/sandbox-caller.ts';

const tags = '/contents/v1/tags';

test('tags are made, counted and listed by prefix, in which % and _ are letters', async () => {
  const caller = await startCaller({ annotate: false });
  const made = await caller.call('POST', tags, { tag_name: 'from:ann@example.com' });
  expect(made.json).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'from:ann@example.com',
    created_at: expect.any(String),
    updated_at: expect.any(String),
    file_count: 0,
  });
  await caller.call('POST', tags, { tag_name: 'to_bob' });
  await caller.upload('a.txt', 'a', { tags: [made.json.id] });
  const list = async (query: string) =>
    (await caller.call('GET', `${tags}${query}`)).json.results?.map((tag) => [tag.name, tag.file_count]);
  expect(await list('')).toEqual([
    ['from:ann@example.com', 1],
    ['to_bob', 0],
  ]);
  expect(await list('?prefix=from:')).toEqual([['from:ann@example.com', 1]]);
  expect(await list('?prefix=to%25')).toEqual([]);
  expect((await caller.call('POST', tags, {})).status).toBe(422);
  await caller.stop();
});

test('a name that exists: the spec profile answers it, the field profile refuses', async () => {
  const spec = await startCaller();
  const first = await spec.call('POST', tags, { tag_name: 'x' });
  expect((await spec.call('POST', tags, { tag_name: 'x' })).json.id).toBe(first.json.id);
  await spec.stop();
  const field = await startCaller({ profile: 'field' });
  await field.call('POST', tags, { tag_name: 'x' });
  expect((await field.call('POST', tags, { tag_name: 'x' })).status).toBe(400);
  await field.stop();
});
