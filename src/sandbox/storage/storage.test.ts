import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxCaller, send, startCaller } from '../test-support/sandbox-caller.ts';

let caller: SandboxCaller;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-storage-'));
  caller = await startCaller({ annotate: false, dataDirectory: directory });
});
afterAll(async () => {
  await caller.stop();
  await rm(directory, { recursive: true });
});

const audited = (id: string) => caller.sandbox.audit().documents.find((document) => document.id === id);

test('a PUT answers 200, an empty body and the MD5 as ETag, and the SHA-256 is audited', async () => {
  const bytes = Buffer.from('hello');
  const { id, url } = await caller.enrich({ file_name: 'a.txt' });
  const { status, text, headers } = await send('PUT', url, bytes);
  expect([status, text]).toEqual([200, '']);
  expect(headers.etag).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`);
  expect(audited(id)).toMatchObject({
    raw_size: 5,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
});

test('a long body streams to disk and arrives whole', async () => {
  const bytes = Buffer.alloc(3 * 1024 * 1024 + 17, 'long body ');
  const id = await caller.upload('long.txt', bytes);
  expect(audited(id)).toMatchObject({
    raw_size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  await caller.finished(id);
  const { json } = await caller.call('GET', `/contents/v1/documents/${id}/original`);
  expect((await send('GET', String(json.url))).text).toBe(bytes.toString());
});

test.each([
  ['X-API-KEY', 'key'],
  ['Content-Type', 'text/plain'],
  ['x-amz-acl', 'private'],
  ['Authorization', 'Bearer x'],
])('the stray header %s breaks the signature, and the address stays good', async (name, value) => {
  const { id, url } = await caller.enrich({ file_name: 'a.txt' });
  const refused = await send('PUT', url, 'hello', { [name]: value });
  expect(refused.status).toBe(403);
  expect(refused.headers['content-type']).toBe('application/xml');
  expect(refused.text).toContain('<Code>SignatureDoesNotMatch</Code>');
  expect((await send('PUT', url, 'hello')).status).toBe(200);
  expect(audited(id)?.raw_size).toBe(5);
});

test('a key that leaks to storage shows in the audit by its owner, never by itself', async () => {
  const { url } = await caller.enrich({ file_name: 'a.txt' });
  await send('PUT', url, 'hello', { 'x-api-key': caller.sandbox.apiKey });
  const { leaked_keys: leaks } = caller.sandbox.audit();
  expect(leaks.at(-1)).toMatchObject({ origin: 'storage', method: 'PUT', key: 'sandbox-owner' });
  const { text } = await caller.call('GET', '/_sandbox/requests');
  expect(text).not.toContain(caller.sandbox.apiKey);
  expect(text).not.toContain('Signature=');
});

test('chunked transfer is refused with 411', async () => {
  const { url } = await caller.enrich({ file_name: 'a.txt' });
  const response = await fetch(url, {
    method: 'PUT',
    body: new Blob(['hello']).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(411);
});

test('an address is used once', async () => {
  const { id, url } = await caller.enrich({ file_name: 'a.txt' });
  await send('PUT', url, 'first');
  const again = await send('PUT', url, 'second, longer');
  expect(again.status).toBe(403);
  expect(again.text).toContain('<Code>AccessDenied</Code>');
  expect(audited(id)?.raw_size).toBe(5);
});

test('two bodies at the same time: one lands, and it is whole', async () => {
  const { id, url } = await caller.enrich({ file_name: 'a.bin' });
  const bodies = [Buffer.alloc(600_000, 'a'), Buffer.alloc(600_001, 'b')];
  const answers = await Promise.all(bodies.map((body) => send('PUT', url, body)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403]);
  const winner = bodies[answers.findIndex((answer) => answer.status === 200)] ?? Buffer.alloc(0);
  expect(audited(id)?.sha256).toBe(createHash('sha256').update(winner).digest('hex'));
  await caller.finished(id);
  const { json } = await caller.call('GET', `/contents/v1/documents/${id}/original`);
  const stored = (await send('GET', String(json.url))).text;
  expect(createHash('sha256').update(stored).digest('hex')).toBe(audited(id)?.sha256);
});

test('a forged or changed address is refused', async () => {
  const { url } = await caller.enrich({ file_name: 'a.txt' });
  const { url: other } = await caller.enrich({ file_name: 'b.txt' });
  const forged = new URL(url);
  forged.searchParams.set('Expires', String(Number(forged.searchParams.get('Expires')) + 3600));
  const swapped = new URL(url);
  swapped.pathname = new URL(other).pathname;
  for (const address of [forged.href, swapped.href, url.split('?')[0] ?? '']) {
    expect((await send('PUT', address, 'hello')).text).toContain('SignatureDoesNotMatch');
  }
});

test('an address expires after its hour', async () => {
  const { url } = await caller.enrich({ file_name: 'a.txt' });
  caller.sandbox.clock.advance(3601 * 1000);
  const { status, text } = await send('PUT', url, 'hello');
  expect(status).toBe(403);
  expect(text).toContain('Request has expired');
});

test('the address of a deleted slot is refused', async () => {
  const { id, url } = await caller.enrich({ file_name: 'a.txt' });
  await caller.call('DELETE', `/contents/v1/documents/${id}`);
  expect((await send('PUT', url, 'hello')).status).toBe(403);
});

test.each([10_000, 2_000_000])(
  'a body of %i bytes cut short stores nothing, and the address stays good',
  async (length) => {
    const { id, url } = await caller.enrich({ file_name: 'a.txt' });
    const { hostname, port, pathname, search } = new URL(url);
    const before = caller.sandbox.requests.list({ origin: 'storage' }).length;
    const socket = connect(Number(port), hostname);
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(length / 2, 'x'), () => socket.destroy());
    const log = () => caller.sandbox.requests.list({ origin: 'storage' });
    await expect.poll(log).toHaveLength(before + 1);
    expect(log().at(-1)?.status).toBe(0);
    expect((await caller.call('GET', `/contents/v1/documents/${id}`)).json).toMatchObject({
      raw_size: 0,
      status: 'pending',
    });
    expect(readdirSync(join(directory, 'arriving'))).toEqual([]);
    expect((await send('PUT', url, 'whole')).status).toBe(200);
  },
);

/** A PUT whose last byte waits until told to go. */
async function halfPut(url: string, length = 2) {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${length}\r\n\r\n`);
  socket.write('x'.repeat(length - 1));
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  const finish = () => {
    socket.write('y');
    return answer;
  };
  return { socket, finish };
}

test('the state counts the PUTs that are under way, and the most there ever were at once', async () => {
  const { sandbox } = caller;
  const before = sandbox.state().most_puts_at_once;
  expect([sandbox.state().puts_at_once, before >= 1]).toEqual([0, true]);
  const slots = await Promise.all(['a', 'b', 'c'].map((name) => caller.enrich({ file_name: `${name}.txt` })));
  const puts = await Promise.all(slots.map(({ url }) => halfPut(url)));
  await expect.poll(() => sandbox.state().puts_at_once).toBe(3);
  expect(await puts[0]?.finish()).toContain('200 OK');
  expect(sandbox.state().puts_at_once).toBe(2);
  // Who is killed, and who hangs up without an answer, is not under way any more.
  puts[1]?.socket.destroy();
  await expect.poll(() => sandbox.state().puts_at_once).toBe(1);
  sandbox.faults.replace([{ match: { origin: 'storage' }, kind: 'hang' }]);
  const hung = await halfPut((await caller.enrich({ file_name: 'd.txt' })).url, 500_000);
  await expect.poll(() => sandbox.state().puts_at_once).toBe(2);
  hung.socket.destroy();
  sandbox.faults.replace([]);
  await puts[2]?.finish();
  await expect.poll(() => sandbox.state()).toMatchObject({ puts_at_once: 0, most_puts_at_once: 3 });
  const { spans } = (await caller.call('GET', '/_sandbox/puts')).json;
  expect((spans as unknown[]).slice(-4)).toEqual(
    ['a', 'b', 'c', 'd'].map(() => ({
      of: expect.stringMatching(/^\/uploads\/[A-F0-9]{32}$/),
      from: expect.any(Number),
      to: expect.any(Number),
    })),
  );
  for (const { socket } of puts) socket.destroy();
});

test.each([true, false])(
  'bytes that were on their way when the slot was deleted: it comes back (%s) or not',
  async (lateBytes) => {
    const other = await startCaller({ annotate: false, lateBytes });
    const { id, url } = await other.enrich({ file_name: 'a.txt' });
    const put = await halfPut(url);
    await expect.poll(() => other.sandbox.state().puts_at_once).toBe(1);
    await other.call('DELETE', `/contents/v1/documents/${id}`);
    expect(await put.finish()).toContain(lateBytes ? '200 OK' : '403');
    const { status } = await other.call('GET', `/contents/v1/documents/${id}`);
    expect(status).toBe(lateBytes ? 200 : 404);
    put.socket.destroy();
    // What begins after the deletion is refused either way.
    const { id: gone, url: late } = await other.enrich({ file_name: 'b.txt' });
    await other.call('DELETE', `/contents/v1/documents/${gone}`);
    expect((await send('PUT', late, 'hello')).status).toBe(403);
    await other.stop();
  },
);
