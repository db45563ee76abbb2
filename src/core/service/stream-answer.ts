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
import { isGood, type RawAnswer, readAnswer } from './read-answer.ts';
import { BeyondMeasure, readBody, readShortText, unpack } from './read-body.ts';
import { watchStall } from './stall-watch.ts';
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
  /** Ends the permit; returns how long the service asked to wait, ms. */
  readonly receive: (status: number, headers: RawAnswer['headers'], permit: Permit) => number | undefined;
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
    const { statusCode: status, headers } = response;
    const encoding = headers['content-encoding'];
    const isStream = /text\/event-stream/i.test(headers['content-type'] ?? '');
    const retryAfterMs = receive(status, headers, permit);
    if (!isGood(status) || !isStream) {
      const body = isGood(status)
        ? await readBody(source, encoding, largestStream)
        : await readShortText(source, encoding);
      const refused = proxyWord(url, status, headers);
      if (refused !== undefined) return refused;
      const raw = { status, headers, body, retryAfterMs };
      request.onAnswer?.(raw);
      const answer = readAnswer(raw, { ...request, secrets: [key, ...(request.secrets ?? [])] });
      if (!answer.ok) return answer;
      request.onEvent({ data: answer.value });
      request.onDone?.();
      return answered(null);
    }
    request.onAnswer?.({ status, headers, body: '', retryAfterMs });
    return await tellEvents(unpack(source, encoding, largestStream), request);
  } catch (error) {
    const late = connection.tooLate();
    if (late !== undefined) throw late;
    if (connection.state() === 'connected') permit.lost();
    signal?.throwIfAborted();
    const sent = hasEffect(request.kind);
    if (error instanceof BeyondMeasure)
      return failed('BAD_ANSWER', 'retry', { spoken: said('detail.tooLarge'), maybeDone: sent });
    if (stall.stalled())
      return failed('TIMED_OUT', 'retry', { spoken: said('detail.noWord'), maybeDone: sent });
    const answer = transportFailure(error, { connection: connection.state(), sent });
    if (answer.failure.disposition !== 'offline') permit.lost();
    return answer;
  } finally {
    stall.end();
    source.destroy();
  }
}

async function tellEvents(
  source: AsyncIterable<Uint8Array>,
  { onEvent, onDone }: EventStreamRequest,
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
  for await (const chunk of source) parser.feed(decoder.decode(chunk, { stream: true }));
  // The last event may lack the blank line that ends it.
  parser.feed(`${decoder.decode()}\n\n`);
  return answered(null);
}
