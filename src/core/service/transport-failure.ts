import type { TimeoutError } from 'got';
import { AppError } from '#shared/errors/app-error.ts';
import { systemTrouble } from '#shared/errors/system-trouble.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import { isWithoutConnection } from '#shared/errors/no-connection.ts';
import { type Disposition, failed } from './answer.ts';
import type { ConnectionState } from './connection-watch.ts';
import { certificateProblem } from './network/certificate-problem.ts';

type Failed = ReturnType<typeof failed>;

/** Failures that can only happen before a connection stands. */
const beforeConnection = /^(ECONNREFUSED|ENOTFOUND|EAI_.*|ENETDOWN|EADDRNOTAVAIL|EHOSTDOWN)$/;
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
  const own = ownFailure(error);
  if (own !== undefined) return isWithoutConnection(own.code) ? noWay(own) : refusedTarget(own);
  const code = codeOf(error);
  if (code === undefined) throw error;
  const result = (meaning: ErrorCode, disposition: Disposition, detail = detailOf(error, code)): Failed =>
    failed(meaning, disposition, {
      detail,
      concerns: disposition === 'offline' ? 'profile' : 'perhaps-profile',
      maybeDone: disposition !== 'offline' && context.sent,
      // A plain copy: the library's error carries the request with its headers, and so the key.
      cause: Object.assign(new Error(code), { code }),
    });
  const isUp = context.connection === 'connected';
  const trouble = systemTrouble(error);
  if (trouble !== undefined) return result(trouble, isUp ? 'retry' : 'offline');
  const problem = isUp ? undefined : certificateProblem(code);
  if (problem !== undefined) return result(problem, 'offline', hostOf(error));
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

/** Which host it was: the service's, or its storage's. */
function hostOf(error: unknown): string | undefined {
  const { options } = error as { readonly options?: { readonly url?: unknown } };
  return options?.url instanceof URL ? options.url.host : undefined;
}

/** What was thrown on the way to a connection (`network/`, the rules for targets). */
function ownFailure(error: unknown): AppError | undefined {
  const found = error instanceof AppError || !(error instanceof Error) ? error : error.cause;
  return found instanceof AppError ? found : undefined;
}

/** No connection stands, for a reason that holds for every request of the profile. */
function noWay({ code, detail, spoken, cause }: AppError): Failed {
  return failed(code, 'offline', {
    concerns: 'profile',
    ...(spoken === undefined ? {} : { spoken }),
    ...(detail === undefined ? {} : { detail }),
    ...(cause === undefined ? {} : { cause }),
  });
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
