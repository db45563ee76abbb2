import { execFileSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { lstat, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLinkedFiles } from './linked-files.ts';
import { startLocalServer } from './testing/local-server.ts';
import { createTestClient, failureOf } from './testing/test-client.ts';

const query = '?X-Amz-Signature=canarysignature&X-Amz-Expires=60';
const nowhere = 'http://127.0.0.1:9';

describe('a download', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-download-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('sends no headers of its own', async () => {
    await using storage = await startLocalServer((_, response) => response.end('bytes'));
    using t = createTestClient(nowhere);
    const answer = await t.client.storage.downloadBytes(`${storage.url}/a${query}`, { maximumBytes: 100 });
    expect(answer.ok && Buffer.from(answer.value).toString()).toBe('bytes');
    const names = storage.seen[0]?.rawHeaders
      .filter((_, index) => index % 2 === 0)
      .map((name) => name.toLowerCase());
    expect(names?.sort()).toEqual(['connection', 'host']);
    expect(t.logged()).not.toContain('canary');
  });

  test('into a file replaces it only when complete', async () => {
    const path = join(folder, 'a.json');
    await writeFile(path, 'old');
    const big = Buffer.alloc(300_000, 7);
    let broken = true;
    await using storage = await startLocalServer((_, response, message) => {
      response.writeHead(200, { 'content-length': String(big.byteLength) });
      if (broken) response.write(big.subarray(0, 100_000), () => message.socket.destroy());
      else response.end(big);
    });
    using t = createTestClient(nowhere);
    const failure = failureOf(await t.client.storage.downloadToFile(storage.url, path));
    expect(failure).toMatchObject({ disposition: 'retry', error: { code: 'CONNECTION_LOST' } });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['a.json']);
    broken = false;
    expect(await t.client.storage.downloadToFile(storage.url, path)).toEqual({
      ok: true,
      value: { path, bytes: big.byteLength },
    });
    expect((await readFile(path)).equals(big)).toBe(true);
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  test.runIf(process.platform !== 'win32')('into a pipe or a device does not replace it', async () => {
    await using storage = await startLocalServer((_, response) => response.end('bytes'));
    using t = createTestClient(nowhere);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // Both ends, so that neither waits for the other.
    const reader = await open(pipe, 'r+');
    const downloaded = await t.client.storage.downloadToFile(storage.url, pipe);
    expect(downloaded).toEqual({ ok: true, value: { path: pipe, bytes: 5 } });
    const cache = join(folder, 'cache/annotated');
    await mkdir(cache, { recursive: true });
    await writeFile(join(cache, 'A.json'), '{}');
    const files = createLinkedFiles(t.client, join(folder, 'cache'));
    await files.saveAnnotated('A' as never, pipe, 'person');
    expect((await lstat(pipe)).isFIFO()).toBe(true);
    const { buffer, bytesRead } = await reader.read(Buffer.alloc(16), 0, 16, null);
    await reader.close();
    expect(buffer.toString('utf8', 0, bytesRead)).toBe('bytes{}');
  });

  test('into a folder that is not there says so', async () => {
    await using storage = await startLocalServer((_, response) => response.end('x'));
    using t = createTestClient(nowhere);
    const failure = failureOf(
      await t.client.storage.downloadToFile(storage.url, join(folder, 'no', 'a.json')),
    );
    expect(failure).toMatchObject({ disposition: 'fix-first', error: { code: 'FOLDER_MISSING' } });
    expect(storage.seen).toEqual([]);
  });

  test('of stored gzip is unpacked', async () => {
    await using storage = await startLocalServer((_, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('plain'));
    });
    using t = createTestClient(nowhere);
    const answer = await t.client.storage.downloadBytes(storage.url, { maximumBytes: 100 });
    expect(answer.ok && Buffer.from(answer.value).toString()).toBe('plain');
  });

  test('larger than asked for stops', async () => {
    await using storage = await startLocalServer((_, response) => response.end(Buffer.alloc(1_000_000)));
    using t = createTestClient(nowhere);
    const failure = failureOf(await t.client.storage.downloadBytes(storage.url, { maximumBytes: 1_000 }));
    expect(failure).toMatchObject({ disposition: 'never', error: { code: 'FILE_TOO_LARGE' } });
  });

  test('from an expired address asks for a new one', async () => {
    await using storage = await startLocalServer((_, response) =>
      response
        .writeHead(403)
        .end('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'),
    );
    using t = createTestClient(nowhere);
    const failure = failureOf(await t.client.storage.downloadBytes(storage.url, { maximumBytes: 10 }));
    expect(failure).toMatchObject({ disposition: 'new-address', error: { code: 'ADDRESS_USED_OR_EXPIRED' } });
  });

  test('follows storage to another of its hosts', async () => {
    await using other = await startLocalServer((_, response) => response.end('moved'));
    await using storage = await startLocalServer((_, response) =>
      response.writeHead(307, { location: `${other.url}/b` }).end(),
    );
    using t = createTestClient(nowhere);
    const answer = await t.client.storage.downloadBytes(storage.url, { maximumBytes: 10 });
    expect(answer.ok && Buffer.from(answer.value).toString()).toBe('moved');
    expect(other.seen[0]?.headers).not.toHaveProperty('x-api-key');
  });

  test('that stalls ends', async () => {
    await using storage = await startLocalServer((_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('12345');
    });
    using t = createTestClient(nowhere);
    const failure = failureOf(
      await t.client.storage.downloadBytes(storage.url, { maximumBytes: 10, stallTimeoutMs: 50 }),
    );
    expect(failure).toMatchObject({ disposition: 'retry', error: { code: 'TIMED_OUT' } });
  });

  test('that brings a byte now and then ends', async () => {
    await using storage = await startLocalServer((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      const drip = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(drip));
    });
    using t = createTestClient(nowhere);
    const failure = failureOf(
      await t.client.storage.downloadBytes(storage.url, { maximumBytes: 1_000, stallTimeoutMs: 200 }),
    );
    expect(failure).toMatchObject({ disposition: 'retry', error: { code: 'TIMED_OUT' } });
  });

  test('that goes on for long, and slowly, ends', async () => {
    let later = 0;
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
    onTestFinished(() => clock.mockRestore());
    const more = new EventEmitter();
    await using storage = await startLocalServer((_, response) => {
      response.write('x'.repeat(1024));
      more.once('wanted', () => response.write('x'.repeat(1024)));
    });
    using t = createTestClient(nowhere);
    const onProgress = () => {
      later = 11 * 60_000;
      more.emit('wanted');
    };
    const path = join(folder, 'slow.json');
    const failure = failureOf(await t.client.storage.downloadToFile(storage.url, path, { onProgress }));
    expect(failure).toMatchObject({ disposition: 'retry', error: { code: 'TIMED_OUT' } });
  });

  test('that is a bomb ends, says so, and leaves nothing', async () => {
    const path = join(folder, 'a.json');
    const member = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '), { level: 9 });
    let sent = 0;
    await using storage = await startLocalServer((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      // 2 MB that would become 2 GB.
      for (; sent < 128; sent += 1) response.write(member);
      response.end();
    });
    using t = createTestClient(nowhere);
    const seen: number[] = [];
    const onProgress = (bytes: number) => void seen.push(bytes);
    const failure = failureOf(await t.client.storage.downloadToFile(storage.url, path, { onProgress }));
    expect(failure).toMatchObject({ disposition: 'never', error: { code: 'DOWNLOAD_TOO_LARGE' } });
    expect(await readdir(folder)).toEqual([]);
    expect(seen.at(-1)).toBeLessThan(600 * 1024 * 1024);
  });

  test.each(['deflate', 'br', 'zstd', 'x-gzip'] as const)('packed as %s is unpacked', async (encoding) => {
    const pack = { deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync, 'x-gzip': gzipSync };
    await using storage = await startLocalServer((_, response) => {
      response.setHeader('content-encoding', encoding).end(pack[encoding](Buffer.from('plain')));
    });
    using t = createTestClient(nowhere);
    const answer = await t.client.storage.downloadBytes(storage.url, { maximumBytes: 100 });
    expect(answer.ok && Buffer.from(answer.value).toString()).toBe('plain');
  });

  test.each([
    ['gzip', 'not gzip'],
    ['gzip, gzip', 'x'],
  ])('packed wrongly (%s) is a bad answer', async (encoding, body) => {
    await using storage = await startLocalServer((_, response) => {
      response.setHeader('content-encoding', encoding).end(body);
    });
    using t = createTestClient(nowhere);
    const failure = failureOf(await t.client.storage.downloadBytes(storage.url, { maximumBytes: 100 }));
    expect(failure.error.code).toBe('BAD_ANSWER');
  });
});
