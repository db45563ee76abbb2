import type { Reply } from '#shared/bridge/contract.ts';

/** The header that carries the secret of a session. No cookie: cookies go to every port of this machine. */
export const sessionHeader = 'x-sluice-session';

/** In the storage of this tab and this origin, port and all; it survives a reload and ends with the tab. */
const storedName = 'sluice-session';
/** A session this tab knows to be over, so that it does not take it from another tab that does not know yet. */
const endedName = 'sluice-session-ended';
/** Tabs of this origin hand the session over to one that was opened from a link. */
const channelName = 'sluice-session';
/** Milliseconds another tab has to answer; one that sleeps is woken in less. */
const patience = 500;

/**
 * The secret of the session: from the address that was opened, else from this tab before its reload, else from another tab; null when a
 * person has to sign in. The token is taken out of the address at once.
 */
export async function findSession(): Promise<string | null> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.pathname !== '/') history.replaceState(null, '', token === null ? `/${location.hash}` : '/');
  const found =
    (token === null ? null : await redeem(token)) ?? sessionStorage.getItem(storedName) ?? (await ask());
  if (found !== null) keep(found);
  return found;
}

/** Forgets the session: it was ended, or its agent was. */
export function forgetSession(session: string): void {
  sessionStorage.removeItem(storedName);
  sessionStorage.setItem(endedName, session);
}

function keep(session: string): void {
  sessionStorage.setItem(storedName, session);
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    const kept = sessionStorage.getItem(storedName);
    if (data === 'ask' && kept !== null) channel.postMessage({ session: kept });
  });
}

async function redeem(token: string): Promise<string | null> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token });
  const answer = await fetch('/session', { method: 'POST', headers, body }).catch(() => null);
  if (answer?.ok !== true) return null;
  const reply = (await answer.json()) as Reply;
  return reply.ok ? (reply.value as { session: string }).session : null;
}

function ask(): Promise<string | null> {
  const ended = sessionStorage.getItem(endedName);
  const channel = new BroadcastChannel(channelName);
  return new Promise((resolve) => {
    const finish = (session: string | null) => {
      clearTimeout(timer);
      channel.close();
      resolve(session);
    };
    const timer = setTimeout(() => finish(null), patience);
    channel.addEventListener('message', ({ data }) => {
      if (typeof data?.session === 'string' && data.session !== ended) finish(data.session);
    });
    channel.postMessage('ask');
  });
}
