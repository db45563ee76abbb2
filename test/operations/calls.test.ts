import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { operations } from '#core/service/operations.ts';
import {
  json,
  type LocalServer,
  type SeenRequest,
  startLocalServer,
} from '#core/service/testing/local-server.ts';
import type { EventPayload } from '#shared/bridge/contract.ts';
import { operationDescriptionSchema } from '#shared/operations/description.ts';
import { createFixture, type Fixture } from '../support/core-fixture.ts';
import { contentId } from './exchanges/exchange.ts';

let server: LocalServer;
let answer: (request: SeenRequest, response: ServerResponse) => void;
let fixture: Fixture;
let core: Core;
let told: EventPayload<'operations.streamed'>[];

beforeEach(async () => {
  answer = (_, response) => json(response, 200, {});
  server = await startLocalServer((request, response) => answer(request, response));
  fixture = await createFixture({ profile: { baseUrl: server.url, agentsUrl: server.url } });
  core = fixture.createCore();
  await core.start('none');
  told = [];
  core.on('operations.streamed', (payload) => told.push(payload));
});
afterEach(async () => {
  await fixture.close();
  await server[Symbol.asyncDispose]();
});

const dates = { start_date: '2026-01-01', end_date: '2026-01-31' };
const streamId = '3f2b0a52-9f5c-4b62-8d43-0a1e5a3f9c11';
const ended = () => told.find(({ result, failure }) => result !== null || failure !== null);
const untilEnded = () => expect.poll(ended).toBeDefined();

describe('operations.list', () => {
  test('describes every operation, with forms for what it takes', async () => {
    const list = await core.calls['operations.list']({});
    expect(list.map(({ name }) => name)).toEqual(Object.keys(operations));
    for (const one of list) expect(operationDescriptionSchema.parse(one)).toEqual(one);
    expect(list.find(({ name }) => name === 'company-screener.query')).toMatchObject({
      area: 'structured-data',
      method: 'POST',
      host: 'base',
      path: '/v1/company-screener/query',
      section: '4.4',
      kind: 'plain',
      effect: 'reads',
      notShown: ['The full list of filter names.'],
      parametersSchema: null,
      requestSchema: {
        type: 'object',
        required: ['filters'],
        properties: { limit: { type: 'integer', minimum: 1, maximum: 1000 } },
      },
    });
    expect(list.find(({ name }) => name === 'documents.annotated')).toMatchObject({
      pathParameters: ['content_id'],
      parametersSchema: {
        required: ['content_id'],
        properties: { content_id: { pattern: '^[A-F0-9]{32}$' } },
      },
      requestSchema: null,
    });
    expect(list.filter(({ kind }) => kind !== 'plain').map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'search.batches.create batch',
      'workflow.executions paged',
      'workflow.execute stream',
      'documents.enrich upload',
    ]);
    expect(list.filter(({ effect }) => effect === 'deletes').map(({ name }) => name)).toEqual([
      'workflow.templates.delete',
      'documents.delete',
      'connectors.delete',
    ]);
  });

  test('has an example that its own rules accept, wherever it has one', async () => {
    for (const { name, example } of await core.calls['operations.list']({}))
      if (example !== null)
        expect([
          name,
          await core.calls['operations.check']({ name, params: example.params ?? {}, body: example.body }),
        ]).toEqual([name, []]);
  });

  test('can be read before a profile is set up', async () => {
    await fixture.settings.update((settings) => ({ ...settings, profiles: [], activeProfileId: null }));
    expect(await core.calls['operations.list']({})).toHaveLength(Object.keys(operations).length);
    await expect(core.calls['operations.call']({ name: 'tags.list' })).rejects.toMatchObject({
      code: 'USAGE',
    });
  });

  test('offers what a refusal has taught, from then on', async () => {
    const msg = "should be 'inflation', 'labor-market' or 'taught-one'";
    answer = (_, response) => json(response, 422, { detail: [{ loc: ['body', 'categories', 0], msg }] });
    const body = { ...dates, categories: ['unknown'] };
    await expect(
      core.calls['operations.call']({ name: 'economic-calendar.query', body }),
    ).rejects.toMatchObject({
      code: 'REFUSED_AS_INVALID',
      detail: 'The service accepts these categories: inflation, labor-market, taught-one.',
    });
    const list = await core.calls['operations.list']({});
    expect(list.find(({ name }) => name === 'economic-calendar.query')?.requestSchema).toMatchObject({
      properties: { categories: { items: { examples: ['inflation', 'labor-market', 'taught-one'] } } },
    });
  });
});

describe('operations.check and operations.call', () => {
  test('say the rule, and ask nothing', async () => {
    const request = { name: 'company-screener.query', body: { filters: {}, limit: 5000 } };
    const message = 'The limit of the screener is a whole number from 1 to 1000.';
    expect(await core.calls['operations.check'](request)).toEqual([
      { field: 'limit', message, said: { code: 'rule.screener-limit', values: {} } },
    ]);
    await expect(core.calls['operations.call'](request)).rejects.toMatchObject({
      code: 'USAGE',
      detail: message,
    });
    expect(server.seen).toEqual([]);
  });

  test('answer with the JSON as it came', async () => {
    const value = {
      results: [],
      metadata: { request_id: 'r-1' },
      usage: { knowledge_graph_tokens: 2 },
      more: [null],
    };
    answer = (_, response) => json(response, 200, value);
    const result = await core.calls['operations.call']({
      name: 'knowledge-graph.etfs',
      body: { query: 'a' },
    });
    expect(result).toEqual({
      status: 200,
      value,
      notes: [{ code: 'remark.usedTokens', values: { count: 2 } }],
      requestId: 'r-1',
      tookMs: expect.any(Number),
    });
  });

  test('a document is not reserved by itself', async () => {
    const request = { name: 'documents.enrich', body: { file_name: 'a.pdf' } };
    await expect(core.calls['operations.call'](request)).rejects.toMatchObject({
      code: 'USAGE',
      detail: expect.stringContaining('sluice upload'),
    });
    expect(server.seen).toEqual([]);
  });

  test('a document that is deleted is deleted for the ledger too', async () => {
    answer = (_, response) => json(response, 200, null);
    const request = { name: 'documents.delete', params: { content_id: contentId } };
    expect(await core.calls['operations.call'](request)).toMatchObject({
      status: 200,
      value: null,
      notes: [],
    });
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `DELETE /contents/v1/documents/${contentId}`,
    ]);
    await expect(
      core.calls['operations.call']({ name: 'documents.delete', params: { content_id: 'x' } }),
    ).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('quotas come in one shape', async () => {
    const quota_units = [{ id: 'pages', display_name: 'Pages', units_usage: 1, units_limit: 10 }];
    answer = (_, response) => json(response, 200, { subscription_type: 'credits', quota_units });
    expect(await core.calls['quotas.show']({})).toEqual({
      subscriptionType: 'credits',
      units: [{ id: 'pages', name: 'Pages', used: 1, limit: 10, left: 9 }],
      pagesLeft: 9,
      more: {},
    });
  });
});

describe('operations.start', () => {
  const stream = (response: ServerResponse, ...events: unknown[]) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  };

  test('answers at once and tells each piece, then the result', async () => {
    answer = (_, response) => {
      stream(response, { delta: { content: 'a' } }, { delta: { content: 'b' } });
      response.end('data: [DONE]\n\n');
    };
    expect(await core.calls['operations.start']({ streamId, name: 'workflow.execute', body: {} })).toEqual({
      streamId,
    });
    await untilEnded();
    expect(told.every((one) => one.streamId === streamId)).toBe(true);
    expect(told.flatMap(({ pieces }) => pieces)).toEqual([
      { data: { delta: { content: 'a' } } },
      { data: { delta: { content: 'b' } } },
    ]);
    expect(ended()?.result).toMatchObject({ status: 200, value: [{}, {}] });
    expect(await core.calls['operations.cancel']({ streamId })).toEqual({ cancelled: false });
  });

  test('tells a broken rule as the failure it is', async () => {
    await core.calls['operations.start']({ streamId, name: 'search.query', body: { search_mode: 'odd' } });
    await untilEnded();
    expect(ended()?.failure).toEqual({
      code: 'USAGE',
      message: expect.any(String),
      detail: 'The search mode is fast or smart.',
      said: { code: 'rule.search-mode', values: {} },
    });
  });

  test('is cancelled, and says so', async () => {
    answer = (_, response) => stream(response, { delta: { content: 'on and on' } });
    const { streamId: chosen } = await core.calls['operations.start']({ name: 'workflow.execute', body: {} });
    await expect.poll(() => told).toHaveLength(1);
    expect(await core.calls['operations.cancel']({ streamId: chosen })).toEqual({ cancelled: true });
    await untilEnded();
    expect(ended()?.failure).toEqual({ code: 'CALL_CANCELLED', message: 'The call was cancelled.' });
  });

  test('does not run the same id twice, nor without end', async () => {
    answer = (_, response) => stream(response);
    const start = (id?: string) =>
      core.calls['operations.start']({ ...(id ? { streamId: id } : {}), name: 'workflow.execute', body: {} });
    await start(streamId);
    await expect(start(streamId)).rejects.toMatchObject({ code: 'USAGE' });
    for (let made = 1; made < 16; made += 1) await start();
    await expect(start()).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('ends with core, and keeps no one waiting', async () => {
    answer = (_, response) => stream(response, {});
    await core.calls['operations.start']({ streamId, name: 'workflow.execute', body: {} });
    await expect.poll(() => told).toHaveLength(1);
    await core.stop();
    await untilEnded();
    expect(ended()?.failure?.code).toBe('CALL_CANCELLED');
  });
});

test('nothing of an answer or a body is written to the data folder', async () => {
  answer = (_, response) =>
    json(response, 200, { url: 'https://storage.example/a?X-Amz-Signature=canary-7' });
  await core.calls['operations.call']({ name: 'documents.annotated', params: { content_id: contentId } });
  await core.stop();
  expect(readFileSync(join(fixture.dataDirectory, 'ledger.sqlite')).includes('canary-7')).toBe(false);
});
