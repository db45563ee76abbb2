import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '#core/ports/clock.ts';
import type { ServiceClient } from '#core/service/client.ts';
import { operations } from '#core/service/operations.ts';
import { describeOperations } from '#core/service/operations/describe-operations.ts';
import { joinDeltas } from '#shared/operations/deltas.ts';
import { normaliseQuotas } from '#shared/operations/quotas.ts';
import { tableOf } from '#shared/operations/table-of.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { clientOf, failureOf, mustBe } from './support/operation-client.ts';
import { apple, sandboxCalls } from './support/sandbox-calls.ts';
import { until } from '../support/until.ts';

/** Sandbox seconds a real second: batches and documents take seconds there. */
const speed = 50;
const text =
  'Apple Inc. reported record revenue on Tuesday. Revenue of Apple rose by five percent. Tim Cook was pleased.';

let sandbox: Sandbox;
let client: ServiceClient;
/** What exists at the sandbox before the calls below, by the name it has there. */
const ids: Record<string, string> = {};
const table = sandboxCalls(ids);

beforeAll(async () => {
  sandbox = await startSandbox({ enrichSeconds: [0.1, 0.2], speed });
  client = clientOf(sandbox.baseUrl, {
    agentsUrl: sandbox.agentsUrl,
    key: sandbox.apiKey,
    clock: createClock(speed),
  });
  for (const name of ['document', 'doomed']) ids[name] = await upload(`${name}.txt`, `${text} ${name}`);
  const create = client.operations.methods['connectors.create'];
  for (const name of ['connector', 'doomedConnector']) {
    const body = { type: 'email', label: name, config: { allowed_emails: ['ann@example.com'] } };
    const made = await create({ body });
    ids[name] = (made.ok ? made.value.typed?.connector_id : undefined) ?? '';
  }
  const body = { type: 'investment_research', label: 'r', config: { user_id: 'a', user_password: 'b' } };
  const research = await create({ body });
  ids.research = (research.ok ? research.value.typed?.connector_id : undefined) ?? '';
  for (const name of ['template', 'doomedTemplate']) {
    const made = mustBe(await client.operations.call('workflow.templates.create', { body: { name } }));
    ids[name] = String((made.value as { id: string }).id);
  }
  const batch = mustBe(await client.operations.call('search.batches.create', {}));
  ids.batch = String((batch.value as { batch_id: string }).batch_id);
});
afterAll(async () => {
  client.close();
  await sandbox.stop();
});

async function upload(name: string, content: string): Promise<string> {
  const person = { priority: 'person' } as const;
  const slot = await client.documents.enrich({ file_name: name }, person);
  if (!slot.ok) throw slot.failure.error;
  const bytes = Buffer.from(content);
  await client.storage.put(slot.value.url, { kind: 'buffer', bytes });
  await until('it is completed', async () => {
    const document = await client.documents.get(slot.value.id, person);
    return document.ok && document.value.status === 'completed';
  });
  return slot.value.id;
}

const identifier = { type: 'rp_entity_id', value: apple };
const query = { text: 'revenue' };

test('there is a call of every operation', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(operations).toSorted());
});

describe('against the sandbox', () => {
  beforeAll(async () => {
    const found = mustBe(
      await client.operations.call('knowledge-graph.companies', { body: { query: 'apple' } }),
    );
    const company = (found.value as { results: Record<string, string[]>[] }).results[0];
    ids.cusip = company?.cusip_values?.[0] ?? '';
    ids.isin = company?.isin_values?.[0] ?? '';
  });

  test.each(Object.entries(table))('%s', async (name, { input, has, all }) => {
    const answer = mustBe(await client.operations.call(name, input?.() ?? {}, { all }));
    if (has === null) expect(answer.value).toBeNull();
    else if (typeof has === 'object' && 'asymmetricMatch' in has) expect(answer.value).toEqual(has);
    else expect(answer.value).toMatchObject(has as object);
    expect(answer.typed).toBeDefined();
    expect(answer.notes.filter((note) => /error|shape|not in the specification/.test(note))).toEqual([]);
    expect(answer.requestId).toEqual(expect.any(String));
  });

  const examples = describeOperations().filter(
    ({ example, area }) => example !== null && /^(knowledge-graph|structured-data)$/.test(area),
  );
  test.each(examples.map(({ name, example }) => [name, example] as const))(
    'the example of %s brings something',
    async (name, example) => {
      const { value, notes } = mustBe(
        await client.operations.call(name, { params: example?.params, body: example?.body }),
      );
      expect(notes.filter((note) => /error|shape/.test(note))).toEqual([]);
      expect(tableOf(value)?.rows.length).toBeGreaterThan(0);
    },
  );

  test('never saw the key at its storage', () => {
    expect(sandbox.audit().leaked_keys).toEqual([]);
  });
});

describe('whole ways through the sandbox', () => {
  test('a batch from its lines to its results', async () => {
    const notes: (string | undefined)[] = [];
    const queries = [{ query }, { custom_id: 'two', body: { query: { text: 'Cook' } } }];
    const answer = mustBe(
      await client.operations.call(
        'search.batches.create',
        { queries },
        { onPiece: ({ note }) => notes.push(note) },
      ),
    );
    expect(answer.value).toMatchObject({
      status: 'completed',
      results: [{ status: 200 }, { custom_id: 'two' }],
    });
    expect(notes.join('\n')).toMatch(/The batch is processing, expected at/);
  });

  test('a run is told piece by piece, and stored only when asked to', async () => {
    const stored = async () =>
      (mustBe(await client.operations.call('workflow.executions', {})).value as { count: number }).count;
    const before = await stored();
    const pieces: unknown[] = [];
    const run = async (persistence_mode: string) => {
      const body = { prompt: 'What happened to revenue?', persistence_mode };
      return mustBe(
        await client.operations.call(
          'workflow.execute',
          { body },
          { onPiece: (piece) => pieces.push(piece) },
        ),
      );
    };
    const { value } = await run('enabled');
    expect(pieces.length).toBe((value as unknown[]).length);
    const { executionId, messages } = joinDeltas(value as unknown[]);
    expect(messages.find(({ type }) => type === 'answer')?.text).toMatch(/revenue/i);
    expect(await stored()).toBe(before + 1);
    const newest = mustBe(await client.operations.call('workflow.executions', { params: { limit: 1 } }));
    expect(newest.value).toMatchObject({ results: [{ execution_id: executionId, status: 'completed' }] });
    await run('disabled');
    expect(await stored()).toBe(before + 1);
  });

  test('a run that ends in an error says so', async () => {
    const body = { prompt: '{who}', inputs: { who: { type: 'rp_entity_id', value: '000000' } } };
    const { error } = failureOf(await client.operations.call('workflow.execute', { body }));
    expect([error.code, error.detail]).toEqual([
      'RUN_FAILED',
      expect.stringMatching(/^There is no entity .*; run /),
    ]);
  });

  test('the twelve categories are learned from a refusal, and each of them is then accepted', async () => {
    const dates = { start_date: '2026-09-01', end_date: '2026-09-30' };
    const ask = (category: string) =>
      client.operations.call('economic-calendar.query', { body: { ...dates, categories: [category] } });
    expect(failureOf(await ask('weather')).error.code).toBe('REFUSED_AS_INVALID');
    const learned = client.operations.learned.get('economic-calendar.query', 'categories');
    expect(learned).toHaveLength(12);
    for (const category of learned) mustBe(await ask(category));
  });

  test('a year of everything is capped, and said to be', async () => {
    const body = { start_date: '2025-01-01', end_date: '2026-12-31' };
    const { notes } = mustBe(await client.operations.call('economic-calendar.query', { body }));
    expect(notes.join()).toContain('exactly 2,000 releases');
  });

  test('without a category to serve the calendar is refused, and explained', async () => {
    const without = await startSandbox({ ipoCalendar: false, annotate: false });
    const other = clientOf(without.baseUrl, { key: without.apiKey });
    const body = { categories: ['ipos-calendar'] };
    const { error } = failureOf(await other.operations.call('events-calendar.query', { body }));
    other.close();
    await without.stop();
    expect(error.detail).toContain('enabled for each organization');
  });

  test.each([
    ['wrapped', 'null'],
    ['bare', 'word'],
  ] as const)('quotas %s, without a limit as %s', async (shape, unlimited) => {
    const other = await startSandbox({ annotate: false, quotas: { shape, unlimited } });
    const asking = clientOf(other.baseUrl, { key: other.apiKey });
    const quotas = normaliseQuotas(mustBe(await asking.operations.call('subscription.quotas', {})).value);
    asking.close();
    await other.stop();
    expect(quotas).toMatchObject({ subscriptionType: 'quota', pagesLeft: 10_000 });
    expect(quotas.units.map(({ limit }) => limit)).toEqual([10_000, null, 100_000]);
  });

  test('revenue comes as rows in either way of writing it', async () => {
    const body = { identifier, period: 'annual' } as const;
    const spec = mustBe(await client.operations.call('company-revenue-product-segments.query', { body }));
    expect(tableOf(spec.value)?.rows).toHaveLength(1);
    const field = await startSandbox({ profile: 'field', annotate: false });
    const other = clientOf(field.baseUrl, { key: field.apiKey });
    const rows = tableOf(
      mustBe(await other.operations.call('company-revenue-product-segments.query', { body })).value,
    )?.rows;
    other.close();
    await field.stop();
    expect(rows?.length).toBeGreaterThan(1);
    expect(rows?.[0]).toMatchObject({ PERIOD: 'FY', PRODUCT_SEGMENTS: expect.anything() });
  });
});

test('the bytes that were uploaded are the ones that are served', async () => {
  const answer = mustBe(
    await client.operations.call('documents.original', { params: { content_id: ids.document } }),
  );
  const link = (answer.value as { url: string }).url;
  const got = await client.storage.downloadBytes(link, { maximumBytes: 10_000 });
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  expect(got.ok && hash(got.value)).toBe(hash(Buffer.from(`${text} document`)));
});
