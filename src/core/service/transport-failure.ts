import type { TimeoutError } from 'got';
import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import { type Disposition, failed } from './answer.ts';
import type { ConnectionState } from './connection-watch.ts';

type Failed = ReturnType<typeof failed>;

/** Failures that can only happen before a connection stands. */
const beforeConnection =
  /^(ECONNREFUSED|ENOTFOUND|EAI_.*|ENETDOWN|EADDRNOTAVAIL|EHOSTDOWN|ERR_PROXY_TUNNEL)$/;
/** As above, but also seen on connections that stood. */
const noRoute = /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EACCES|EPERM)$/;
const tls =
  /^(ERR_TLS_.*|ERR_SSL_.*|EPROTO|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT.*|UNABLE_TO_.*|HOSTNAME_MISMATCH|CRL_.*)$/;
const malformed = /^(HPE_.*|Z_.*|ERR__ERROR_.*|ERR_ZSTD.*)$/;
const connecting = /^(lookup|connect|secureConnect)$/;

/** What went wrong, for people who read logs: never the library's message, which may hold addresses. */
function detailOf(error: unknown, code: string): string {
  if (isTimeout(error)) return `waited for: ${error.event}`;
  return /^[A-Z0-9_]+$/.test(code) ? code : '';
}

/**
 * What a request that brought no answer means. `sent` tells whether a change may have reached the service;
 * without a connection it never has.
 *
 * @throws anything that is not a failure of the network
 */
export function transportFailure(
  error: unknown,
  context: { connection: ConnectionState; sent: boolean },
): Failed {
  if (error instanceof Error && error.cause instanceof AppError) return refusedTarget(error.cause);
  const code = codeOf(error);
  if (code === undefined) throw error;
  const result = (meaning: ErrorCode, disposition: Disposition): Failed =>
    failed(meaning, disposition, {
      detail: detailOf(error, code),
      concerns: disposition === 'offline' ? 'profile' : 'perhaps-profile',
      maybeDone: disposition !== 'offline' && context.sent,
      // A plain copy: the library's error carries the request with its headers, and so the key.
      cause: Object.assign(new Error(code), { code }),
    });
  const isUp = context.connection === 'connected';
  if (!isUp && tls.test(code)) return result('TLS_FAILED', 'offline');
  if (isTimeout(error)) {
    return connecting.test(error.event) || context.connection === 'connecting'
      ? result('UNREACHABLE', 'offline')
      : result('TIMED_OUT', 'retry');
  }
  if (beforeConnection.test(code) || context.connection === 'connecting')
    return result('UNREACHABLE', 'offline');
  if (!isUp && noRoute.test(code)) return result('UNREACHABLE', 'offline');
  if (malformed.test(code)) return result('BAD_ANSWER', 'retry');
  if (isUp || isNetwork(code)) return result('CONNECTION_LOST', 'retry');
  throw error;
}

/**
 * An address that Sluice sends nothing to: no other upload fares better where the service gives such
 * addresses.
 */
export function refusedTarget({ code, detail }: AppError): Failed {
  return failed(code, 'fix-first', {
    concerns: 'perhaps-profile',
    ...(detail === undefined ? {} : { detail }),
  });
}

/**
 * A code of the operating system or of a stream that ended early, rather than of a wrong use of the library.
 */
function isNetwork(code: string): boolean {
  return /^(E(?!RR_)[A-Z]+|ERR_STREAM_PREMATURE_CLOSE|ERR_READING_RESPONSE_STREAM|UND_ERR_.*)$/.test(code);
}

/** Told by what got calls it: to ask for its class, got would have to be loaded. */
function isTimeout(error: unknown): error is TimeoutError {
  return error instanceof Error && error.name === 'TimeoutError' && 'event' in error;
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
