import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '#core/public/redactor.ts';
import { MetricsServer } from './metrics-server.ts';

/** Asks a server that looks at an agent that is doing so. */
async function startServer(report: unknown = {}) {
  const listening = Promise.withResolvers<string>();
  const silent = () => undefined;
  const server = new MetricsServer({
    address: { host: '127.0.0.1', port: 0 },
    observe: async () => ({}) as never,
    report: () => report as never,
    redactor: createRedactor(),
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    onListening: listening.resolve,
  });
  server.start();
  onTestFinished(() => server.stop());
  const port = Number(new URL(await listening.promise).port);
  const ask = async (...lines: string[]) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(`${lines.join('\r\n')}\r\n\r\n`);
    return text(socket);
  };
  return { ask, server };
}

test.each([
  ['a load balancer by HTTP/1.0, which names no host', ['GET /ready HTTP/1.0'], 200],
  ['this machine', ['GET /ready HTTP/1.1', 'Host: localhost:9469'], 200],
  ['a name that leads here', ['GET /ready HTTP/1.1', 'Host: evil.example'], 403],
  ['the same by HTTP/1.0', ['GET /ready HTTP/1.0', 'Host: evil.example'], 403],
  ['a name that begins like ours', ['GET /ready HTTP/1.1', 'Host: 127.0.0.1.evil.example'], 403],
  ['a page', ['GET /ready HTTP/1.1', 'Host: localhost', 'Origin: https://evil.example'], 403],
])('%s is answered as it should be', async (_who, lines, status) => {
  const { ask } = await startServer();
  expect(await ask(...lines, 'Connection: close')).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('a name of a folder makes no line of its own, and steers no terminal', async () => {
  const finding = {
    name: 'a\n- b\u001b[2J',
    message: 'It is gone.',
    code: 'X',
    level: 'trouble',
    since: null,
  };
  const { ask } = await startServer({ healthy: false, sentence: 'stands', findings: [finding] });
  const answer = await ask('GET /healthy HTTP/1.1', 'Host: localhost', 'Connection: close');
  expect(answer).toMatch(/\nnot healthy\nstands\n- a\\n- b\\x1b\[2J: It is gone\. \(X\)\n$/);
});

test.each([
  ['', 'text/plain'],
  ['*/*', 'text/plain'],
  ['text/html,application/xml;q=0.9,*/*;q=0.8', 'text/plain'],
  ['application/json, text/plain, */*', 'application/json'],
  ['text/plain, application/json', 'text/plain'],
  ['text/plain;q=0.5, application/json', 'application/json'],
  ['application/json;q=0, */*', 'text/plain'],
  ['nonsense, application/json', 'application/json'],
])('health is told as a request prefers: "%s"', async (accept, type) => {
  const { ask } = await startServer({ healthy: true, sentence: 'fine', findings: [] });
  const answer = await ask(
    'GET /healthy HTTP/1.1',
    'Host: localhost',
    `Accept: ${accept}`,
    'Connection: close',
  );
  expect(answer.toLowerCase()).toContain(`content-type: ${type}`);
});

test('an agent that ends is not ready any more', async () => {
  const { ask, server } = await startServer();
  server.stopping();
  expect(await ask('GET /ready HTTP/1.0')).toMatch(/^HTTP\/1\.1 503 [\s\S]*\nstopping\n$/);
});
