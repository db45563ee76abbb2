import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
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
  expect(fetched.mock.calls[0]?.[0]).toBe('call/agent.pause');
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
  const host = createAgentHost(
    'secret',
    () => undefined,
    async () => 'agent',
  );
  const [heard, connected] = [vi.fn(), vi.fn()];
  host.onConnection?.(connected);
  const stop = host.on('status.changed', heard);
  host.on('uploads.changed', heard);
  await expect.poll(() => connected.mock.calls).toEqual([[true], [false]]);
  expect(heard.mock.calls).toEqual([[{ paused: true }]]);
  stop();
  await vi.advanceTimersByTimeAsync(1000);
  const stream = ['events', { 'x-sluice-session': 'secret' }];
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
  expect(fetched).toHaveBeenCalledWith('session', {
    method: 'DELETE',
    headers: { 'x-sluice-session': 'secret' },
  });
  expect(onSignedOut).toHaveBeenCalledOnce();
});

test('once the agent was away, nothing is said before it is known to be the one again', async () => {
  let isAway = true;
  const said: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    if (isAway) throw new TypeError('Failed to fetch');
    said.push(address);
    return Response.json({ ok: true, value: {} });
  });
  const who = vi.fn<() => Promise<'agent' | 'another' | 'nobody'>>(async () => 'nobody');
  const onSignedOut = vi.fn();
  const host = createAgentHost('secret', onSignedOut, who);
  await host.call('agent.status', {});
  expect(who).not.toHaveBeenCalled();
  isAway = false;
  expect(await host.call('key.set', { profileId: 'p', key: 'k' })).toMatchObject({ ok: false });
  const file = new File(['x'], 'x.txt');
  await expect(host.takeFiles([file], () => undefined, new AbortController().signal)).rejects.toMatchObject({
    code: 'UNREACHABLE',
  });
  expect(onSignedOut).not.toHaveBeenCalled();
  who.mockResolvedValue('another');
  expect(await host.call('key.set', { profileId: 'p', key: 'k' })).toMatchObject({ ok: false });
  await host.signOut?.();
  expect([said, onSignedOut.mock.calls.length > 0]).toEqual([[], true]);
  who.mockResolvedValue('agent');
  expect(await host.call('agent.status', {})).toEqual({ ok: true, value: {} });
  expect(said).toEqual(['call/agent.status']);
});

test('of many calls at once, those that were not sent yet are not when the agent goes', async () => {
  const said: string[] = [];
  const { promise: gone, reject } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (address: string) => {
    said.push(address);
    return gone;
  });
  const host = createAgentHost(
    'secret',
    () => undefined,
    async () => 'another',
  );
  const calls = Array.from({ length: 20 }, () => host.call('agent.status', {}));
  await expect.poll(() => said).toHaveLength(4);
  reject(new TypeError('Failed to fetch'));
  expect((await Promise.all(calls)).filter(({ ok }) => ok)).toEqual([]);
  expect(said).toHaveLength(4);
});

test('so it is when the stream of events breaks off', async () => {
  const said: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    said.push(address);
    const body = new ReadableStream({ start: (stream) => stream.close() });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const host = createAgentHost(
    'secret',
    () => undefined,
    async () => 'nobody',
  );
  const connected = vi.fn();
  host.onConnection?.(connected);
  host.on('status.changed', () => undefined);
  await expect.poll(() => connected.mock.calls).toEqual([[true], [false]]);
  expect(await host.call('agent.status', {})).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
  expect(said).toEqual(['events']);
});

test('it vouches for another tab at the agent, and only while it is known to be the one', async () => {
  // A channel of its own: the hosts of the tests before have theirs.
  history.replaceState(null, '', '/vouches/');
  const said: unknown[] = [];
  let isAway = false;
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (isAway) throw new TypeError('Failed to fetch');
    said.push([address, request.body]);
    return Response.json({ ok: true, value: {} });
  });
  const who = vi.fn<() => Promise<'agent' | 'another' | 'nobody'>>(async () => 'another');
  const onSignedOut = vi.fn();
  const host = createAgentHost('secret', onSignedOut, who);
  const tab = new BroadcastChannel(`sluice-session ${location.pathname}`);
  onTestFinished(() => tab.close());
  const heard: unknown[] = [];
  tab.addEventListener('message', ({ data }) => heard.push(data));
  tab.postMessage({ asks: 'first' });
  await expect.poll(() => heard).toEqual([{ accepted: 'first' }]);
  isAway = true;
  await host.call('agent.status', {});
  isAway = false;
  // Another account's server took the port.
  tab.postMessage({ asks: 'second' });
  await expect.poll(() => onSignedOut).toHaveBeenCalled();
  tab.postMessage({ asks: 'third' });
  expect(said).toEqual([['vouch', '{"digest":"first"}']]);
  expect(heard).toEqual([{ accepted: 'first' }]);
});
