import { once } from 'node:events';
import { createParser } from 'eventsource-parser';
import type { Got, Response } from 'got';
import type { Logger } from '#core/ports/logger.ts';
import { said } from '#shared/spoken/said.ts';
import { addressForLog } from './addresses.ts';
import { type Answer, answered, failed } from './answer.ts';
import type { Permit } from './budget.ts';
import { watchConnection } from './connection-watch.ts';
import type { ApiRequest } from './http.ts';
import { proxyWord } from './network/proxy-refusals.ts';
import { hasEffect } from './outcomes.ts';
import { parseJson } from './parse-json.ts';
import { type RawAnswer, readAnswer } from './read-answer.ts';
import { watchStall } from './stall-watch.ts';
import { readShortText } from './storage-answer.ts';
import { transportFailure } from './transport-failure.ts';

/** One event of a stream: its name where it has one, and what it carries, as JSON where it is some. */
export interface StreamedEvent {
  readonly event?: string;
  readonly data: unknown;
}

export interface EventStreamRequest extends Omit<ApiRequest<unknown>, 'schema'> {
  readonly schema: ApiRequest<unknown>['schema'];
  readonly onEvent: (event: StreamedEvent) => void;
  /** The answer says that it is whole in a way of its own: `[DONE]`, or plain JSON in place of a stream. */
  readonly onDone?: () => void;
}

/** A request that may be sent now. */
export interface ReadySend {
  readonly client: Got;
  readonly url: URL;
  readonly key: string;
  readonly permit: Permit;
  readonly signal: AbortSignal | undefined;
}

interface StreamContext {
  readonly logger: Logger;
  readonly receive: (
    response: Pick<RawAnswer, 'headers' | 'body'> & { readonly statusCode: number },
    permit: Permit,
  ) => RawAnswer;
}

/** A workflow may think before it says its first word, and between words; real ms. */
const quietMs = 300_000;
/** No run takes longer; real ms. */
const longestMs = 24 * 60 * 60_000;
/** Far more than any run writes, bytes. */
const largestStream = 64 * 1024 * 1024;

/**
 * Sends a request whose answer is a stream of server-sent events, and tells each as it comes. A plain JSON
 * answer counts as one event. Resolves at the end of the stream, or with what went wrong; an abort rejects.
 */
export async function streamAnswer(
  context: StreamContext,
  request: EventStreamRequest,
  ready: ReadySend,
): Promise<Answer<null>> {
  const startedAt = performance.now();
  const answer = await readStream(context, request, ready);
  context.logger.debug('service stream', {
    method: request.method,
    address: addressForLog(ready.url),
    milliseconds: Math.round(performance.now() - startedAt),
    outcome: answer.ok ? 'ok' : answer.failure.error.code,
  });
  return answer;
}

async function readStream(
  { receive }: StreamContext,
  request: EventStreamRequest,
  { client, url, key, permit, signal }: ReadySend,
): Promise<Answer<null>> {
  const connection = watchConnection(permit.mayGo);
  const source = client.stream(url, {
    method: request.method,
    headers: { 'x-api-key': key, accept: 'text/event-stream, application/json' },
    // An answer takes as long as it takes; silence is watched on the socket.
    timeout: { request: longestMs, response: quietMs },
    decompress: true,
    signal,
    ...(request.body === undefined ? {} : { json: request.body }),
  });
  const stall = watchStall(quietMs, () => source.destroy(new Error('silent')));
  // What breaks while nobody waits is found when somebody reads on.
  source.on('error', () => undefined);
  source.on('request', connection.attach);
  source.on('request', stall.attach);
  try {
    const [response] = (await once(source, 'response')) as [Response];
    const { statusCode, headers } = response;
    const isGood = statusCode >= 200 && statusCode < 300;
    const isStream = /text\/event-stream/i.test(headers['content-type'] ?? '');
    if (!isGood || !isStream) {
      const body = await readBody(source, isGood);
      const raw = receive({ statusCode, headers, body: body ?? '' }, permit);
      const refused = proxyWord(url, statusCode, headers);
      if (refused !== undefined) return refused;
      if (body === undefined) return tooLarge(request);
      request.onAnswer?.(raw);
      const answer = readAnswer(raw, { ...request, secrets: [key, ...(request.secrets ?? [])] });
      if (!answer.ok) return answer;
      request.onEvent({ data: answer.value });
      request.onDone?.();
      return answered(null);
    }
    request.onAnswer?.(receive({ statusCode, headers, body: '' }, permit));
    return await tellEvents(source, request);
  } catch (error) {
    const late = connection.tooLate();
    if (late !== undefined) throw late;
    if (connection.state() === 'connected') permit.done();
    signal?.throwIfAborted();
    const sent = hasEffect(request.kind);
    if (stall.stalled())
      return failed('TIMED_OUT', 'retry', { spoken: said('detail.noWord'), maybeDone: sent });
    const answer = transportFailure(error, { connection: connection.state(), sent });
    if (answer.failure.disposition !== 'offline') permit.done();
    return answer;
  } finally {
    stall.end();
    source.destroy();
  }
}

async function tellEvents(
  source: AsyncIterable<Uint8Array>,
  { onEvent, onDone, kind }: EventStreamRequest,
): Promise<Answer<null>> {
  const parser = createParser({
    onEvent({ event, data }) {
      // How some services say that nothing more comes.
      if (data === '[DONE]') return onDone?.();
      onEvent({
        ...(event === undefined ? {} : { event }),
        data: (parseJson(data) ?? { value: data }).value,
      });
    },
  });
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > largestStream) return tooLarge({ kind });
    parser.feed(decoder.decode(chunk, { stream: true }));
  }
  // The last event may lack the blank line that ends it.
  parser.feed(`${decoder.decode()}\n\n`);
  return answered(null);
}

function tooLarge({ kind }: Pick<EventStreamRequest, 'kind'>) {
  return failed('BAD_ANSWER', 'retry', { spoken: said('detail.tooLarge'), maybeDone: hasEffect(kind) });
}

/** Undefined when it is too large. */
async function readBody(source: AsyncIterable<Uint8Array>, isGood: boolean): Promise<string | undefined> {
  if (!isGood) return readShortText(source);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > largestStream) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
