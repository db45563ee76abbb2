import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { fetchBytes, mostBytes } from './fetch-bytes.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const options = (signal = new AbortController().signal) => ({
  headers: { 'x-sluice-session': 'secret' },
  signal,
  onProgress: () => undefined,
});

test('sends its headers, and brings all bytes, told as they come', async () => {
  const url = await served((request, response) => {
    if (request.headers['x-sluice-session'] !== 'secret') response.writeHead(401);
    response.writeHead(200, { 'content-length': 5 });
    response.write('ab');
    response.end('cde');
  });
  const told: unknown[] = [];
  const bytes = await fetchBytes(url, { ...options(), onProgress: (...all) => told.push(all) });
  expect(new TextDecoder().decode(bytes)).toBe('abcde');
  expect(told.at(-1)).toEqual([5, 5]);
});

test('a length that nobody told does not matter', async () => {
  const whole = Buffer.alloc(3_000_000, 7);
  const url = await served((_request, response) => response.end(whole));
  const bytes = await fetchBytes(url, options());
  expect(bytes.length).toBe(whole.length);
  expect(whole.equals(bytes)).toBe(true);
});

test('what is refused, and what is too large, is told before anything is read', async () => {
  const refused = await served((_request, response) => response.writeHead(404).end());
  await expect(fetchBytes(refused, options())).rejects.toMatchObject({ kind: 'read', message: '404' });
  const huge = await served((_request, response) => {
    response.writeHead(200, { 'content-length': mostBytes + 1 });
    response.flushHeaders();
  });
  const failure = { kind: 'tooLarge', bytes: mostBytes + 1 };
  await expect(fetchBytes(huge, options())).rejects.toMatchObject(failure);
});

test('what breaks off has failed, and what nobody wants any more ends at once', async () => {
  const broken = await served((_request, response) => {
    response.writeHead(200, { 'content-length': 9 });
    response.write('abc', () => response.destroy());
  });
  await expect(fetchBytes(broken, options())).rejects.toMatchObject({ kind: 'read' });
  const ending = new AbortController();
  const endless = await served((_request, response) => {
    response.writeHead(200);
    response.write('abc', () => ending.abort());
  });
  await expect(fetchBytes(endless, options(ending.signal))).rejects.toThrow('abort');
});
