import { createHash } from 'node:crypto';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceClient } from '#core/service/client.ts';
import { operations } from '#core/service/operations.ts';
import { describeOperations } from '#core/service/operations/describe-operations.ts';
import { joinDeltas } from '#shared/operations/deltas.ts';
import { normaliseQuotas } from '#shared/operations/quotas.ts';
import { readAnswer } from '#shared/operations/read-answer.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { clientOf, failureOf, mustBe } from './support/operation-client.ts';
import { type PreparedSandbox, prepareSandbox, uploadedText } from './support/prepared-sandbox.ts';
import { apple, type SandboxCall } from './support/sandbox-calls.ts';

let prepared: PreparedSandbox;
let sandbox: Sandbox;
let client: ServiceClient;
let ids: Record<string, string>;
let calls: PreparedSandbox['calls'];

beforeAll(async () => {
  prepared = await prepareSandbox();
  ({ sandbox, client, ids, calls } = prepared);
});
afterAll(() => prepared.stop());

function mustHave(call: SandboxCall | undefined): SandboxCall {
  if (call === undefined) throw new Error('no such call');
  return call;
}

const identifier = { type: 'rp_entity_id', value: apple };
const query = { text: 'revenue' };

test('there is a call of every operation', () => {
  expect(Object.keys(calls).toSorted()).toEqual(Object.keys(operations).toSorted());
});

/** What is told of an answer that is not as it should be. */
const odd: ReadonlySet<string> = new Set(
  ['error', 'otherShape', 'oddRows', 'oddRowsOf', 'unlisted'].map((name) => `remark.${name}`),
);

describe('against the sandbox', () => {
  test.each(Object.keys(operations))('%s', async (name) => {
    const { input, has, all } = mustHave(calls[name]);
    const answer = mustBe(await client.operations.call(name, input?.() ?? {}, { all }));
    if (has === null) expect(answer.value).toBeNull();
    else if (typeof has === 'object' && 'asymmetricMatch' in has) expect(answer.value).toEqual(has);
    else expect(answer.value).toMatchObject(has as object);
    expect(answer.typed).toBeDefined();
    expect(answer.notes.filter(({ code }) => odd.has(code))).toEqual([]);
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
      expect(notes.filter(({ code }) => odd.has(code))).toEqual([]);
      const { hasList, tables } = readAnswer(operations[name as keyof typeof operations].answer, value);
      expect([hasList, tables[0]?.rows.length]).toEqual([true, expect.any(Number)]);
      expect(tables[0]?.rows).not.toEqual([]);
    },
  );

  test('never saw the key at its storage', () => {
    expect(sandbox.audit().leaked_keys).toEqual([]);
  });
});

describe('whole ways through the sandbox', () => {
  test('a batch from its lines to its results', async () => {
    const notes: string[] = [];
    // Until it was seen at work.
    const goOn = prepared.holdSandbox();
    const queries = [{ query }, { custom_id: 'two', body: { query: { text: 'Cook' } } }];
    const answer = mustBe(
      await client.operations.call(
        'search.batches.create',
        { queries },
        {
          onPiece: ({ note }) => {
            notes.push(note ? speakEnglish(note) : '');
            if (notes.at(-1)?.includes('is processing')) goOn();
          },
        },
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
    expect(notes.map(({ code }) => code)).toContain('remark.mostReleases');
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
    const { answer } = operations['company-revenue-product-segments.query'];
    const [years, segments] = readAnswer(answer, spec.value).tables;
    expect([years?.rows.length, segments?.rows.length]).toEqual([1, 3]);
    const field = await startSandbox({ profile: 'field', annotate: false });
    const other = clientOf(field.baseUrl, { key: field.apiKey });
    const { value } = mustBe(await other.operations.call('company-revenue-product-segments.query', { body }));
    other.close();
    await field.stop();
    const [rows, ofRows] = readAnswer(answer, value).tables;
    expect(rows?.rows.length).toBeGreaterThan(1);
    expect(ofRows?.rows.length).toBe((rows?.rows.length ?? 0) * 3);
    expect(ofRows?.rows[0]).toMatchObject({ PERIOD: 'FY', name: 'Products', value: expect.any(Number) });
  });
});

test('the bytes that were uploaded are the ones that are served', async () => {
  const answer = mustBe(
    await client.operations.call('documents.original', { params: { content_id: ids.document } }),
  );
  const link = (answer.value as { url: string }).url;
  const got = await client.storage.downloadBytes(link, { maximumBytes: 10_000 });
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  expect(got.ok && hash(got.value)).toBe(hash(Buffer.from(`${uploadedText} document`)));
});
