import type { IncomingMessage } from 'node:http';
import type { SandboxClock } from '../clock.ts';
import type { Aliases } from './aliases.ts';
import type { FaultRule } from './fault-rule.ts';
import { gzipBomb } from './gzip-bomb.ts';
import type { OriginName } from './origin-name.ts';
import { documentNotFound, Problem } from './problem.ts';
import { jsonReply, type Reply } from './reply.ts';
import { rewriteAnswer } from './rewrite-answer.ts';
import { storageError } from './storage-error.ts';

/**
 * What a fault makes of a request: an answer instead of the handler's, the end of the connection, or silence.
 */
export type FaultOutcome = Reply | 'reset' | 'hang' | undefined;

const firewallPage =
  '<!DOCTYPE html><html><head><title>Request blocked</title></head><body><h1>Request blocked</h1>' +
  '<p>Your request was blocked by the security policy. Support id: 8472-1193.</p></body></html>';

/** What faults need of the server they strike. */
export interface FaultPlace {
  origin: OriginName;
  aliases: Aliases;
  clock: SandboxClock;
  /** A refusal in the profile's words. */
  word: (problem: Problem) => Reply;
}

/** What a bomb expands to unless told, in bytes. */
const bombBytes = 2 * 1024 ** 3;

/** What strikes before the handler runs, after the rule's delay; undefined lets the handler run. */
export async function faultBefore(
  rule: FaultRule,
  { origin, word, clock }: FaultPlace,
  request: IncomingMessage,
): Promise<FaultOutcome> {
  const { delayMs } = rule;
  if (delayMs !== undefined)
    await new Promise<void>((resolve) => clock.setTimer(clock.now() + delayMs, resolve));
  switch (rule.kind) {
    case 'reset':
      await readSome(request, rule.afterBytes ?? 0);
      return 'reset';
    case 'hang':
      return 'hang';
    case 'html':
      return ownHeaders(rule, {
        status: rule.status ?? 403,
        headers: { 'content-type': 'text/html' },
        body: firewallPage,
      });
    case 'status':
      return ownHeaders(rule, errorReply(rule.status ?? 503, origin));
    case 'empty':
      return rule.status === undefined
        ? undefined
        : ownHeaders(rule, { status: rule.status, headers: {}, body: '' });
    case 'expired':
      return origin === 'storage' ? storageError(403, 'AccessDenied', 'Request has expired') : undefined;
    case 'stale':
      return origin === 'storage'
        ? storageError(404, 'NoSuchKey', 'The specified key does not exist.')
        : ownHeaders(rule, word(documentNotFound()));
    case 'forbidden':
      return origin === 'storage'
        ? storageError(403, 'AccessDenied', 'Access Denied')
        : ownHeaders(
            rule,
            word(new Problem(403, 'FORBIDDEN', 'Only the owner of the document may do this.')),
          );
    case 'redirect':
      return ownHeaders(rule, {
        status: rule.status ?? 302,
        headers: { location: (rule.location ?? '{url}').replace('{url}', () => request.url ?? '/') },
        body: '',
      });
    case 'status-after':
    case 'reset-after':
    case 'slow':
    case 'truncated':
    case 'bad-json':
    case 'hang-after':
    case 'shift':
    case 'rewrite':
    case 'late-bytes':
    case 'gzip-bomb':
      return undefined;
    default:
      return rule.kind satisfies never;
  }
}

/** What a fault makes of the answer of a handler that took effect. */
export function faultAfter(rule: FaultRule, { origin, aliases }: FaultPlace, reply: Reply): FaultOutcome {
  switch (rule.kind) {
    case 'reset-after':
      return 'reset';
    case 'hang-after':
      return 'hang';
    case 'status-after':
      return ownHeaders(rule, errorReply(rule.status ?? 502, origin));
    case 'bad-json':
      return { ...reply, body: `${typeof reply.body === 'string' ? reply.body.slice(0, -1) : ''},"` };
    case 'empty':
      return { ...reply, headers: {}, body: '' };
    case 'gzip-bomb':
      return gzipBomb(reply.headers['content-type'] ?? 'application/json', rule.expandsTo ?? bombBytes);
    case 'rewrite':
      return rewriteAnswer(reply, rule, aliases);
    case 'status':
    case 'reset':
    case 'slow':
    case 'truncated':
    case 'expired':
    case 'html':
    case 'hang':
    case 'stale':
    case 'forbidden':
    case 'shift':
    case 'late-bytes':
    case 'redirect':
      return reply;
    default:
      return rule.kind satisfies never;
  }
}

function errorReply(status: number, origin: OriginName): Reply {
  if (origin === 'storage') {
    const code = status === 403 ? 'AccessDenied' : status === 503 ? 'SlowDown' : 'InternalError';
    return storageError(status, code, 'We encountered an error. Please try again.');
  }
  if (status === 429) return jsonReply({ message: 'Too Many Requests' }, status);
  return jsonReply({ message: 'The service met an error.' }, status);
}

function ownHeaders(rule: FaultRule, reply: Reply): Reply {
  const headers = { ...reply.headers, ...rule.headers };
  if (rule.retryAfter !== undefined) headers['retry-after'] = String(rule.retryAfter);
  return { ...reply, headers };
}

function readSome(request: IncomingMessage, bytes: number): Promise<void> {
  if (bytes === 0) return Promise.resolve();
  return new Promise((resolve) => {
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size < bytes) return;
      request.pause();
      resolve();
    });
    request.on('end', resolve);
    request.on('close', resolve);
  });
}
