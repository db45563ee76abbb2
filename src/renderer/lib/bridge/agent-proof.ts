import { bytesOf, digestOf, encoded, proofKey } from './agent-session.ts';

/**
 * Who answers at the agent's address: the agent, somebody else (or the agent after a new start), or nobody.
 */
export type WhoAnswers = 'agent' | 'another' | 'nobody';

/**
 * Asks who answers, and tells nothing: another user of the machine may take the port of an agent that has
 * ended, and would be sent what a page that stayed open sends. Only the agent that gave the session can make
 * the answer.
 */
export async function whoAnswers(session: string): Promise<WhoAnswers> {
  const key = proofKey() ?? '';
  const nonce = encoded(crypto.getRandomValues(new Uint8Array(32)));
  const who = await digestOf(session);
  const answer = await fetch('proof', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ who, nonce }),
  }).catch(() => null);
  if (answer === null || answer.status >= 500) return 'nobody';
  const reply = answer.ok ? await answer.json().catch(() => null) : null;
  const proof: unknown = reply?.value?.proof;
  return key !== '' && proof === (await made(key, nonce)) ? 'agent' : 'another';
}

async function made(key: string, nonce: string): Promise<string> {
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  return encoded(await crypto.subtle.sign('HMAC', imported, bytesOf(nonce)));
}
