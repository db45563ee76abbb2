import { describe, expect, test } from 'vitest';
import { said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { createClock } from '#core/ports/clock.ts';
import { json, type SeenRequest, startLocalServer } from '#core/service/testing/local-server.ts';
import { clientOf, failureOf, mustBe } from './support/operation-client.ts';

const queries = [{ query: { text: 'größer' } }, { query: { text: 'b' }, search_mode: 'fast' }];
const inAMoment = () => new Date(Date.now() + 30).toISOString();

/** A service and a storage on two hosts; `looks` are the answers to the polls, the last one for ever. */
async function runBatch(
  looks: [status: number, body: unknown][],
  options: { storage?: number; made?: unknown; signal?: AbortSignal; onPoll?: () => void } = {},
) {
  const polls: SeenRequest[] = [];
  await using storage = await startLocalServer((_, response) => {
    response.writeHead(options.storage ?? 200);
    response.end();
  });
  await using server = await startLocalServer((request, response) => {
    if (request.method === 'POST')
      return json(
        response,
        200,
        options.made ?? { batch_id: 'b 1', presigned_url: `${storage.url}/b?X-Amz-Signature=secret` },
      );
    polls.push(request);
    options.onPoll?.();
    const [status, body] = (looks.length > 1 ? looks.shift() : looks[0]) ?? [500, {}];
    json(response, status, body);
  });
  // A hundred times as fast: seconds between the polls are not waited for.
  const client = clientOf(server.url, { clock: createClock(100) });
  const notes: string[] = [];
  try {
    const result = await client.operations.call(
      'search.batches.create',
      { queries },
      { signal: options.signal, onPiece: ({ note }) => notes.push(note ? speakEnglish(note) : '') },
    );
    return { result, notes, polls, sent: storage.seen, asked: server.seen };
  } finally {
    client.close();
  }
}

describe('a batch', () => {
  test('is made, sent as lines without a stray header, and asked for until it is done', async () => {
    const done = { status: 'completed', results: [{ id: 1 }], added_later: 1 };
    const { result, notes, polls, sent, asked } = await runBatch([
      [200, { status: 'in_progress', estimated_completion_time: inAMoment() }],
      [200, { status: 'a word nobody knows' }],
      [200, done],
    ]);
    expect(mustBe(result).value).toEqual(done);
    expect(polls.map(({ url }) => url)).toEqual(Array(3).fill('/v1/search/batches/b%201'));
    expect(JSON.parse(asked[0]?.body.toString() ?? '')).toEqual({});
    expect(sent).toHaveLength(1);
    expect(`${sent[0]?.method} ${sent[0]?.url}`).toBe('PUT /b?X-Amz-Signature=secret');
    expect(sent[0]?.body.toString()).toBe(
      '{"query":{"text":"größer"}}\n{"query":{"text":"b"},"search_mode":"fast"}\n',
    );
    const names = Object.keys(sent[0]?.headers ?? {}).toSorted();
    expect(
      names.filter((name) => !['connection', 'host', 'content-length', 'accept-encoding'].includes(name)),
    ).toEqual([]);
    expect(notes.slice(0, 2)).toEqual(['The service made batch b 1.', '2 queries were sent.']);
    expect(notes[2]).toMatch(/^The batch is in_progress, expected at 20\d\d-.*Z\.$/);
    expect(notes.at(-1)).toBe('The batch is completed.');
    expect(notes.join()).not.toContain('secret');
  });

  test.each([
    ['without a status, by its results', { results: [] }],
    ['that failed', { status: 'FAILED', message: 'bad line' }],
    ['that was cancelled', { state: 'cancelled' }],
    ['that answers with a bare list', [{ id: 1 }]],
  ])('%s is done', async (_, answer) => {
    const { result, polls } = await runBatch([[200, answer]]);
    expect(mustBe(result).value).toEqual(answer);
    expect(polls).toHaveLength(1);
  });

  test('with results so far and an expected end is not done', async () => {
    const { polls } = await runBatch([
      [200, { results: [], estimated_completion_time: inAMoment() }],
      [200, { results: [1] }],
    ]);
    expect(polls).toHaveLength(2);
  });

  test('is not asked for before it is expected', async () => {
    const startedAt = Date.now();
    // Sixteen seconds of the clock, a hundred times as fast.
    const { polls } = await runBatch([
      [200, { status: 'processing', estimated_completion_time: new Date(Date.now() + 16_000).toISOString() }],
      [200, { status: 'completed' }],
    ]);
    expect(polls).toHaveLength(2);
    expect(Date.now() - startedAt).toBeGreaterThan(100);
  });

  test('survives a poll that fails', async () => {
    const { result } = await runBatch([
      [503, {}],
      [200, { status: 'done' }],
    ]);
    expect(mustBe(result).value).toEqual({ status: 'done' });
  });

  test('whose queries do not arrive names its id', async () => {
    const { result, polls } = await runBatch([[200, {}]], { storage: 403 });
    const { error } = failureOf(result);
    expect([error.code, error.detail]).toEqual([
      'ADDRESS_USED_OR_EXPIRED',
      expect.stringMatching(/^batch b 1 was made, but its queries did not arrive/),
    ]);
    expect(polls).toEqual([]);
  });

  test('that is gone names its id', async () => {
    const { result, polls } = await runBatch([[404, { message: 'gone' }]]);
    expect(failureOf(result).error.detail).toBe('batch b 1 was made, but its status is not known: gone');
    expect(failureOf(result).error.spoken).toEqual(
      said('detail.batchUnknown', { id: 'b 1', reason: 'gone' }),
    );
    expect(polls).toHaveLength(1);
  });

  test('without an address to send to is an answer that cannot be used', async () => {
    const { result } = await runBatch([[200, {}]], { made: { batch_id: 'b' } });
    expect(failureOf(result).error.code).toBe('BAD_ANSWER');
  });

  test('ends with an abort', async () => {
    const controller = new AbortController();
    const asked = runBatch([[200, { status: 'running' }]], {
      signal: controller.signal,
      onPoll: () => controller.abort(new Error('enough')),
    });
    await expect(asked).rejects.toThrow('enough');
  });

  test.each([
    [[], 'A batch has at least one query.'],
    [[{}, 'text'], 'Query 2 is not a JSON object.'],
  ])('of %j is not made', async (lines, says) => {
    const client = clientOf('http://127.0.0.1:1');
    const answer = await client.operations.call('search.batches.create', { queries: lines });
    client.close();
    expect(failureOf(answer).error.detail).toBe(says);
  });

  test('is the only operation that takes queries', async () => {
    const client = clientOf('http://127.0.0.1:1');
    const answer = await client.operations.call('search.query', { queries });
    client.close();
    expect(failureOf(answer).error.detail).toBe('Only a batch takes a list of queries.');
  });
});
