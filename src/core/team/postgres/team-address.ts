import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import type { ClientConfig } from 'pg';

/** Where a team's database is, and as whom this machine comes. Never a password. */
export interface TeamAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

export type AddressAnswer =
  | { readonly kind: 'address'; readonly address: TeamAddress }
  | { readonly kind: 'refused'; readonly why: 'not-an-address' | 'password' | 'parameter' | 'no-user' };

/**
 * Reads `postgres://user@host:port/database`. A password in it is refused, since addresses end up in lists of
 * processes and in logs, and so are parameters: what is between this machine and the server is not for an
 * address to weaken.
 */
export function readTeamAddress(text: string): AddressAnswer {
  const url = URL.parse(text);
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) return refused('not-an-address');
  if (url.password !== '') return refused('password');
  if (url.search !== '' || url.hash !== '') return refused('parameter');
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  if (url.hostname === '' || !database || database.includes('/')) return refused('not-an-address');
  if (!user) return refused('no-user');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { kind: 'address', address: { host, port: Number(url.port || 5432), database, user } };
}

const refused = (why: Extract<AddressAnswer, { kind: 'refused' }>['why']): AddressAnswer => ({
  kind: 'refused',
  why,
});

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** This machine itself: nothing goes over a network. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * How the connection is secured: beyond this machine with a certificate for exactly this host, or not at all
 * (`verify-full`). `ca` is the certificate of a company's own authority, PEM.
 */
export function securityOf(host: string, ca?: string): ClientConfig['ssl'] {
  if (isLoopback(host) && ca === undefined) return false;
  return {
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    // The driver names no host where it is a number, and TLS would compare with another one.
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  };
}
