import type { ClientRequest } from 'node:http';
import type { z } from 'zod';
import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import { addressRefusal, sharesDespite, sharingRefusal } from '#core/ports/policy-rules.ts';
import { addressProblem } from '#core/ports/profile-addresses.ts';
import { keyStoreTrouble } from '#core/ports/profile-keys.ts';
import { type FoundKey, keyForAnotherAddress } from '#core/ports/secrets.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Policy } from '#shared/settings/policy.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { said } from '#shared/spoken/said.ts';
import { addressForLog } from './addresses.ts';
import { type Answer, answered, type CallOptions, failed } from './answer.ts';
import type { Budget, Permit } from './budget.ts';
import { TooLate, watchConnection } from './connection-watch.ts';
import { createLateClient } from './late-got.ts';
import type { Connections } from './network/connections.ts';
import { proxyWord } from './network/proxy-refusals.ts';
import { hasEffect, type OperationKind } from './outcomes.ts';
import { probeEveryMs } from './pause.ts';
import { isGood, type RawAnswer, readAnswer } from './read-answer.ts';
import { acceptedEncodings, BeyondMeasure, readBody, readShortText } from './read-body.ts';
import { parseRetryAfter } from './retry-after.ts';
import { type EventStreamRequest, type ReadySend, streamAnswer } from './stream-answer.ts';
import { transportFailure } from './transport-failure.ts';

export interface ApiRequest<T> {
  readonly kind: Exclude<OperationKind, 'put' | 'download'>;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `baseUrl`, each variable part already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  /** What a good answer holds; an empty body reads as null. */
  readonly schema: z.ZodType<T>;
  /** Values in the body that no error message may repeat. */
  readonly secrets?: readonly string[];
  /** Sees the answer as it came, good or not, before it is read. */
  readonly onAnswer?: ((raw: RawAnswer) => void) | undefined;
}

/** The one way to the API: budget, key, timeouts and errors for every operation. */
export interface Http {
  call<T>(request: ApiRequest<T>, options: CallOptions): Promise<Answer<T>>;
  /** The same for an answer that comes piece by piece; resolves when it has ended. */
  stream(request: EventStreamRequest, options: CallOptions): Promise<Answer<null>>;
  close(): void;
}

export interface HttpOptions {
  readonly profile: Pick<Profile, 'baseUrl'> & Partial<Pick<Profile, 'id' | 'insecureAccepted'>>;
  /** The key for this origin. */
  readonly getKey: (origin: string) => Promise<FoundKey>;
  readonly clock: Clock;
  readonly budget: Budget;
  readonly logger: Logger;
  readonly userAgent?: string | undefined;
  /** How hosts are reached. */
  readonly connections: Connections;
  /** What the administrator of the machine set: the one gate of every request. */
  readonly policy?: Policy | undefined;
  /** Shorter waits, for tests. */
  readonly timeouts?: Partial<typeof defaultTimeouts>;
}

/*
 * Real milliseconds, not of the Clock: the network does not go faster when a test turns the clock. DNS and a
 * connection take a second on a poor line, so ten mean that there is none. The API only books things, so an
 * answer that took a minute is lost.
 */
const defaultTimeouts = {
  lookup: 10_000,
  connect: 10_000,
  secureConnect: 10_000,
  send: 30_000,
  response: 60_000,
  request: 120_000,
};

/** got writes a body in pieces of this size, the first together with the headers; bytes. */
const onePiece = 64 * 1024;

/**
 * got ends a request a turn after its last piece, and closes the connection if the answer was read before: one of a
 * hundred requests to a service nearby. Ended first, the request leaves its connection for the next one.
 */
function endIfWhole(request: ClientRequest): void {
  if (!request.writableEnded && Number(request.getHeader('content-length')) <= onePiece) request.end();
}

/** A page of 100 documents is some 100 KB; far more is not an answer of this API, bytes, packed or not. */
const largestAnswer = 32 * 1024 * 1024;

/**
 * Creates the way to a profile's API. The key goes to `baseUrl` and nowhere else: redirects are not followed.
 */
export function createHttp(options: HttpOptions): Http {
  const { profile, clock, budget, logger, policy, connections } = options;
  const base = new URL(profile.baseUrl);
  const problem =
    addressProblem(profile.baseUrl, profile.insecureAccepted) ?? addressRefusal(policy, profile.baseUrl);
  const lateClient = createLateClient((got) =>
    connections.over(got).extend({
      throwHttpErrors: false,
      followRedirect: false,
      // Whether a request may be repeated is for the caller to know; the job retries.
      retry: { limit: 0 },
      timeout: { ...defaultTimeouts, ...options.timeouts },
      headers: {
        accept: 'application/json',
        'accept-encoding': acceptedEncodings,
        'user-agent': options.userAgent ?? 'sluice',
      },
    }),
  );

  function urlOf(request: ApiRequest<unknown>): URL {
    const url = new URL(base.href.replace(/\/+$/, '') + request.path);
    if (url.origin !== base.origin) throw new TypeError('an API path must not leave the base address');
    for (const [name, value] of Object.entries(request.query ?? {}))
      for (const item of Array.isArray(value) ? value : [value])
        if (item !== undefined) url.searchParams.append(name, String(item));
    return url;
  }

  /** Why this is not asked at all; undefined where it is. */
  function refusalOf({ body }: ApiRequest<unknown>): Answer<never> | undefined {
    if (problem !== undefined) {
      const { detail = '', spoken } = problem;
      const what = spoken === undefined ? { detail } : { spoken };
      return failed(problem.code, 'fix-first', { ...what, concerns: 'profile' });
    }
    if (!sharesDespite(policy, body)) return undefined;
    const { code, spoken } = sharingRefusal(policy);
    return failed(code, 'fix-first', { ...(spoken && { spoken }), concerns: 'request' });
  }

  /** Sends within the budget and with the key, or says why not. */
  async function withPermit<T>(
    request: ApiRequest<unknown>,
    callOptions: CallOptions,
    work: (ready: ReadySend) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const refused = refusalOf(request);
    if (refused !== undefined) return refused;
    const url = urlOf(request);
    const { priority, signal, mayStillGo, beforeSending } = callOptions;
    for (;;) {
      const granted = await acquire(budget, priority, signal);
      if (!granted.ok) return granted;
      const permit = granted.value;
      try {
        if (mayStillGo?.() === false) return failed('SERVICE_FAILED', 'held');
        const key = await keyToSend(options.getKey, base.origin);
        if (!key.ok) return key;
        const client = await lateClient();
        await beforeSending?.();
        signal?.throwIfAborted();
        if (permit.mayGo()) return await work({ client, url, key: key.value, permit, signal });
      } catch (error) {
        if (!(error instanceof TooLate)) throw error;
      } finally {
        // Ends the permit only where nothing before has: then nothing was sent.
        permit.unused();
      }
    }
  }

  async function send<T>(
    request: ApiRequest<T>,
    { client, url, key, permit, signal }: ReadySend,
  ): Promise<Answer<T>> {
    const connection = watchConnection(permit.mayGo);
    let sent: ClientRequest | undefined;
    let isTooLarge = false;
    const startedAt = performance.now();
    const pending = client(url, {
      method: request.method,
      responseType: 'buffer',
      headers: { 'x-api-key': key },
      signal,
      ...(request.body === undefined ? {} : { json: request.body }),
    });
    pending.on('request', (its) => {
      sent = its;
      connection.attach(its);
      its.once('response', (answer) => answer.once('end', () => endIfWhole(its)));
    });
    // A signal of its own for each request, joined with the caller's, would cost more than all that is
    // looked at here.
    pending.on('downloadProgress', ({ transferred }) => {
      isTooLarge ||= transferred > largestAnswer;
      if (isTooLarge) sent?.destroy();
    });
    const note = (outcome: Record<string, unknown>) =>
      logger.debug('service request', {
        method: request.method,
        address: addressForLog(url),
        milliseconds: Math.round(performance.now() - startedAt),
        ...outcome,
      });
    let answer: Answer<T>;
    try {
      const { statusCode: status, headers, body: packed } = await pending;
      const retryAfterMs = receive(status, headers, permit);
      const pieces = inOnePiece(packed);
      const encoding = headers['content-encoding'];
      const body = isGood(status)
        ? await readBody(pieces, encoding, largestAnswer)
        : await readShortText(pieces, encoding);
      const raw = { status, headers, body, retryAfterMs };
      request.onAnswer?.(raw);
      answer =
        proxyWord(url, raw.status, raw.headers) ??
        readAnswer(raw, { ...request, secrets: [key, ...(request.secrets ?? [])] });
    } catch (error) {
      const late = connection.tooLate();
      if (late !== undefined) throw late;
      if (connection.state() === 'connected') permit.lost();
      signal?.throwIfAborted();
      answer =
        isTooLarge || error instanceof BeyondMeasure
          ? failed('BAD_ANSWER', 'retry', {
              spoken: said('detail.tooLarge'),
              maybeDone: hasEffect(request.kind),
            })
          : transportFailure(error, { connection: connection.state(), sent: hasEffect(request.kind) });
      if (answer.ok || answer.failure.disposition !== 'offline') permit.lost();
    }
    note(
      answer.ok
        ? { outcome: 'ok' }
        : {
            outcome: answer.failure.error.code,
            status: answer.failure.status,
            requestId: answer.failure.error.requestId,
          },
    );
    return answer;
  }

  /**
   * Ends the permit as the answer demands (U5): a 429 pauses the profile, `Retry-After` with a 5xx only what
   * was asked. Returns when to ask that again, ms from now.
   */
  function receive(status: number, headers: RawAnswer['headers'], permit: Permit): number | undefined {
    const asked = parseRetryAfter(
      singleHeader(headers['retry-after']),
      singleHeader(headers.date),
      clock.now(),
    );
    if (status === 429) return permit.rateLimited(asked);
    permit.done();
    return asked !== undefined && status >= 500 ? Math.min(asked, probeEveryMs) : undefined;
  }

  return {
    call: (request, callOptions) => withPermit(request, callOptions, (ready) => send(request, ready)),
    stream: (request, callOptions) =>
      withPermit(request, callOptions, (ready) => streamAnswer({ receive, logger }, request, ready)),
    close: connections.close,
  };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

function singleHeader(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'object' ? header[0] : header;
}

/** Where the team cannot be asked for a permit, a person is told; nothing was sent, and nothing is known. */
async function acquire(
  budget: Budget,
  priority: CallOptions['priority'],
  signal: AbortSignal | undefined,
): Promise<Answer<Permit>> {
  try {
    return { ok: true, value: await budget.acquire(priority, signal) };
  } catch (error) {
    if (error instanceof AppError) return failed(error.code, 'rate-limited');
    throw error;
  }
}

/**
 * The key for this origin, or why it cannot go. A keychain that is locked or a file that cannot be read says
 * nothing about the key; its message may hold anything.
 */
async function keyToSend(getKey: HttpOptions['getKey'], origin: string): Promise<Answer<string>> {
  let given: FoundKey;
  try {
    given = await getKey(origin);
  } catch (cause) {
    return failed(keyStoreTrouble(cause), 'fix-first', { concerns: 'profile', cause });
  }
  if (given === keyForAnotherAddress)
    return failed('KEY_NOT_FOR_THIS_ADDRESS', 'fix-first', { detail: origin, concerns: 'profile' });
  const key = given?.trim();
  if (key === undefined || key === '') return failed('KEY_MISSING', 'fix-first', { concerns: 'profile' });
  // Anything else cannot stand in a header, and would fail with a message that repeats it.
  if (!/^[\x20-\x7e]+$/.test(key))
    return failed('KEY_REJECTED', 'fix-first', {
      spoken: said('detail.noPossibleKey'),
      concerns: 'profile',
    });
  return answered(key);
}
