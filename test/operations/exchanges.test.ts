import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import type { ServiceClient } from '#core/service/client.ts';
import { operations } from '#core/service/operations.ts';
import { json, type LocalServer, startLocalServer } from '#core/service/testing/local-server.ts';
import { exchanges } from './exchanges/index.ts';
import { clientOf, mustBe, testKey } from './support/operation-client.ts';

let base: LocalServer;
let agents: LocalServer;
let client: ServiceClient;
let answer: unknown;

beforeAll(async () => {
  const start = () =>
    startLocalServer((_, response) => json(response, 200, answer, { 'x-request-id': 'r-header' }));
  [base, agents] = await Promise.all([start(), start()]);
  client = clientOf(base.url, { agentsUrl: agents.url });
});
beforeEach(() => {
  base.seen.length = 0;
  agents.seen.length = 0;
});
afterAll(async () => {
  client.close();
  await base[Symbol.asyncDispose]();
  await agents[Symbol.asyncDispose]();
});

test('there is an exchange for every operation of the registry, and for no other', () => {
  expect(Object.keys(exchanges).toSorted()).toEqual(Object.keys(operations).toSorted());
});

test.each(Object.entries(exchanges))(
  '%s is asked and answered as the specification says',
  async (name, exchange) => {
    answer = exchange.answers;
    const { params, body } = exchange;
    const result = mustBe(await client.operations.call(name, { params, body }));
    const { asked, other } =
      exchange.host === 'agents'
        ? { asked: agents.seen, other: base.seen }
        : { asked: base.seen, other: agents.seen };
    expect(other).toEqual([]);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([exchange.sends]);
    expect(asked[0]?.headers['x-api-key']).toBe(testKey);
    const sent = asked[0]?.body.toString() ?? '';
    expect(sent === '' ? undefined : JSON.parse(sent)).toEqual(exchange.sendsBody);
    // Of a stream the answer is the list of its events; one JSON answer counts as one event.
    expect(result.value).toEqual(name === 'workflow.execute' ? [answer] : answer);
    expect(result.status).toBe(200);
    if (exchange.typed !== undefined) expect(result.typed).toMatchObject(exchange.typed as object);
    if (exchange.notes !== undefined) expect(result.notes.map(speakEnglish)).toEqual(exchange.notes);
    expect(result.requestId).toMatch(/^r-/);
  },
);

test('a method is typed by the registry', async () => {
  answer = exchanges['company-screener.query']?.answers;
  const screened = await client.operations.methods['company-screener.query']({
    body: { filters: { sector: 'Technology' }, limit: 5 },
  });
  const price: number | undefined = screened.ok ? screened.value.typed?.results?.[0]?.price : undefined;
  expect(price).toBe(230.5);
});

test('where no address of the workflow endpoints is given, they are at the main one', async () => {
  answer = { count: 0, results: [], cursor: null };
  const only = clientOf(base.url);
  mustBe(await only.operations.call('workflow.executions', {}));
  only.close();
  expect(base.seen.map(({ url }) => url)).toEqual(['/v1/workflow/executions']);
});
