import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { atTestEnd } from '../support/at-test-end.ts';

export interface SeenRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: unknown;
}

/** An answer instead of the service's. */
export type Override = (request: SeenRequest) => { status: number; json: unknown } | undefined;

/** Stands between core and the service: remembers every request with its body, and may answer by itself. */
export async function startRecordingProxy(target: string, override: Override = () => undefined) {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const text = await textOf(incoming);
      const { method = 'GET', url: path = '/' } = incoming;
      const request = { method, path, body: text === '' ? undefined : JSON.parse(text) };
      seen.push(request);
      const own = override(request);
      if (own) {
        outgoing.writeHead(own.status, { 'content-type': 'application/json' }).end(JSON.stringify(own.json));
        return;
      }
      const answer = await fetch(new URL(path, target), {
        method,
        headers: {
          'x-api-key': String(incoming.headers['x-api-key'] ?? ''),
          'content-type': 'application/json',
        },
        ...(text === '' ? {} : { body: text }),
      });
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })().catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTestEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** Bodies of the requests of one method to connectors or one of them. */
    bodies: (method: string) => seen.filter((one) => one.method === method).map(({ body }) => body),
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
