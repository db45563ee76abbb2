import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usage } from '../options.ts';
import { isSameSecret } from './is-same-secret.ts';

/** The only loopback address that every system has. */
const usualHost = '127.0.0.1';

/** Where one run of the agent serves its pages. No one can know the address before the run. */
export interface Home {
  readonly host: string;
  readonly port: number;
  /** `http://127.93.4.201:41873/<128 random bits>/`; everything the agent serves is below it. */
  readonly address: string;
  /**
   * The path of a request below the home, such as `/call/agent.status`; null for a request to anywhere else.
   */
  pathOf(request: IncomingMessage): string | null;
  /**
   * Whether a request comes from a page of this server, or from the user's own address bar. A foreign page
   * that found the address fails here, also when its name was made to point at this machine (DNS rebinding):
   * then the Host header differs. So does `localhost`, which some systems look for at ::1 first, where
   * another account may have the port.
   */
  isSameOrigin(request: IncomingMessage): boolean;
}

/**
 * Listens on loopback. Without a host, on a random address of 127.0.0.0/8, because a browser keeps cached
 * pages and service workers for an address and port: whoever had them before would be shown in place of our
 * pages. macOS has only 127.0.0.1.
 *
 * @param port 0 takes a free one
 * @param segment first part of every path; random without
 * @throws AppError `USAGE` when this machine has no such host
 */
export async function listenAtHome(
  server: Server,
  port: number,
  host?: string,
  segment = randomBytes(16).toString('base64url'),
): Promise<Home> {
  try {
    return await listen(server, port, host ?? randomHost(), segment);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'EADDRNOTAVAIL';
    if (!isMissing) throw error;
    if (host !== undefined) throw usage('cli.ui.noHost', { host });
    return listen(server, port, usualHost, segment);
  }
}

/** No 0 and no 255 at either end: networks and broadcasts are named so. */
const randomHost = () => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;

async function listen(server: Server, wantedPort: number, host: string, segment: string): Promise<Home> {
  server.listen(wantedPort, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const authority = `${host}:${port}`;
  return {
    host,
    port,
    address: `http://${authority}/${segment}/`,
    pathOf({ url = '' }) {
      // The raw path: normalizing would turn `/inbox/../x` into something else.
      const [path = ''] = url.split('?');
      const end = path.indexOf('/', 1);
      return end > 0 && isSameSecret(path.slice(1, end), segment) ? path.slice(end) : null;
    },
    isSameOrigin: (request) => isSameOrigin(request, authority),
  };
}

/** @param authority host and port of this server; a tunnel must keep both */
function isSameOrigin({ headers, method }: IncomingMessage, authority: string): boolean {
  const { host, origin } = headers;
  if (host !== authority) return false;
  if (origin !== undefined && origin !== `http://${authority}`) return false;
  // Browsers name the origin on every request that changes something.
  if (method !== 'GET' && origin === undefined) return false;
  const site = headers['sec-fetch-site'];
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return (
    site === undefined || site === 'same-origin' || site === 'none' || (isNavigation && method === 'GET')
  );
}
