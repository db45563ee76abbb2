import { expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import { send, startCaller } from '../test-support/sandbox-caller.ts';

test('a window of 60 sandbox seconds slides over each key; storage and refused requests do not count', async () => {
  const clock = createClock({ speed: 0 });
  const caller = await startCaller({ annotate: false, rateLimitPerMinute: 3, clock });
  const get = (key?: string) =>
    caller.call('GET', '/contents/v1/tags', undefined, key === undefined ? {} : { key });
  const { url } = await caller.enrich({ file_name: 'a.txt' });
  clock.advance(10_000);
  expect((await send('PUT', url, 'hello')).status).toBe(200);
  expect((await get()).status).toBe(200);
  expect((await get()).status).toBe(200);
  const refused = await get();
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '50']);
  expect(refused.json).toEqual({ code: 'TOO_MANY_REQUESTS', message: expect.any(String) });
  expect((await get(caller.sandbox.addUser({ userId: 'colleague' }))).status).toBe(200);
  clock.advance(50_000);
  expect((await get()).status).toBe(200);
  expect((await get()).headers['retry-after']).toBe('10');
  expect(caller.sandbox.state()).toMatchObject({ rate_limit_per_minute: 3, requests_over_limit: 2 });
  await caller.stop();
  clock.stop();
});

test('a limit of the organization counts all its keys together, and no other organization', async () => {
  const clock = createClock({ speed: 0 });
  const caller = await startCaller({
    annotate: false,
    rateLimitPerMinute: 2,
    rateLimitBy: 'organization',
    clock,
  });
  const get = async (key: string) =>
    (await caller.call('GET', '/contents/v1/tags', undefined, { key })).status;
  const colleague = caller.sandbox.addUser({ userId: 'colleague' });
  const stranger = caller.sandbox.addUser({ userId: 'stranger', orgId: 'another-org' });
  expect(await get(caller.sandbox.apiKey)).toBe(200);
  expect(await get(colleague)).toBe(200);
  expect(await get(caller.sandbox.apiKey)).toBe(429);
  expect(await get(colleague)).toBe(429);
  expect(await get(stranger)).toBe(200);
  expect(caller.sandbox.state()).toMatchObject({ rate_limit_by: 'organization', requests_over_limit: 2 });
  await caller.stop();
  clock.stop();
});
