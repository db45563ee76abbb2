import type { Reply } from '#shared/bridge/contract.ts';

/** The header that carries the secret of a session. No cookie: cookies go to every port of this machine. */
export const sessionHeader = 'x-sluice-session';

/** In the storage of this tab and this origin, port and all; it survives a reload and ends with the tab. */
const storedName = 'sluice-session';
/**
 * Beside it, what tells the agent from another server that took its port; it is sent nowhere but to other
 * tabs of the origin.
 */
const proofName = 'sluice-proof';
/**
 * A session this tab knows to be over, so that it does not take it from another tab that does not know yet.
 */
const endedName = 'sluice-session-ended';
/** Tabs of this origin hand the session over to one that was opened from a link. */
const channelName = 'sluice-session';
/** Milliseconds another tab has to answer; one that sleeps is woken in less. */
const patience = 500;

/**
 * The secret of the session: from the address that was opened, else from this tab before its reload, else
 * from another tab; null when a person has to sign in. The token is taken out of the address at once.
 */
export async function findSession(): Promise<string | null> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.pathname !== '/') history.replaceState(null, '', token === null ? `/${location.hash}` : '/');
  const found = (token === null ? null : await redeem(token)) ?? stored() ?? (await ask());
  if (found !== null) keep(found);
  return found?.session ?? null;
}

/** What proves who the agent is; null where nobody told. */
export function proofKey(): string | null {
  return sessionStorage.getItem(proofName);
}

/** Forgets the session: it was ended, or its agent was. */
export function forgetSession(session: string): void {
  sessionStorage.removeItem(storedName);
  sessionStorage.removeItem(proofName);
  sessionStorage.setItem(endedName, session);
}

/** A session as a page has it. */
interface Held {
  readonly session: string;
  readonly proof: string;
}

function stored(): Held | null {
  const session = sessionStorage.getItem(storedName);
  return session === null ? null : { session, proof: sessionStorage.getItem(proofName) ?? '' };
}

function keep({ session, proof }: Held): void {
  sessionStorage.setItem(storedName, session);
  sessionStorage.setItem(proofName, proof);
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    const kept = stored();
    if (data === 'ask' && kept !== null) channel.postMessage(kept);
  });
}

async function redeem(token: string): Promise<Held | null> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token });
  const answer = await fetch('/session', { method: 'POST', headers, body }).catch(() => null);
  if (answer?.ok !== true) return null;
  const reply = (await answer.json()) as Reply;
  return reply.ok ? (reply.value as Held) : null;
}

function ask(): Promise<Held | null> {
  const ended = sessionStorage.getItem(endedName);
  const channel = new BroadcastChannel(channelName);
  return new Promise((resolve) => {
    const finish = (held: Held | null) => {
      clearTimeout(timer);
      channel.close();
      resolve(held);
    };
    const timer = setTimeout(() => finish(null), patience);
    channel.addEventListener('message', ({ data }) => {
      if (typeof data?.session === 'string' && data.session !== ended)
        finish({ session: data.session, proof: String(data.proof ?? '') });
    });
    channel.postMessage('ask');
  });
}
