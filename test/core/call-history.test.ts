import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../support/core-fixture.ts';

let fixture: Fixture;
afterEach(() => fixture.close());

const password = 'a-broker-password-nobody-keeps';

test('calls are remembered for the profile where it is wanted: without secrets, without what is too large', async () => {
  fixture = await createFixture();
  const core = fixture.createCore();
  await core.start('none');
  const { calls } = core;
  await calls['operations.call']({ name: 'tags.list', params: { prefix: 'a' }, remember: true });
  await calls['operations.call']({ name: 'tags.list' });
  const config = { user_id: 'ann', user_password: password };
  const body = { type: 'investment_research', label: 'Broker', config };
  await calls['operations.call']({ name: 'connectors.create', body, remember: true });
  const refused = { name: 'knowledge-graph.etfs', body: {}, remember: true };
  await expect(calls['operations.call'](refused)).rejects.toMatchObject({ code: 'USAGE' });
  const large = { name: 'tags.create', body: { tag_name: 'x'.repeat(40_000) }, remember: true };
  await calls['operations.call'](large).catch(() => undefined);

  const history = await calls['operations.history']({});
  expect(history.map(({ name, request, leftOut, code }) => ({ name, request, leftOut, code }))).toEqual([
    { name: 'tags.create', request: { params: {} }, leftOut: ['body'], code: history[0]?.code },
    { name: 'knowledge-graph.etfs', request: { params: {}, body: {} }, leftOut: [], code: 'USAGE' },
    {
      name: 'connectors.create',
      request: { params: {}, body: { ...body, config: { user_id: 'ann' } } },
      leftOut: ['body.config.user_password'],
      code: null,
    },
    { name: 'tags.list', request: { params: { prefix: 'a' } }, leftOut: [], code: null },
  ]);
  expect(history.at(-1)?.status).toBe(200);
  await core.stop();
  const entries = readdirSync(fixture.dataDirectory, { recursive: true, withFileTypes: true });
  const written = entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect(written.join('')).toContain('investment_research');
  expect(written.join('')).not.toContain(password);
  expect(written.join('')).not.toContain(fixture.sandbox.apiKey);
});

test('the newest 200 are kept; one or all are forgotten', async () => {
  fixture = await createFixture();
  const core = fixture.createCore();
  await core.start('none');
  const { calls } = core;
  for (let index = 0; index < 203; index++) {
    const request = { name: 'knowledge-graph.etfs', body: { index }, remember: true };
    await calls['operations.call'](request).catch(() => undefined);
  }
  const history = await calls['operations.history']({});
  expect(history).toHaveLength(200);
  expect(history[0]?.request.body).toEqual({ index: 202 });
  expect(await calls['operations.forget']({ id: history[0]?.id ?? -1 })).toEqual({ count: 1 });
  expect(await calls['operations.forget']({})).toEqual({ count: 199 });
  expect(await calls['operations.history']({})).toEqual([]);
});
