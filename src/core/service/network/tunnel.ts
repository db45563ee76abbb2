import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { ProxyLogin } from '#core/ports/network.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { certificateProblem } from './certificate-problem.ts';
import { inBrackets, nameOfHop, type ProxyHop } from './hop.ts';
import { joined, refusalOf } from './proxy-refusals.ts';

export interface TunnelOptions {
  readonly hop: ProxyHop;
  readonly login: ProxyLogin | undefined;
  /** Where to, the host without brackets. */
  readonly host: string;
  readonly port: number;
  /** Who is believed where the proxy itself is spoken to over TLS. */
  readonly secureContext: SecureContext | undefined;
}

/** A proxy is near; real ms. */
const connectMs = 10_000;
/** It looks the host up and connects to it before it answers; real ms. */
const answerMs = 30_000;

/**
 * A connection to a host by way of a proxy, over which nothing has been said yet (`CONNECT`, RFC 9110,
 * section 9.3.6). The login goes to the proxy, and nothing of the request.
 *
 * @throws AppError `PROXY_UNREACHABLE` where nobody answers, so that another way may be tried; what the proxy
 *   said no to as `refusalOf` has it
 */
export function openTunnel(options: TunnelOptions): Promise<Socket> {
  const { hop, login, host, port, secureContext } = options;
  const target = `${inBrackets(host)}:${port}`;
  return new Promise((resolve, reject) => {
    const request = (hop.secure ? https : http).request({
      host: hop.host,
      port: hop.port,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...proxyHeaders(login) },
      agent: false,
      // As for the service: NODE_TLS_REJECT_UNAUTHORIZED would send the login to anyone on the way.
      rejectUnauthorized: true,
      ...(secureContext === undefined ? {} : { secureContext }),
    });
    let wait = setTimeout(() => request.destroy(timedOut()), connectMs);
    request.once('socket', (socket) =>
      socket.once(hop.secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(wait);
        wait = setTimeout(() => request.destroy(timedOut()), answerMs);
      }),
    );
    request.once('close', () => clearTimeout(wait));
    request.once('error', (error: NodeJS.ErrnoException) => reject(failure(hop, error)));
    request.once('connect', ({ statusCode = 0, headers }, socket, head) => {
      clearTimeout(wait);
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        const authenticate = joined(headers['proxy-authenticate']);
        reject(refusalOf(hop, statusCode, authenticate, login !== undefined));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket as Socket);
    });
    request.end();
  });
}

/** What a proxy is told of who asks. */
export function proxyHeaders(login: ProxyLogin | undefined): Record<string, string> {
  if (login === undefined) return {};
  const text = Buffer.from(`${login.user}:${login.password}`).toString('base64');
  return { 'proxy-authorization': `Basic ${text}` };
}

function failure(hop: ProxyHop, error: NodeJS.ErrnoException): AppError {
  const { code = '' } = error;
  // A plain copy: the library's error carries the request with its headers, and so the login.
  const cause = Object.assign(new Error(code), { code });
  const name = nameOfHop(hop);
  const problem = hop.secure ? certificateProblem(code) : undefined;
  if (problem !== undefined) return new AppError(problem, { detail: name, cause });
  if (code.startsWith('HPE_')) return new AppError('PROXY_REFUSED', { detail: `${name}: ${code}`, cause });
  const why = /^[A-Z0-9_]+$/.test(code) ? `${name} (${code})` : name;
  return new AppError('PROXY_UNREACHABLE', { detail: why, cause });
}

function timedOut(): Error {
  return Object.assign(new Error('the proxy does not answer'), { code: 'ETIMEDOUT' });
}
