import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '#core/ports/clock.ts';
import type { ProxyLogin } from '#core/ports/network.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import { failed } from '../answer.ts';
import { nameOfHop, originOfHop, type ProxyHop } from './hop.ts';

/** What a proxy said no to, so that it is not asked the same again at once. */
export interface ProxyRefusals {
  /** Why a proxy would refuse this login now; undefined where it may be asked. */
  known(hop: ProxyHop, login: ProxyLogin | undefined): AppError | undefined;
  note(hop: ProxyHop, login: ProxyLogin | undefined, refusal: AppError): void;
  /** A person wants to know now. */
  forget(): void;
}

/**
 * How long each is believed, ms. A password that was refused is not offered again while it is the same:
 * directories lock an account after a few (five in half an hour is usual), and the person's with it.
 */
const believedForMs: Partial<Record<ErrorCode, number>> = {
  PROXY_LOGIN_REFUSED: 30 * 60_000,
  PROXY_LOGIN_MISSING: 30_000,
  PROXY_LOGIN_UNSUPPORTED: 60_000,
};

export function createProxyRefusals(clock: Clock): ProxyRefusals {
  const refusals = new Map<string, { error: AppError; login: string; until: number }>();
  return {
    known(hop, login) {
      const found = refusals.get(originOfHop(hop));
      if (found === undefined || found.until <= clock.monotonic() || found.login !== markOf(login))
        return undefined;
      const { code, detail } = found.error;
      return new AppError(code, detail === undefined ? {} : { detail });
    },
    note(hop, login, error) {
      const milliseconds = believedForMs[error.code];
      if (milliseconds === undefined) return;
      refusals.set(originOfHop(hop), {
        error,
        login: markOf(login),
        until: clock.monotonic() + milliseconds,
      });
    },
    forget: () => refusals.clear(),
  };
}

/** Tells logins apart without keeping them. */
function markOf(login: ProxyLogin | undefined): string {
  if (login === undefined) return '';
  return createHash('sha256').update(`${login.user}:${login.password}`).digest('base64');
}

/**
 * What it means that a proxy answered with this status instead of letting a request through. `authenticate`
 * is its `Proxy-Authenticate`, all lines as one.
 */
export function refusalOf(
  hop: ProxyHop,
  status: number,
  authenticate: string | undefined,
  hadLogin: boolean,
): AppError {
  const name = nameOfHop(hop);
  if (status === 407) return loginRefusal(name, authenticate, hadLogin);
  // It could not reach the service itself, or not in time.
  if (status >= 500) return new AppError('UNREACHABLE', { detail: `${name}: ${status}` });
  return new AppError('PROXY_REFUSED', { detail: `${name}: ${status}` });
}

/** The same for an answer whose proxy is not known any more. */
export function loginRefusal(
  name: string | undefined,
  authenticate: string | undefined,
  hadLogin: boolean,
): AppError {
  const schemes = schemesOf(authenticate);
  const about = name === undefined ? {} : { detail: name };
  if (schemes.length === 0 || schemes.some((scheme) => scheme.toLowerCase() === 'basic'))
    return new AppError(hadLogin ? 'PROXY_LOGIN_REFUSED' : 'PROXY_LOGIN_MISSING', about);
  const list = schemes.join(', ');
  return new AppError('PROXY_LOGIN_UNSUPPORTED', { detail: name === undefined ? list : `${name}: ${list}` });
}

/**
 * The failure, where an answer is a proxy's own and not the service's: of an address without TLS. What comes
 * over TLS, no proxy has said. Nothing was done.
 */
export function proxyWord(url: URL, status: number, headers: IncomingHttpHeaders) {
  if (status !== 407 || url.protocol !== 'http:') return undefined;
  const { code, detail } = loginRefusal(undefined, joined(headers['proxy-authenticate']), false);
  return failed(code, 'offline', {
    status,
    concerns: 'profile',
    ...(detail === undefined ? {} : { detail }),
  });
}

/** A header that may have come more than once, as one line. */
export function joined(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'object' ? header.join(', ') : header;
}

/** The names of the ways to sign in that a proxy offers (RFC 9110, section 11.6.1), each once. */
function schemesOf(authenticate: string | undefined): string[] {
  // A challenge begins with a name that no `=` follows; what stands in quotes is no name.
  const bare = (authenticate ?? '').replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
  const names = bare.matchAll(/(?:^|,)\s*([a-z][a-z\d-]*)(?=\s+[^=,\s]|\s*(?:,|$))/gi);
  return [...new Set([...names].map(([, name = '']) => name))].slice(0, 8);
}
