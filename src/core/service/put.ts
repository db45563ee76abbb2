import { once } from 'node:events';
import type { Request, Response } from 'got';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import { addressForLog, parseAddress } from './addresses.ts';
import { type Answer, answered, failed } from './answer.ts';
import { watchConnection } from './connection-watch.ts';
import { pieces, SourceError, sizeOf } from './put-body.ts';
import { readShortText } from './read-body.ts';
import type { PutBody, PutOptions } from './storage.ts';
import { refusalFromStorage } from './storage-answer.ts';
import { type StorageContext, watchTransfer } from './storage-http.ts';
import { refusedTarget, transportFailure } from './transport-failure.ts';

/** Sends a body to an upload address; see `StorageArea.put`. */
export async function putToStorage(
  context: StorageContext,
  address: string,
  body: PutBody,
  options: PutOptions,
): Promise<Answer<{ etag?: string }>> {
  const url = parseAddress(address);
  if (url === undefined) return failed('BAD_ANSWER', 'new-address', { spoken: said('detail.noPutUrl') });
  const refused = await context.rules.problem(url);
  if (refused) return refusedTarget(refused);
  return context.holds.through(url, options, () => putAndLog(context, url, body, options));
}

async function putAndLog(
  context: StorageContext,
  url: URL,
  body: PutBody,
  options: PutOptions,
): Promise<Answer<{ etag?: string }>> {
  if (options.mayStillGo?.() === false) return failed('STORAGE_FAILED', 'held', { concerns: 'profile' });
  const startedAt = performance.now();
  const answer = await putOnce(context, url, body, options);
  context.logger.debug('upload', {
    address: addressForLog(url),
    bytes: sizeOf(body),
    milliseconds: Math.round(performance.now() - startedAt),
    outcome: answer.ok ? 'ok' : answer.failure.error.code,
  });
  return answer;
}

async function putOnce(
  context: StorageContext,
  url: URL,
  body: PutBody,
  options: PutOptions,
): Promise<Answer<{ etag?: string }>> {
  const { signal } = options;
  signal?.throwIfAborted();
  const size = sizeOf(body);
  // The first piece is paid for before a connection is made: storage does not keep one open that says
  // nothing.
  let paid = Math.min(size, options.throttle?.pieceSize() ?? 0);
  await options.throttle?.take(paid, signal);
  const http = await context.http();
  signal?.throwIfAborted();
  const connection = watchConnection();
  const request = http.stream.put(url, { headers: { 'content-length': String(size) }, signal });
  const stall = watchTransfer(request, options);
  // What breaks after the answer has come changes nothing any more.
  request.on('error', () => undefined);
  request.on('request', connection.attach);
  request.on('request', stall.attach);
  /** Settles with the answer; a request that is destroyed settles it too, with an error. */
  const response = waitForResponse(request);
  let sent = 0;
  try {
    const early = send();
    // An answer may come before all is sent: then the rest is not wanted.
    const first = await Promise.race([early, response]);
    const answer = first ?? (await response);
    const text = await readShortText(request, answer.headers['content-encoding']);
    const status = answer.statusCode;
    if (status >= 200 && status < 300 && text.trim() !== '') {
      // Storage answers success with nothing (service-behaviour.md, "Enrich and upload"): somebody in between
      // said this.
      const code = /^\s*</.test(text) ? 'BLOCKED_BY_FIREWALL' : 'BAD_ANSWER';
      return failed(code, 'retry', { status, spoken: said('detail.pageForPut'), maybeDone: true });
    }
    if (status >= 200 && status < 300 && sent === size) {
      const { etag } = answer.headers;
      return answered(etag === undefined ? {} : { etag });
    }
    if (status >= 200 && status < 300)
      return failed('BAD_ANSWER', 'retry', {
        status,
        spoken: said('detail.answeredEarly'),
        maybeDone: true,
      });
    return refusalFromStorage(context, url, 'put', answer, text);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SourceError) return sourceFailure(error);
    if (stall.stalled())
      return connection.state() === 'connected'
        ? failed('TIMED_OUT', 'retry', {
            spoken: said('detail.nothingMoved'),
            concerns: 'perhaps-profile',
            maybeDone: sent === size,
          })
        : failed('UNREACHABLE', 'offline', { spoken: said('detail.noConnection'), concerns: 'profile' });
    return transportFailure(error, { connection: connection.state(), sent: sent === size });
  } finally {
    stall.end();
    request.destroy();
  }

  async function send(): Promise<undefined> {
    const { throttle } = options;
    for await (const { bytes, isLast } of pieces(
      body,
      () => throttle?.pieceSize() ?? Number.POSITIVE_INFINITY,
    )) {
      if (request.destroyed || request.response !== undefined) return;
      if (throttle !== undefined) {
        const owed = Math.max(0, bytes.byteLength - paid);
        paid -= bytes.byteLength - owed;
        if (owed > 0) {
          stall.pause();
          await throttle.take(owed, signal);
          stall.resume();
        }
      }
      // From here on the storage may have all of it, whatever comes back.
      if (isLast) sent = size;
      if (isLast) request.end(bytes);
      else await write(request, bytes);
      if (!isLast) sent += bytes.byteLength;
      options.onProgress?.(sent);
    }
    if (size === 0) request.end();
  }
}

function write(request: Request, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    // When the connection breaks meanwhile, the callback may never come; `response` has the error then.
    request.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function waitForResponse(request: Request): Promise<Response> {
  const [response] = (await once(request, 'response')) as [Response];
  return response;
}

function sourceFailure({ cause }: SourceError): Answer<never> {
  const error =
    cause instanceof AppError ? cause : new AppError('FILE_UNREADABLE', { cause, retryable: true });
  return {
    ok: false,
    failure: {
      error,
      disposition: error.retryable ? 'retry' : 'never',
      concerns: 'request',
      maybeDone: false,
    },
  };
}
