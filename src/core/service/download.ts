import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Response } from 'got';
import { beginsAsPage } from '#core/local/begins-as-page.ts';
import { openDraft } from '#core/local/draft.ts';
import { openDevice } from '#core/local/open-device.ts';
import { addressForLog, parseAddress } from './addresses.ts';
import { type Answer, answered, failed } from './answer.ts';
import { watchConnection } from './connection-watch.ts';
import { fileFailure } from './file-failure.ts';
import { BeyondMeasure, readShortText, unpack } from './read-body.ts';
import type { DownloadOptions, FileOptions, Hashed } from './storage.ts';
import { refusalFromStorage } from './storage-answer.ts';
import { type StorageContext, watchTransfer } from './storage-http.ts';
import { refusedTarget, transportFailure } from './transport-failure.ts';
import { said } from '#shared/spoken/said.ts';

type Sink = (chunk: Uint8Array) => Promise<void> | void;

/**
 * Errors of the sink pass through the transfer in this wrapper, so that they are not taken for the network's.
 */
class SinkError extends Error {}
class TooLarge extends Error {}
class TooSlow extends Error {}

/** Room that downloads leave on the disk, and how often they look, bytes. */
const roomLeft = 256 * 1024 * 1024;
const lookEveryBytes = 64 * 1024 * 1024;

/** Enough to tell a web page by its beginning. */
const headBytes = 1_024;

/** From here on a download must have been this fast on average: ms, bytes a second. */
const patienceMs = 10 * 60_000;
const leastPerSecond = 16 * 1024;

/** Storage may move an object to another of its hosts; more hops are a loop. */
const mostRedirects = 3;

/** Fetches an address into a file; see `StorageArea.downloadToFile`. */
export async function downloadToFile(
  context: StorageContext,
  address: string,
  path: string,
  options: DownloadOptions & FileOptions,
): Promise<Answer<{ path: string; bytes: number }>> {
  try {
    const device = await openDevice(path);
    if (device) return await downloadInto(context, address, { path, file: device }, options);
    const draft = await openDraft(path, options.mode ?? 0o666);
    try {
      const makeRoom = leaveRoom(dirname(path));
      const answer = await download(context, address, options, async (chunk) => {
        await makeRoom(chunk.byteLength);
        await draft.file.writeFile(chunk);
      });
      if (!answer.ok) return answer;
      await draft.replace();
      return answered({ path, bytes: answer.value });
    } finally {
      await draft.close();
    }
  } catch (error) {
    return fileFailure(error instanceof SinkError ? error.cause : error);
  }
}

async function downloadInto(
  context: StorageContext,
  address: string,
  { path, file }: { readonly path: string; readonly file: FileHandle },
  options: DownloadOptions,
): Promise<Answer<{ path: string; bytes: number }>> {
  try {
    const answer = await download(context, address, options, (chunk) => file.writeFile(chunk));
    return answer.ok ? answered({ path, bytes: answer.value }) : answer;
  } finally {
    await file.close();
  }
}

/** Looks every 64 MB whether the disk has room for more: what fills it up takes the ledger with it. */
function leaveRoom(folder: string): (bytes: number) => Promise<void> {
  let left = 0;
  return async (bytes) => {
    left -= bytes;
    if (left > 0) return;
    left = lookEveryBytes;
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < roomLeft + lookEveryBytes)
      throw Object.assign(new Error('little space is left'), { code: 'ENOSPC', syscall: 'write' });
  };
}

/** Fetches an address into memory; see `StorageArea.downloadBytes`. */
export async function downloadBytes(
  context: StorageContext,
  address: string,
  options: BoundedDownload,
): Promise<Answer<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  const answer = await downloadAtMost(context, address, options, (chunk) => void chunks.push(chunk));
  return answer.ok ? answered(Buffer.concat(chunks)) : answer;
}

/** Reads an address and keeps only its hash; see `StorageArea.hashOf`. */
export async function hashDownload(
  context: StorageContext,
  address: string,
  options: BoundedDownload,
): Promise<Answer<Hashed>> {
  const hash = createHash('sha256');
  let head = '';
  const answer = await downloadAtMost(context, address, options, (chunk) => {
    if (head.length < headBytes) head += Buffer.from(chunk.subarray(0, headBytes)).toString('latin1');
    hash.update(chunk);
  });
  return answer.ok
    ? answered({ bytes: answer.value, sha256: hash.digest('hex'), isPage: beginsAsPage(head) })
    : answer;
}

type BoundedDownload = DownloadOptions & { readonly maximumBytes: number };

async function downloadAtMost(
  context: StorageContext,
  address: string,
  options: BoundedDownload,
  keep: (chunk: Uint8Array) => void,
): Promise<Answer<number>> {
  let length = 0;
  try {
    return await download(context, address, options, (chunk) => {
      length += chunk.byteLength;
      if (length > options.maximumBytes) throw new TooLarge();
      keep(chunk);
    });
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
  const url = parseAddress(address);
  if (url === undefined) return failed('BAD_ANSWER', 'new-address', { spoken: said('detail.noAddress') });
  const refused = await context.rules.problem(url);
  if (refused) return refusedTarget(refused);
  return context.holds.through(url, options, () => downloadOnce(context, url, options, sink));
}

async function downloadOnce(
  context: StorageContext,
  url: URL,
  options: DownloadOptions,
  sink: Sink,
): Promise<Answer<number>> {
  const { signal } = options;
  const http = await context.http();
  signal?.throwIfAborted();
  const connection = watchConnection();
  const request = http.stream(url, {
    signal,
    followRedirect: true,
    maxRedirects: mostRedirects,
    // Storage answers with what it stores, packed or not.
    headers: { 'accept-encoding': undefined },
  });
  const stall = watchTransfer(request, options);
  request.on('error', () => undefined);
  request.on('request', connection.attach);
  request.on('request', stall.attach);
  try {
    const [response] = (await once(request, 'response')) as [Response];
    const isGood = response.statusCode >= 200 && response.statusCode < 300;
    const packed = response.headers['content-encoding'];
    const bytes = isGood ? await drain(unpack(request, packed), options, sink) : 0;
    if (!isGood)
      return refusalFromStorage(context, url, 'download', response, await readShortText(request, packed));
    context.logger.debug('download', { address: addressForLog(url), bytes });
    return answered(bytes);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SinkError) throw error;
    if (error instanceof BeyondMeasure)
      return failed('DOWNLOAD_TOO_LARGE', 'never', { detail: error.message });
    if (stall.stalled() || error instanceof TooSlow)
      return failed('TIMED_OUT', 'retry', { spoken: said('detail.nothingMoved') });
    return transportFailure(error, { connection: connection.state(), sent: false });
  } finally {
    stall.end();
    request.destroy();
  }
}

async function drain(
  source: AsyncIterable<Uint8Array>,
  options: DownloadOptions,
  sink: Sink,
): Promise<number> {
  let bytes = 0;
  const startedAt = performance.now();
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    const tookMs = performance.now() - startedAt;
    if (tookMs > patienceMs && (bytes * 1000) / tookMs < leastPerSecond) throw new TooSlow();
    try {
      await sink(chunk);
    } catch (cause) {
      throw new SinkError('the bytes could not be kept', { cause });
    }
    options.onProgress?.(bytes);
  }
  return bytes;
}
