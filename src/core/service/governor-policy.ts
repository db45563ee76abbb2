import type { ErrorCode } from '#shared/errors/catalog.ts';
import { isWithoutConnection } from '#shared/errors/no-connection.ts';
import type { OperationKind } from './outcomes.ts';

/**
 * What the background work of a profile is held for, which decides how its end is found out:
 * - `offline`: no connection is made. Trying to connect is no request, so it is tried often (U13).
 * - `key`: missing, unreadable or rejected. Looking whether it changed costs no request.
 * - `service`: the service fails at everything. One cheap GET now and then.
 * - `enrich`: it answers, but takes no new documents. Only a real upload finds out.
 * - `storage`: it gives addresses, but storage takes no bytes. Likewise.
 * - `ledger`: nothing can be journaled on this machine, so nothing may be sent.
 */
export type Cause = 'offline' | 'key' | 'service' | 'enrich' | 'storage' | 'ledger';

/** So many failures in a row that may be the service's own open it; a single odd one is of one document. */
export const failuresInRow = 3;
/** A connection that is tried and refused costs nobody anything (U13: work goes on within 3 s), ms. */
export const connectEveryMs = 1_500;
/** At most so long between two tries while nothing waits for a connection, ms. */
export const longestConnectMs = 60_000;
/** Looks at the key store and at the ledger: local, so no request, ms. */
const lookEveryMs = 5_000;
/** A key that was rejected and did not change is tried again after this, ms. */
export const sameKeyEveryMs = 60_000;
/** Waits before probes, ms; the last for all that follow. */
const probeWaits = [30_000, 60_000, 120_000] as const;
/** Reads that failed while one probe was answered are no sign for so long, ms. */
export const readsAreNoSignMs = 60_000;
/** A trial that no upload took: nobody wants to know, and who comes next finds out, ms. */
export const trialTakenWithinMs = 20_000;
/** After a trial that no upload took, reads may pass for this long before room is kept for the next one; ms. */
export const readTakenWithinMs = 10_000;
/**
 * Opened again so soon after it closed, it goes on where it was, ms: what comes and goes is no reason to ask
 * more often.
 */
export const sameTroubleMs = 60_000;

/** Requests that a trial makes: a new document, and where storage fails its bytes too. */
export function trialCost(cause: Cause): number {
  return cause === 'storage' ? 2 : 1;
}

/** Codes that end by themselves. */
const endsByItself: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'UNREACHABLE',
  'TLS_FAILED',
  'PROXY_UNREACHABLE',
  'PROXY_REFUSED',
  'TIMED_OUT',
  'CONNECTION_LOST',
  'SERVICE_FAILED',
  'BAD_ANSWER',
  'BLOCKED_BY_FIREWALL',
  'STORAGE_REFUSED',
  'STORAGE_FAILED',
  'RATE_LIMITED',
]);
/** This machine's own trouble. It is often over in a moment; trouble that lasts does not end by itself. */
const mayLast: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['DISK_FULL', 'TOO_MANY_FILES', 'LEDGER_FAILED']);
/** Looks at the ledger that failed before it lasts; two minutes of them. */
const lastsAfter = 24;
/** Known at once to need a person; the others are believed when a probe has met them again. */
const needsPersonAtOnce: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'KEY_MISSING',
  'KEY_REJECTED',
  'KEY_NOT_FOR_THIS_ADDRESS',
  'INSECURE_ADDRESS',
  'ADDRESS_REFUSED',
  'PROXY_LOGIN_MISSING',
  'PROXY_LOGIN_REFUSED',
  'PROXY_LOGIN_UNSUPPORTED',
  'PROXY_UNSUPPORTED',
]);

/** Whether somebody has to act, as far as is known after so many probes that failed. */
export function needsPerson(code: ErrorCode, confirmed: number): boolean {
  if (mayLast.has(code)) return confirmed >= lastsAfter;
  return !endsByItself.has(code) && (needsPersonAtOnce.has(code) || confirmed > 0);
}

/**
 * How long before the next probe, ms.
 *
 * @param askedMs how long the service asked to wait when it failed last; storage keeps its own pauses
 */
export function waitBefore(
  { cause, confirmed, flaps }: { cause: Cause; confirmed: number; flaps: number },
  askedMs: number,
): number {
  if (cause === 'offline') return connectEveryMs;
  if (cause === 'key' || cause === 'ledger') return Math.min(sameTroubleMs, lookEveryMs * 2 ** flaps);
  const wait = probeWaits[Math.min(confirmed, probeWaits.length - 1)] ?? sameTroubleMs;
  return cause === 'storage' ? wait : Math.max(wait, askedMs);
}

/** What a failure that is surely the profile's says of it. */
export function causeOf(kind: OperationKind, code: ErrorCode): Cause {
  if (isWithoutConnection(code)) return 'offline';
  if (code.startsWith('KEY_')) return 'key';
  return kind === 'enrich' ? 'enrich' : 'service';
}
