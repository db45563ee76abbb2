import https from 'node:https';
import { type DetailedPeerCertificate, getCACertificates, type TLSSocket } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import { certificateProblem } from './certificate-problem.ts';
import { connect, type Ways } from './connections.ts';

/** One certificate of those that a host showed. */
export interface SeenCertificate {
  /** Common name and organisation, as `CN, O`. */
  readonly subject: string;
  readonly issuer: string;
  /** Wall time, ms. */
  readonly from: number;
  readonly to: number;
  /** SHA-256, in hexadecimal with colons. */
  readonly fingerprint: string;
}

/** Who answers at an address. */
export interface CertificateLook {
  /** What is wrong with it; undefined where connections are made. */
  readonly problem: ErrorCode | undefined;
  /** What OpenSSL or Node calls it. */
  readonly reason: string | undefined;
  /** The host's own first; empty where it showed none. */
  readonly chain: readonly SeenCertificate[];
  /** Which hosts it is for. */
  readonly hosts: readonly string[];
  /**
   * Whether the authority at the end of the chain is one of those that programs bring along. Where it is not,
   * something on the way may open the connection and show a certificate of its own.
   */
  readonly isPublic: boolean;
}

/** More is no chain; a host may show what it likes. */
const longestChain = 8;
/** Somebody who connects and says nothing, real ms. */
const longestLookMs = 15_000;

/**
 * Looks at who answers, on the way that requests take, and says nothing. Not believing anybody is not asked
 * for here, so that an authority nobody knows can be named.
 *
 * @throws AppError where no connection is made, as `openTunnel` has it; the error of the socket
 */
export async function lookAtCertificate(ways: Ways, url: URL): Promise<CertificateLook> {
  const agent = new https.Agent({ keepAlive: false, maxCachedSessions: 0 });
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? 443 : Number(url.port);
  const servername = /^[\d.]+$|:/.test(host) ? '' : host;
  const target = { host, port, servername, rejectUnauthorized: false };
  const socket = (await connect(
    ways,
    target,
    (more) => agent.createConnection({ ...target, ...more }) as Socket,
  )) as TLSSocket;
  try {
    await whenSecure(socket);
    return readLook(socket);
  } finally {
    socket.destroy();
  }
}

function whenSecure(socket: TLSSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    // A tunnel is handed over when it is secure; a direct connection while it is made.
    if (!socket.connecting && socket.getProtocol() !== null && socket.getPeerCertificate().raw) {
      resolve();
      return;
    }
    const wait = setTimeout(
      () => socket.destroy(Object.assign(new Error('no TLS'), { code: 'ETIMEDOUT' })),
      longestLookMs,
    );
    socket.once('close', () => {
      clearTimeout(wait);
      reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      clearTimeout(wait);
      resolve();
    });
  });
}

function readLook(socket: TLSSocket): CertificateLook {
  const chain: DetailedPeerCertificate[] = [];
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  while (
    next?.raw &&
    chain.length < longestChain &&
    !chain.some((one) => one.raw.equals(next?.raw as Buffer))
  ) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  const reason = socket.authorized ? undefined : reasonOf(socket);
  return {
    problem: reason === undefined ? undefined : (certificateProblem(reason) ?? 'TLS_FAILED'),
    reason,
    chain: chain.map((one) => ({
      subject: nameOf(one.subject),
      issuer: nameOf(one.issuer),
      from: Date.parse(one.valid_from),
      to: Date.parse(one.valid_to),
      fingerprint: one.fingerprint256,
    })),
    hosts: (chain[0]?.subjectaltname ?? '')
      .split(', ')
      .map((name) => name.replace(/^(?:DNS|IP Address):/, ''))
      .filter((name) => name !== ''),
    isPublic: endsAtPublic(chain),
  };
}

/** Node's types call it an error; it is the code of one. */
function reasonOf({ authorizationError }: TLSSocket): string {
  const error: unknown = authorizationError;
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}

/** Whether the last of a chain is, or is signed by, an authority that Node brings along. */
function endsAtPublic(chain: readonly DetailedPeerCertificate[]): boolean {
  const last = chain.at(-1);
  if (last === undefined) return false;
  const certificate = new X509Certificate(last.raw);
  return getCACertificates('bundled').some((text) => {
    const authority = new X509Certificate(text);
    return (
      authority.fingerprint256 === certificate.fingerprint256 ||
      (certificate.checkIssued(authority) && certificate.verify(authority.publicKey))
    );
  });
}

/** A name may be anything that its maker wrote; lists are joined. */
function nameOf(name: DetailedPeerCertificate['subject'] | undefined): string {
  const { CN, O } = (name ?? {}) as Record<string, string | readonly string[] | undefined>;
  const parts = [CN, O].flatMap((part) => part ?? []);
  const short = [...new Set(parts)].join(', ').slice(0, 200);
  return short === '' ? '?' : short;
}
