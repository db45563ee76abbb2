import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventStream } from './event-stream.ts';

let stream: EventStream;
let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  stream = new EventStream();
  server = createServer((_, response) => void stream.open(response, () => true)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  stream.stop();
  server.closeAllConnections();
  server.close();
});

async function openPage(): Promise<IncomingMessage> {
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [page] = (await once(request, 'response')) as [IncomingMessage];
  page.on('error', () => undefined);
  return page;
}

const result = (bytes: number) => ({
  streamId: 's',
  pieces: [],
  failure: null,
  result: { status: 200, value: 'x'.repeat(bytes), notes: [], requestId: null, tookMs: 1 },
});

test('one large answer reaches a page that reads', async () => {
  const page = await openPage();
  let received = 0;
  page.on('data', (chunk: Buffer) => {
    received += chunk.byteLength;
  });
  stream.send('operations.streamed', result(8_000_000));
  await expect.poll(() => received).toBeGreaterThan(8_000_000);
});

test('a page that does not read is cut off', async () => {
  const page = await openPage();
  const closed = new Promise<void>((resolve) => page.on('close', resolve));
  for (let sent = 0; sent < 5; sent += 1) stream.send('operations.streamed', result(8_000_000));
  page.resume();
  await closed;
  expect(page.complete).toBe(false);
});
