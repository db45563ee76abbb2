import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '#core/public/redactor.ts';
import { MetricsServer } from './metrics-server.ts';

/** Answers what is written to a server that looks at an agent so; `/ready` is all it can say. */
async function startServer() {
  const listening = Promise.withResolvers<string>();
  const silent = () => undefined;
  const server = new MetricsServer({
    address: { host: '127.0.0.1', port: 0 },
    observe: async () => ({}) as never,
    report: () => ({}) as never,
    redactor: createRedactor(),
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    onListening: listening.resolve,
  });
  server.start();
  onTestFinished(() => server.stop());
  const port = Number(new URL(await listening.promise).port);
  return async (...lines: string[]) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(`${lines.join('\r\n')}\r\n\r\n`);
    return Number((await text(socket)).split(' ', 2)[1]);
  };
}

test.each([
  ['a load balancer by HTTP/1.0, which names no host', ['GET /ready HTTP/1.0'], 200],
  ['this machine', ['GET /ready HTTP/1.1', 'Host: localhost:9469'], 200],
  ['a name that leads here', ['GET /ready HTTP/1.1', 'Host: evil.example'], 403],
  ['the same by HTTP/1.0', ['GET /ready HTTP/1.0', 'Host: evil.example'], 403],
  ['a name that begins like ours', ['GET /ready HTTP/1.1', 'Host: 127.0.0.1.evil.example'], 403],
  ['a page', ['GET /ready HTTP/1.1', 'Host: localhost', 'Origin: https://evil.example'], 403],
])('%s is answered as it should be', async (_who, lines, status) => {
  const ask = await startServer();
  expect(await ask(...lines, 'Connection: close')).toBe(status);
});
