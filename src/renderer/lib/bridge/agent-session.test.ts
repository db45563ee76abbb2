import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { answerTabs, digestOf, findSession, forgetSession, proofKey } from './agent-session.ts';

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(() => vi.unstubAllGlobals());

/** Another tab of this origin, whose agent accepts what it vouches for, or does not. */
function otherTab(vouch: (digest: string) => Promise<boolean>): void {
  onTestFinished(answerTabs(vouch));
}

function answering(status: number, value: unknown) {
  const fetched = vi.fn(async (_address: string, _request: RequestInit) =>
    Response.json({ ok: true, value }, { status }),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('the token of an opened address becomes a session, and leaves the address before anything is asked', async () => {
  history.replaceState(null, '', '/k/sign-in#token=once');
  const places: string[] = [];
  const fetched = answering(200, { session: 'secret', proof: 'its proof' });
  fetched.mockImplementationOnce(async () => {
    places.push(location.href);
    return Response.json({ ok: true, value: { session: 'secret', proof: 'its proof' } });
  });
  expect(await findSession()).toBe('secret');
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: '{"token":"once"}' });
  expect(places).toEqual([`${location.origin}/k/`]);
  vi.stubGlobal('fetch', undefined);
  expect(await findSession()).toBe('secret');
  expect(proofKey()).toBe('its proof');
});

test('a spent token signs nobody in', async () => {
  history.replaceState(null, '', '/k/sign-in#token=spent');
  answering(401, null);
  expect(await findSession()).toBeNull();
  expect(location.pathname + location.hash).toBe('/k/');
});

test('a tab that was opened from a link has its own session when another tab vouches, and keeps its place', async () => {
  history.replaceState(null, '', '/k/#/documents/1');
  const vouch = vi.fn(async (_digest: string) => true);
  otherTab(vouch);
  const fetched = answering(200, { session: 'its own', proof: 'proof of its own' });
  expect(await findSession()).toBe('its own');
  const [, request] = fetched.mock.calls[0] ?? [];
  const { token } = JSON.parse(String(request?.body)) as { token: string };
  // The token itself was on no channel.
  expect(vouch.mock.calls).toEqual([[await digestOf(token)]]);
  expect(proofKey()).toBe('proof of its own');
  expect(location.hash).toBe('#/documents/1');
});

test('a tab passes nothing of its session on, and nothing to pages of another path', async () => {
  history.replaceState(null, '', '/k/');
  sessionStorage.setItem('sluice-session', 'secret');
  sessionStorage.setItem('sluice-proof', 'key');
  const vouch = vi.fn(async (digest: string) => digest === 'good');
  otherTab(vouch);
  const heard: unknown[] = [];
  const [stranger, tab] = ['sluice-session', 'sluice-session /k/'].map((name) => new BroadcastChannel(name));
  for (const channel of [stranger, tab]) {
    channel?.addEventListener('message', ({ data }) => heard.push(data));
    onTestFinished(() => channel?.close());
  }
  stranger?.postMessage({ asks: 'unheard' });
  tab?.postMessage('ask');
  tab?.postMessage({ asks: 'bad' });
  tab?.postMessage({ asks: 'good' });
  await expect.poll(() => heard).toEqual([{ accepted: 'good' }]);
  expect(vouch.mock.calls).toEqual([['bad'], ['good']]);
});

test('without an agent that accepts it, a tab has to sign in; so has one that forgot its session', async () => {
  // Tabs of other tests have another path.
  history.replaceState(null, '', '/alone/');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  otherTab(async () => false);
  const fetched = answering(200, { session: 'stored', proof: 'p' });
  sessionStorage.setItem('sluice-session', 'stored');
  expect(await findSession()).toBe('stored');
  forgetSession();
  expect(proofKey()).toBeNull();
  const found = findSession();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.runOnlyPendingTimersAsync();
  expect(await found).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});
