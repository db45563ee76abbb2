import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { findSession, forgetSession, proofKey } from './agent-session.ts';

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(() => vi.unstubAllGlobals());

/** Another tab of this origin, which answers whoever asks. */
function otherTab(session: string): void {
  const channel = new BroadcastChannel('sluice-session');
  channel.addEventListener('message', ({ data }) => {
    if (data === 'ask') channel.postMessage({ session, proof: `proof of ${session}` });
  });
  onTestFinished(() => channel.close());
}

function answering(status: number, value: unknown) {
  const fetched = vi.fn(async (_address: string, _request: RequestInit) =>
    Response.json({ ok: true, value }, { status }),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('the token of an opened address becomes a session, and leaves the address before anything is asked', async () => {
  history.replaceState(null, '', '/sign-in#token=once');
  const places: string[] = [];
  const fetched = answering(200, { session: 'secret', proof: 'its proof' });
  fetched.mockImplementationOnce(async () => {
    places.push(location.href);
    return Response.json({ ok: true, value: { session: 'secret', proof: 'its proof' } });
  });
  expect(await findSession()).toBe('secret');
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: '{"token":"once"}' });
  expect(places).toEqual([`${location.origin}/`]);
  vi.stubGlobal('fetch', undefined);
  expect(await findSession()).toBe('secret');
  expect(proofKey()).toBe('its proof');
});

test('a spent token signs nobody in', async () => {
  history.replaceState(null, '', '/sign-in#token=spent');
  answering(401, null);
  expect(await findSession()).toBeNull();
  expect(location.pathname + location.hash).toBe('/');
});

test('a tab that was opened from a link is handed the session, and keeps its place', async () => {
  history.replaceState(null, '', '/#/documents/1');
  otherTab('secret');
  expect(await findSession()).toBe('secret');
  expect(proofKey()).toBe('proof of secret');
  expect(location.hash).toBe('#/documents/1');
});

test('a session that has ended is not taken back from a tab that does not know yet', async () => {
  otherTab('ended');
  expect(await findSession()).toBe('ended');
  forgetSession('ended');
  expect(proofKey()).toBeNull();
  expect(await findSession()).toBeNull();
});
