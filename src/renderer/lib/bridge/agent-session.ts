import type { Reply } from '#shared/bridge/contract.ts';

/** The header that carries the secret of a session. No cookie: cookies go to every port of this machine. */
export const sessionHeader = 'x-sluice-session';

/** In the storage of this tab and this origin, port and all; it survives a reload and ends with the tab. */
const storedName = 'sluice-session';
/** Beside it, the key by which this tab recognizes its agent. It never leaves the tab. */
const proofName = 'sluice-proof';
/** Milliseconds another tab has to answer, after it asked the agent. */
const patience = 2_000;

/**
 * The secret of the session: from the address that was opened, else from this tab before its reload, else
 * from the agent, when another tab vouches for this one. Null when the user has to sign in. The token is
 * removed from the address first.
 */
export async function findSession(): Promise<string | null> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!location.pathname.endsWith('/')) {
    history.replaceState(null, '', token === null ? `./${location.hash}` : './');
  }
  const found = (token === null ? null : await redeem(token)) ?? stored() ?? (await askTabs());
  if (found !== null) keep(found);
  return found?.session ?? null;
}

/** The key that proves who the agent is; null where the agent sent none. */
export function proofKey(): string | null {
  return sessionStorage.getItem(proofName);
}

/** Forgets the session after its end, or its agent's. */
export function forgetSession(): void {
  sessionStorage.removeItem(storedName);
  sessionStorage.removeItem(proofName);
}

/**
 * Answers tabs that were opened from a link, for as long as this tab has a session. Such a tab makes a token
 * and shows its digest; `vouch` asks the agent to accept the token. Neither this tab's secret nor its proof
 * key is passed on: after the agent's end, a page in another tab may be a stranger's.
 *
 * @param vouch whether the agent accepts the token with this digest
 * @returns a function that stops it
 */
export function answerTabs(vouch: (digest: string) => Promise<boolean>): () => void {
  const channel = new BroadcastChannel(channelName());
  channel.addEventListener('message', async ({ data }) => {
    const digest: unknown = data?.asks;
    if (typeof digest === 'string' && (await vouch(digest))) channel.postMessage({ accepted: digest });
  });
  return () => channel.close();
}

/** A session as a page has it. */
interface Held {
  readonly session: string;
  readonly proof: string;
}

/** Between tabs of one run of the agent: the path is different in each run, and random. */
const channelName = () => `sluice-session ${location.pathname}`;

function stored(): Held | null {
  const session = sessionStorage.getItem(storedName);
  return session === null ? null : { session, proof: proofKey() ?? '' };
}

function keep({ session, proof }: Held): void {
  sessionStorage.setItem(storedName, session);
  sessionStorage.setItem(proofName, proof);
}

async function redeem(token: string): Promise<Held | null> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token });
  const answer = await fetch('session', { method: 'POST', headers, body }).catch(() => null);
  if (answer?.ok !== true) return null;
  const reply = (await answer.json()) as Reply;
  return reply.ok ? (reply.value as Held) : null;
}

async function askTabs(): Promise<Held | null> {
  const token = encoded(crypto.getRandomValues(new Uint8Array(32)));
  const asks = await digestOf(token);
  const channel = new BroadcastChannel(channelName());
  const isAccepted = await new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), patience);
    channel.addEventListener('message', ({ data }) => {
      if (data?.accepted === asks) resolve(true);
    });
    channel.postMessage({ asks });
  });
  channel.close();
  return isAccepted ? redeem(token) : null;
}

export const bytesOf = (text: string) => new TextEncoder().encode(text);

/** SHA-256 in base64url. */
export async function digestOf(text: string): Promise<string> {
  return encoded(await crypto.subtle.digest('SHA-256', bytesOf(text)));
}

/** Base64url. */
export function encoded(bytes: ArrayBuffer | Uint8Array): string {
  const signs = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(signs).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
