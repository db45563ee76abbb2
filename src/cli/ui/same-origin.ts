import type { IncomingMessage } from 'node:http';

/**
 * Whether a request comes from a page of this server, or from a person's own address bar. A foreign page that
 * found the port fails here, also when its name was made to point at 127.0.0.1 (DNS rebinding): then the Host
 * header gives it away. So does `localhost`, which some systems look for at ::1 first, where the port may be
 * somebody else's.
 *
 * @param port the port this server listens on; a tunnel must keep it
 */
export function isSameOrigin({ headers, method }: IncomingMessage, port: number): boolean {
  const { host, origin } = headers;
  if (host !== `127.0.0.1:${port}`) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  // Whatever changes something must say where it comes from; browsers do on every such request.
  if (method !== 'GET' && origin === undefined) return false;
  const site = headers['sec-fetch-site'];
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return (
    site === undefined || site === 'same-origin' || site === 'none' || (isNavigation && method === 'GET')
  );
}
