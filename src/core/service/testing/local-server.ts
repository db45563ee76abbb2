import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  /** As they came over the wire: name, value, name, value… */
  readonly rawHeaders: readonly string[];
  readonly headers: Readonly<http.IncomingHttpHeaders>;
  readonly body: Buffer;
}

export interface LocalServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Requests whose body came in whole, in order. */
  readonly seen: SeenRequest[];
  readonly server: http.Server;
}

type Handler = (request: SeenRequest, response: ServerResponse, message: IncomingMessage) => void;

/** A real server on a free port of the loopback, that reads each body and then lets `handle` answer. */
export async function startLocalServer(handle: Handler): Promise<LocalServer> {
  const seen: SeenRequest[] = [];
  return listen(seen, (message, response) => {
    const chunks: Buffer[] = [];
    message.on('error', () => undefined);
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const { method = '', url = '', rawHeaders, headers } = message;
      const request = { method, url, rawHeaders, headers, body: Buffer.concat(chunks) };
      seen.push(request);
      handle(request, response, message);
    });
  });
}

/** The same, for handlers that do something else with the body or the connection. */
export function startRawServer(
  handle: (message: IncomingMessage, response: ServerResponse) => void,
): Promise<LocalServer> {
  return listen([], handle);
}

async function listen(
  seen: SeenRequest[],
  handle: (message: IncomingMessage, response: ServerResponse) => void,
): Promise<LocalServer> {
  const server = http.createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}
