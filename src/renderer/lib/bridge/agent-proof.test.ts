import { createHash, createHmac, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whoAnswers } from './agent-proof.ts';

const key = randomBytes(32);
const asked: string[] = [];

beforeEach(() => {
  sessionStorage.setItem('sluice-proof', key.toString('base64url'));
  asked.length = 0;
});
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** A server that answers with a proof of this key. */
function serve(own: Buffer, status = 200) {
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    asked.push(`${address} ${body}`);
    const { nonce } = JSON.parse(body) as { nonce: string };
    const proof = createHmac('sha256', own).update(nonce).digest('base64url');
    return Response.json({ ok: true, value: { proof } }, { status });
  });
}

test('the agent is known by its proof, and is not told the session', async () => {
  serve(key);
  expect(await whoAnswers('secret')).toBe('agent');
  expect(asked[0]).toContain(createHash('sha256').update('secret').digest('base64url'));
  expect(asked[0]).not.toContain('secret');
  await whoAnswers('secret');
  expect(asked[1]).not.toBe(asked[0]);
});

test.each([
  ['another key', () => serve(randomBytes(32))],
  ['a refusal', () => serve(key, 401)],
  ['a page', () => vi.stubGlobal('fetch', async () => new Response('<html>'))],
  ['no proof', () => vi.stubGlobal('fetch', async () => Response.json({ ok: true, value: {} }))],
])('%s is another one', async (_, answer) => {
  answer();
  expect(await whoAnswers('secret')).toBe('another');
});

test('what a page was never told proves nothing', async () => {
  sessionStorage.clear();
  serve(Buffer.alloc(0));
  expect(await whoAnswers('secret')).toBe('another');
});

test('nobody answers, or cannot', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await whoAnswers('secret')).toBe('nobody');
  serve(key, 503);
  expect(await whoAnswers('secret')).toBe('nobody');
});
