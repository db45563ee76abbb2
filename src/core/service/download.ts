import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Request, Response } from 'got';
import { addressForLog, parseAddress } from './addresses.ts';
import { type Answer, answered, failed } from './answer.ts';
import { watchConnection } from './connection-watch.ts';
import { fileFailure } from './file-failure.ts';
import { watchStall } from './stall-watch.ts';
import type { DownloadOptions } from './storage.ts';
import { readShortText, refusalFromStorage } from './storage-answer.ts';
import { defaultStallMs, type StorageContext } from './storage-http.ts';
import { transportFailure } from './transport-failure.ts';

type Sink = (chunk: Uint8Array) => Promise<void> | void;

/** Errors of the sink pass through the transfer in this wrapper, so that they are not taken for the network's. */
class SinkError extends Error {}
class TooLarge extends Error {}

/** Storage may move an object to another of its hosts; more hops are a loop. */
const mostRedirects = 3;

/** Fetches an address into a file; see `StorageArea.downloadToFile`. */
export async function downloadToFile(
  context: StorageContext,
  address: string,
  path: string,
  options: DownloadOptions,
): Promise<Answer<{ path: string; bytes: number }>> {
  // Beside its place, so that the rename is atomic; `.part` is on every folder's ignore list (W5).
  const partial = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID().slice(0, 8)}.part`);
  try {
    const file = await open(partial, 'wx');
    let answer: Answer<number>;
    try {
      answer = await download(context, address, options, async (chunk) => {
        await file.writeFile(chunk);
      });
      if (answer.ok) await file.sync();
    } finally {
      await file.close();
    }
    if (!answer.ok) return answer;
    await rename(partial, path);
    return answered({ path, bytes: answer.value });
  } catch (error) {
    return fileFailure(error instanceof SinkError ? error.cause : error);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Fetches an address into memory; see `StorageArea.downloadBytes`. */
export async function downloadBytes(
  context: StorageContext,
  address: string,
  options: DownloadOptions & { readonly maximumBytes: number },
): Promise<Answer<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const sink = (chunk: Uint8Array) => {
    length += chunk.byteLength;
    if (length > options.maximumBytes) throw new TooLarge();
    chunks.push(chunk);
  };
  try {
    const answer = await download(context, address, options, sink);
    return answer.ok ? answered(Buffer.concat(chunks)) : answer;
  } catch (error) {
    if (!(error instanceof SinkError) || !(error.cause instanceof TooLarge)) throw error;
    return failed('FILE_TOO_LARGE', 'never', { detail: `more than ${options.maximumBytes} bytes` });
  }
}

async function download(
  context: StorageContext,
  address: string,
  options: DownloadOptions,
  sink: Sink,
): Promise<Answer<number>> {
  const { signal } = options;
  const url = parseAddress(address);
  if (url === undefined) return failed('BAD_ANSWER', 'new-address', { detail: 'no address' });
  await context.holds.pass(url.host, signal);
  signal?.throwIfAborted();
  const connection = watchConnection();
  const request = context.http.stream(url, {
    signal,
    followRedirect: true,
    maxRedirects: mostRedirects,
    decompress: true,
    // Node's decompression needs no invitation: storage stores what it stores.
    headers: { 'accept-encoding': undefined },
  });
  const stall = watchStall(options.stallTimeoutMs ?? defaultStallMs, () =>
    request.destroy(new Error('stalled')),
  );
  request.on('error', () => undefined);
  request.on('request', connection.attach);
  request.on('request', stall.attach);
  try {
    const [response] = (await once(request, 'response')) as [Response];
    const isGood = response.statusCode >= 200 && response.statusCode < 300;
    const bytes = isGood ? await drain(request, options, sink) : 0;
    if (!isGood) return refusalFromStorage(context, url, 'download', response, await readShortText(request));
    context.holds.clear(url.host);
    context.logger.debug('download', { address: addressForLog(url), bytes });
    return answered(bytes);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SinkError) throw error;
    if (stall.stalled()) return failed('TIMED_OUT', 'retry', { detail: 'nothing moved' });
    return transportFailure(error, { connection: connection.state(), sent: false });
  } finally {
    stall.end();
    request.destroy();
  }
}

async function drain(request: Request, options: DownloadOptions, sink: Sink): Promise<number> {
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    try {
      await sink(chunk);
    } catch (cause) {
      throw new SinkError('the bytes could not be kept', { cause });
    }
    options.onProgress?.(bytes);
  }
  return bytes;
}
