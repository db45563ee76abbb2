import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server that takes every PUT and throws the bytes away: what is left of an upload is the sender. It knows
 * just enough of the service to give out addresses, which all lead to itself, and to call every document
 * completed.
 */
const server = createServer((request, response) => {
  const id = (request.url ?? '').split('/').at(-1) ?? '';
  const answer = (value: unknown) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
  };
  request.resume();
  request.on('end', () => {
    if (request.method === 'PUT') response.end();
    else if (request.method === 'POST') {
      const slot = crypto.randomUUID().replaceAll('-', '').toUpperCase();
      answer({ id: slot, url: `${base()}/sink/${slot}` });
    } else if (request.url?.includes('?')) answer({ results: [] });
    else answer({ id, status: 'completed' });
  });
});
server.requestTimeout = 0;

function base(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${base()}\n`));
process.on('SIGTERM', () => process.exit(0));
