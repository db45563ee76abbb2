import { afterEach, expect, test, vi } from 'vitest';
import { createAgentHost } from './agent-host.ts';

afterEach(() => vi.unstubAllGlobals());

test('a call is a POST with its input as JSON, and its answer is the reply', async () => {
  const fetched = vi.fn(async (_address: string, _request: RequestInit) =>
    Response.json({ ok: true, value: { paused: true } }),
  );
  vi.stubGlobal('fetch', fetched);
  expect(await createAgentHost('secret', () => undefined).call('agent.pause', {})).toEqual({
    ok: true,
    value: { paused: true },
  });
  expect(fetched.mock.calls[0]?.[0]).toBe('/call/agent.pause');
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({
    method: 'POST',
    headers: { 'x-sluice-session': 'secret' },
    body: '{}',
  });
});

test('a session that has ended is noticed by any call', async () => {
  vi.stubGlobal('fetch', async () => new Response('Open the address', { status: 401 }));
  const onSignedOut = vi.fn();
  expect(await createAgentHost('secret', onSignedOut).call('agent.status', {})).toMatchObject({ ok: false });
  expect(onSignedOut).toHaveBeenCalledOnce();
});

test('an agent that is gone is said in words', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await createAgentHost('secret', () => undefined).call('agent.status', {})).toMatchObject({
    ok: false,
    error: { code: 'UNREACHABLE', message: expect.stringContaining('sluice ui') },
  });
});

test('events come over a stream that carries the session, and it is asked for again when it breaks', async () => {
  vi.useFakeTimers();
  const asked: unknown[] = [];
  const pieces = ['event: status.chan', 'ged\ndata: {"paused":true}\n\n'];
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    asked.push([address, request.headers]);
    if (asked.length > 1) return new Promise(() => undefined);
    const body = new ReadableStream({
      start(stream) {
        for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece));
        stream.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const host = createAgentHost('secret', () => undefined);
  const [heard, connected] = [vi.fn(), vi.fn()];
  host.onConnection?.(connected);
  const stop = host.on('status.changed', heard);
  host.on('uploads.changed', heard);
  await expect.poll(() => connected.mock.calls).toEqual([[true], [false]]);
  expect(heard.mock.calls).toEqual([[{ paused: true }]]);
  stop();
  await vi.advanceTimersByTimeAsync(1000);
  const stream = ['/events', { 'x-sluice-session': 'secret' }];
  expect(asked).toEqual([stream, stream]);
  vi.useRealTimers();
});

test('a stream that is refused for the session ends it', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
  const onSignedOut = vi.fn();
  createAgentHost('secret', onSignedOut).on('status.changed', () => undefined);
  await expect.poll(() => onSignedOut).toHaveBeenCalled();
});

test('signing out tells the agent, and ends the session whatever it says', async () => {
  const fetched = vi.fn(async () => {
    throw new TypeError('Failed to fetch');
  });
  vi.stubGlobal('fetch', fetched);
  const onSignedOut = vi.fn();
  await createAgentHost('secret', onSignedOut).signOut?.();
  expect(fetched).toHaveBeenCalledWith('/session', {
    method: 'DELETE',
    headers: { 'x-sluice-session': 'secret' },
  });
  expect(onSignedOut).toHaveBeenCalledOnce();
});
