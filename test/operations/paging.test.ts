import type { ServerResponse } from 'node:http';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { expect, test } from 'vitest';
import { json, type SeenRequest, startLocalServer } from '#core/service/testing/local-server.ts';
import { clientOf, failureOf, mustBe } from './support/operation-client.ts';

const run = (number: number) => ({ execution_id: `e-${number}`, status: 'completed', added_later: number });

/** Pages of two, newest first, behind cursors that say nothing. */
async function startPages(
  total: number,
  interfere: (request: SeenRequest, response: ServerResponse, made: number) => boolean = () => false,
) {
  const all = Array.from({ length: total }, (_, index) => run(total - index));
  let made = 0;
  return startLocalServer((request, response) => {
    made += 1;
    if (interfere(request, response, made)) return;
    const from = Number(new URL(request.url, 'http://x').searchParams.get('cursor')?.slice(1) ?? 0);
    const cursor = from + 2 < total ? `c${from + 2}` : null;
    json(response, 200, { count: total, results: all.slice(from, from + 2), cursor, extra: true });
  });
}

test('all pages are one answer, in order, with what nobody knows', async () => {
  await using server = await startPages(5);
  const client = clientOf(server.url);
  const progress: (string | undefined)[] = [];
  const answer = mustBe(
    await client.operations.call(
      'workflow.executions',
      { params: { template_id: 't', limit: 2 } },
      { all: true, onPiece: ({ note }) => progress.push(note && speakEnglish(note)) },
    ),
  );
  client.close();
  expect(answer.value).toEqual({
    count: 5,
    results: [5, 4, 3, 2, 1].map(run),
    cursor: null,
    extra: true,
  });
  expect(answer.typed).toMatchObject({
    results: [{ execution_id: 'e-5' }, {}, {}, {}, { execution_id: 'e-1' }],
  });
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/v1/workflow/executions?template_id=t&limit=2',
    '/v1/workflow/executions?template_id=t&limit=2&cursor=c2',
    '/v1/workflow/executions?template_id=t&limit=2&cursor=c4',
  ]);
  expect(progress).toEqual(['2 of 5', '4 of 5', '5 of 5']);
});

test('without all it is one page with its cursor', async () => {
  await using server = await startPages(5);
  const client = clientOf(server.url);
  const answer = mustBe(await client.operations.call('workflow.executions', {}));
  client.close();
  expect(answer.value).toMatchObject({ cursor: 'c2' });
  expect(server.seen).toHaveLength(1);
});

test('a pause that the service asks for in the middle is waited for', async () => {
  await using server = await startPages(3, (_, response, made) => {
    if (made !== 2) return false;
    json(response, 429, {}, { 'retry-after': '0' });
    return true;
  });
  const client = clientOf(server.url);
  const answer = mustBe(await client.operations.call('workflow.executions', {}, { all: true }));
  client.close();
  expect((answer.value as { results: unknown[] }).results).toHaveLength(3);
});

test('a cursor that comes again ends it, and is told', async () => {
  await using server = await startLocalServer((_, response) =>
    json(response, 200, { count: 9, results: [run(1)], cursor: 'same' }),
  );
  const client = clientOf(server.url);
  const answer = mustBe(await client.operations.call('workflow.executions', {}, { all: true }));
  client.close();
  expect(server.seen).toHaveLength(2);
  expect(answer.notes.map(speakEnglish)).toContain(
    'The service gave the same cursor twice, so the list may not be whole.',
  );
});

test.each([
  ['limit', 'Input should be less than 101', 'query.limit: Input should be less than 101'],
  [
    'cursor',
    'not a cursor',
    'A cursor is good only for the list it came from. Begin again without one. (query.cursor: not a cursor)',
  ],
])('a 422 about %s is explained', async (name, msg, says) => {
  const detail = [{ loc: ['query', name], msg, type: 'value_error' }];
  await using server = await startLocalServer((_, response) => json(response, 422, { detail }));
  const client = clientOf(server.url);
  const params = { limit: 500, cursor: 'old' };
  const { error } = failureOf(await client.operations.call('workflow.executions', { params }));
  client.close();
  expect([error.code, error.detail]).toEqual(['REFUSED_AS_INVALID', says]);
});

test('an answer that is no page comes through as it is', async () => {
  await using server = await startLocalServer((_, response) => json(response, 200, ['odd']));
  const client = clientOf(server.url);
  const answer = mustBe(await client.operations.call('workflow.executions', {}, { all: true }));
  client.close();
  expect(answer.value).toEqual(['odd']);
});

test('an abort ends it between pages', async () => {
  const controller = new AbortController();
  await using server = await startPages(100);
  const client = clientOf(server.url);
  const asked = client.operations.call(
    'workflow.executions',
    {},
    { all: true, signal: controller.signal, onPiece: () => controller.abort(new Error('enough')) },
  );
  await expect(asked).rejects.toThrow('enough');
  client.close();
  expect(server.seen.length).toBeLessThan(3);
});

test('T6: all pages of what has none that lead on are refused before anything is sent', async () => {
  await using server = await startPages(5);
  const client = clientOf(server.url);
  const answer = await client.operations.call('events-calendar.query', { body: {} }, { all: true });
  client.close();
  expect(failureOf(answer).error).toMatchObject({
    code: 'USAGE',
    detail: expect.stringContaining('no pages that lead on'),
  });
  expect(server.seen).toEqual([]);
});
