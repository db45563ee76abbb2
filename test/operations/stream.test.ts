import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { OperationPiece } from '#core/service/operations/operation-client.ts';
import { json, startLocalServer, startRawServer } from '#core/service/testing/local-server.ts';
import { explained } from '#shared/errors/explained.ts';
import { joinDeltas } from '#shared/operations/deltas.ts';
import { said } from '#shared/spoken/said.ts';
import { clientOf, failureOf, mustBe, testKey } from './support/operation-client.ts';

/** As service-behaviour.md, "Workflows", has it. */
const event = (content: string, message_id = 'm-1', type = 'text') => ({
  request_id: 'r-9',
  execution_id: 'e-9',
  delta: { type, role: 'assistant', content, message_id },
});
/** How some services say that nothing more comes. */
const done = 'data: [DONE]\n\n';
const written = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const asked = said('remark.storageAsked');
const begin = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': 'r-h' });

async function runOver(
  answer: (response: ServerResponse) => void,
  options: { signal?: AbortSignal; onPiece?: (piece: OperationPiece) => void } = {},
) {
  await using server = await startLocalServer((_, response) => answer(response));
  const client = clientOf('http://127.0.0.1:1', { agentsUrl: server.url });
  const pieces: OperationPiece[] = [];
  try {
    const body = { persistence_mode: 'enabled' };
    const result = await client.operations.call(
      'workflow.execute',
      { body },
      {
        signal: options.signal,
        onPiece(piece) {
          pieces.push(piece);
          options.onPiece?.(piece);
        },
      },
    );
    return { result, pieces, seen: server.seen };
  } finally {
    client.close();
  }
}

describe('a workflow', () => {
  test('whose answer is no stream is read so far and no further', async () => {
    const bomb = gzipSync(`${' '.repeat(65 * 1024 * 1024)}[]`);
    const { result } = await runOver((response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(failureOf(result)).toMatchObject({
      maybeDone: true,
      error: { code: 'BAD_ANSWER', detail: 'too large' },
    });
  });

  test('is a stream of events, each told as it comes, all of them the answer', async () => {
    const events = [event('Reve'), event('nue'), event('Done.', 'm-2', 'summary')];
    const { result, pieces, seen } = await runOver((response) => {
      begin(response);
      response.write(': a comment\n\nretry: 1000\n\n');
      for (const one of events) response.write(`event: delta\nid: 1\n${written(one)}`);
      response.end('data: [DONE]\n\n');
    });
    const answer = mustBe(result);
    expect(answer.value).toEqual(events);
    expect(pieces).toEqual(events.map((data) => ({ event: 'delta', data })));
    expect([answer.requestId, answer.notes]).toEqual(['r-h', [asked]]);
    expect(joinDeltas(answer.value as unknown[])).toEqual({
      executionId: 'e-9',
      requestId: 'r-9',
      messages: [
        { id: 'm-1', role: 'assistant', type: 'text', text: 'Revenue' },
        { id: 'm-2', role: 'assistant', type: 'summary', text: 'Done.' },
      ],
    });
    expect(seen[0]?.headers).toMatchObject({
      'x-api-key': testKey,
      accept: expect.stringContaining('text/event-stream'),
    });
    expect(JSON.parse(seen[0]?.body.toString() ?? '')).toEqual({ persistence_mode: 'enabled' });
  });

  test('is heard piece by piece, before it has ended', async () => {
    let finish: () => void = () => undefined;
    const { pieces } = await runOver(
      (response) => {
        begin(response);
        response.write(written(event('first')));
        finish = () => response.end(`${written(event('second'))}${done}`);
      },
      // The second is sent only once the first was heard: a client that waits for the end would never end.
      { onPiece: () => finish() },
    );
    expect(pieces).toHaveLength(2);
  });

  test('may be cut anywhere, also within a character, and end without its blank line', async () => {
    const text = `${written(event('Größe → 10 €'))}data: ${JSON.stringify(event('last', 'm-1', 'complete'))}`;
    const bytes = Buffer.from(text.replaceAll('\n', '\r\n'));
    await using server = await startRawServer((message, response) => {
      message.resume();
      begin(response);
      let at = 0;
      const next = () => {
        if (at >= bytes.length) return void response.end();
        response.write(bytes.subarray(at, at + 3), () => setImmediate(next));
        at += 3;
      };
      next();
    });
    const client = clientOf(server.url);
    const answer = mustBe(await client.operations.call('workflow.execute', { body: {} }));
    client.close();
    expect(answer.value).toEqual([event('Größe → 10 €'), event('last', 'm-1', 'complete')]);
    expect(answer.notes).toEqual([said('remark.storageNotAsked')]);
  });

  test('may send what is no JSON', async () => {
    const { result } = await runOver((response) => {
      begin(response);
      response.end(`data: thinking\ndata: hard\n\ndata: 7\n\n${done}`);
    });
    expect(mustBe(result).value).toEqual(['thinking\nhard', 7]);
  });

  test('that is refused says why, and was not begun', async () => {
    const { result, pieces } = await runOver((response) =>
      json(response, 402, { message: 'No credits', errorCode: 'NO_CREDITS', requestId: 'r-5' }),
    );
    const { error } = failureOf(result);
    expect([error.code, error.detail, error.requestId]).toEqual(['QUOTA_EXHAUSTED', 'No credits', 'r-5']);
    expect(pieces).toEqual([]);
  });

  test('T7: that breaks in the middle was cut off as well: another try would be another run', async () => {
    const { result, pieces } = await runOver((response) => {
      begin(response);
      response.write(written(event('half')), () => setImmediate(() => response.destroy()));
    });
    const failure = failureOf(result);
    expect([failure.error.code, failure.error.retryable]).toEqual(['STREAM_CUT', false]);
    expect(failure.maybeDone).toBe(true);
    expect(failure.error.detail).toContain('run e-9');
    expect(pieces).toHaveLength(1);
  });

  test.each([
    ['before its head', () => undefined],
    ['before its first event', (response: ServerResponse) => begin(response).flushHeaders()],
  ])(
    'T-12: that breaks %s may have been begun: it is asked for once, and told as cut',
    async (_when, head) => {
      const { result, seen } = await runOver((response) => {
        head(response);
        setImmediate(() => response.destroy());
      });
      const failure = failureOf(result);
      expect([failure.error.code, failure.error.retryable]).toEqual(['STREAM_CUT', false]);
      expect([failure.disposition, failure.maybeDone]).toEqual(['never', true]);
      expect(explained('STREAM_CUT').next).toContain('the service may have begun the run');
      expect(seen).toHaveLength(1);
    },
  );

  test.each([500, 502, 503])(
    'that is answered with %i may have been begun all the same: another try would be another run',
    async (status) => {
      const { result, seen } = await runOver((response) =>
        json(response, status, { message: 'upstream timed out', requestId: 'r-5' }),
      );
      const failure = failureOf(result);
      expect(failure.error).toMatchObject({
        code: 'STREAM_CUT',
        detail: 'upstream timed out',
        requestId: 'r-5',
        retryable: false,
      });
      expect([failure.disposition, failure.maybeDone, seen.length]).toEqual(['never', true, 1]);
    },
  );

  test('T7: that ends without its end was cut off, and names the run that was begun', async () => {
    const { result, pieces } = await runOver((response) => {
      begin(response);
      response.end(written(event('half')));
    });
    const failure = failureOf(result);
    expect(failure.error).toMatchObject({ code: 'STREAM_CUT', detail: 'run e-9', requestId: 'r-9' });
    expect([failure.maybeDone, failure.error.retryable, pieces.length]).toEqual([true, false, 1]);
  });

  test.each([
    ['the type of a delta', written(event('Out of credits.', 'm-1', 'error'))],
    ['the same in capitals', written(event('Out of credits.', 'm-1', 'ERROR'))],
    ['the name of an event', 'event: error\ndata: {"message":"Out of credits."}\n\n'],
    ['a field', written({ error: { message: 'Out of credits.', code: 402 } })],
    ['a status', written({ status: 'failed', detail: 'Out of credits.' })],
  ])('T7: that says by %s that the run failed has failed, whatever comes after', async (_how, said) => {
    const { result } = await runOver((response) => {
      begin(response);
      response.end(`${said}${written(event('', 'm-2', 'complete'))}`);
    });
    expect(failureOf(result).error).toMatchObject({
      code: 'RUN_FAILED',
      detail: 'Out of credits.; run e-9',
    });
  });

  test.each([
    ['without a run', {}, said('detail.noReason'), 'it does not say why'],
    [
      'with its run',
      { execution_id: 'e-9' },
      said('detail.noReasonAndRun', { id: 'e-9' }),
      'it does not say why; run e-9',
    ],
  ])('that fails %s and no reason says so in any language', async (_how, fields, spoken, detail) => {
    const { result } = await runOver((response) => {
      begin(response);
      response.end(written({ ...fields, status: 'failed' }));
    });
    expect(failureOf(result).error).toMatchObject({ code: 'RUN_FAILED', spoken, detail });
  });

  test('T7: that says that it failed after it said that a step is complete has failed', async () => {
    const { result } = await runOver((response) => {
      begin(response);
      response.end(
        `${written(event('', 'm-1', 'complete'))}${written(event('Out of credits.', 'm-2', 'error'))}`,
      );
    });
    expect(failureOf(result).error.code).toBe('RUN_FAILED');
  });

  test('T7: whose words are words, and no signs: neither an end nor a failure', async () => {
    const said = await runOver((response) => {
      begin(response);
      response.end(`data: error\n\ndata: stop\n\n${done}`);
    });
    expect(mustBe(said.result).value).toEqual(['error', 'stop']);
    const cut = await runOver((response) => {
      begin(response);
      response.end('data: done\n\n');
    });
    expect(failureOf(cut.result).error.code).toBe('STREAM_CUT');
  });

  test.each([
    ['a type', written(event('', 'm-2', 'complete'))],
    ['a type in capitals', written(event('', 'm-2', 'COMPLETED'))],
    ['a name', 'event: done\ndata: {}\n\n'],
    ['a word', done],
  ])('that says its end by %s is whole, also when the connection breaks behind it', async (_how, end) => {
    const { result } = await runOver((response) => {
      begin(response);
      response.write(`${written(event('all'))}${end}`, () => setImmediate(() => response.destroy()));
    });
    expect((mustBe(result).value as unknown[])[0]).toEqual(event('all'));
  });

  test('T-12: is told to be asked for as stored, however that was done, where the answer says nothing', async () => {
    await using server = await startLocalServer((_, response) => {
      begin(response);
      response.end(done);
    });
    const client = clientOf('http://127.0.0.1:1', { agentsUrl: server.url });
    const params = { persistence_mode: 'enabled' };
    const answer = mustBe(await client.operations.call('workflow.execute', { params, body: {} }));
    client.close();
    expect(answer.notes).toEqual([asked]);
  });

  const isStored = said('remark.stored');
  const isNotStored = said('remark.notStored');
  test.each([
    ['its first event', written({ execution_id: 'e', persistence_mode: 'enabled' }), isStored],
    ['a flag of its last event', written({ delta: { type: 'complete', persisted: true } }), isStored],
    ['the run in an event', written({ execution: { is_stored: false } }), isNotStored],
    ['a mode in capitals', written({ persistence_mode: 'DISABLED' }), isNotStored],
    ['its last word', `${written({ stored: false })}${written({ stored: true })}`, isStored],
    ['a word that is none', written({ persistence_mode: 'later', stored: 'soon' }), undefined],
  ])('T-12: persistence is told from the answer, by %s, whatever was asked for', async (_how, sent, note) => {
    for (const mode of ['enabled', 'disabled']) {
      await using server = await startLocalServer((_, response) => {
        begin(response);
        response.end(`${sent}${done}`);
      });
      const client = clientOf(server.url);
      const body = { persistence_mode: mode };
      const answer = mustBe(await client.operations.call('workflow.execute', { body }));
      client.close();
      expect(answer.notes).toEqual([note ?? (mode === 'enabled' ? asked : said('remark.storageNotAsked'))]);
    }
  });

  test('is ended by an abort', async () => {
    const controller = new AbortController();
    const running = runOver(
      (response) => {
        begin(response);
        response.write(written(event('on and on')));
      },
      { signal: controller.signal, onPiece: () => controller.abort(new Error('enough')) },
    );
    await expect(running).rejects.toThrow('enough');
  });

  test('is ended by closing the client, and nothing hangs', async () => {
    await using server = await startLocalServer((_, response) => {
      begin(response);
      response.write(written(event('on and on')));
    });
    const client = clientOf(server.url);
    const asked = client.operations.call('workflow.execute', { body: {} }, { onPiece: () => client.close() });
    await expect(asked).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
  });

  test('counts once against the budget, and not for as long as it lasts', async () => {
    await using server = await startLocalServer((_, response) => {
      begin(response);
      response.write(written(event('a')));
    });
    const client = clientOf(server.url);
    let inFlight = -1;
    await client.operations
      .call(
        'workflow.execute',
        { body: {} },
        {
          onPiece() {
            inFlight = client.budget.snapshot().inFlight;
            client.close();
          },
        },
      )
      .catch(() => undefined);
    expect(inFlight).toBe(0);
    expect(client.budget.snapshot()).toMatchObject({ sent: 1, occupied: 1 });
  });

  test('that cannot be reached at all is offline', async () => {
    const client = clientOf('http://127.0.0.1:1');
    const failure = failureOf(await client.operations.call('workflow.execute', { body: {} }));
    client.close();
    expect([failure.error.code, failure.disposition, failure.maybeDone]).toEqual([
      'UNREACHABLE',
      'offline',
      false,
    ]);
  });
});
