import type { ErrorCode } from './catalog.ts';

/**
 * Codes that say that no connection to the service stands, so that nothing was sent: trying again costs the
 * service nothing, and no attempt is counted (U13).
 */
const noConnection: ReadonlySet<string> = new Set<ErrorCode>([
  'UNREACHABLE',
  'TLS_FAILED',
  'CERTIFICATE_UNKNOWN',
  'CERTIFICATE_SELF_SIGNED',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_WRONG_HOST',
  'PROXY_UNREACHABLE',
  'PROXY_REFUSED',
  'PROXY_LOGIN_MISSING',
  'PROXY_LOGIN_REFUSED',
  'PROXY_LOGIN_UNSUPPORTED',
  'PROXY_UNSUPPORTED',
]);

/** Whether a code says that no connection to the service stands. */
export function isWithoutConnection(code: string | null): boolean {
  return code !== null && noConnection.has(code);
}
