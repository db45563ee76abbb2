import { afterEach, expect, test, vi } from 'vitest';
import { createAgentHost } from './agent-host.ts';

afterEach(() => vi.unstubAllGlobals());

test('a call is a POST with its input as JSON, and its answer is the reply', async () => {
  const fetched = vi.fn(async (_address: string, _request: RequestInit) =>
    Response.json({ ok: true, value: { paused: true } }),
  );
  vi.stubGlobal('fetch', fetched);
  expect(await createAgentHost().call('agent.pause', {})).toEqual({ ok: true, value: { paused: true } });
  expect(fetched.mock.calls[0]?.[0]).toBe('/call/agent.pause');
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: '{}' });
});

test('a session that has ended is noticed by any call', async () => {
  vi.stubGlobal('fetch', async () => new Response('Open the address', { status: 401 }));
  const onSignedOut = vi.fn();
  expect(await createAgentHost(onSignedOut).call('agent.status', {})).toMatchObject({ ok: false });
  expect(onSignedOut).toHaveBeenCalledOnce();
});

test('an agent that is gone is said in words', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await createAgentHost().call('agent.status', {})).toMatchObject({
    ok: false,
    error: { code: 'UNREACHABLE', message: expect.stringContaining('sluice ui') },
  });
});
