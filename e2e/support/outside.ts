import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that an original must not reach: what it was asked for. */
export class Outside {
  readonly requests: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    this.requests.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    response.end('<p>outside');
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this.address;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Pages of a test's own, each under its policy; for what a browser does with that alone. */
export async function servePages(
  pages: ReadonlyMap<string, { readonly body: string; readonly policy?: string }>,
): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      ...(page?.policy === undefined ? {} : { 'content-security-policy': page.policy }),
    });
    response.end(page?.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
