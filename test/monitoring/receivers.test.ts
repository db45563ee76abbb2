import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { createReporter } from '#core/service/send-report.ts';
import { createTestNetwork } from '#core/service/testing/test-network.ts';
import type { AttentionMessage } from '../../src/cli/monitoring/attention-message.ts';
import { commandReceiver } from '../../src/cli/monitoring/command-receiver.ts';
import { webhookKey, webhookReceiver } from '../../src/cli/monitoring/webhook-receiver.ts';
import { until } from '../support/until.ts';
import { sendReport, startListener } from './support.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const message: AttentionMessage = {
  id: 'msg_1',
  type: 'attention.needed',
  body: JSON.stringify({
    type: 'attention.needed',
    timestamp: '2026-01-01T00:00:00.000Z',
    data: { name: 'ä' },
  }),
};
const signal = new AbortController().signal;

test('O6: a webhook is what the library of Standard Webhooks takes, and no other', async () => {
  const { origin, heard } = await startListener();
  await webhookReceiver(`${origin}/hook?a=b`, webhookKey(secret), Date.now, sendReport()).deliver(
    message,
    signal,
  );
  expect(heard).toHaveLength(1);
  const [{ body, headers, method, path } = heard[0] as never] = heard;
  expect([method, path, headers['content-type']]).toEqual(['POST', '/hook?a=b', 'application/json']);
  const sent = headers as Record<string, string>;
  expect(sent['webhook-id']).toBe('msg_1');
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  expect(new Webhook(secret).verify(body, sent)).toEqual(JSON.parse(message.body));
  expect(() => new Webhook(other).verify(body, sent)).toThrow();
  expect(() => new Webhook(secret).verify(body.replace('ä', 'a'), sent)).toThrow();
});

test.each([
  '',
  'whsec_',
  'secret',
  `whsec_${Buffer.alloc(23).toString('base64')}`,
  'whsec_!!!!',
  `whsec_${'A'.repeat(200)}`,
])('%j is no secret of a webhook', (text) => {
  expect(() => webhookKey(text)).toThrow(expect.objectContaining({ code: 'USAGE' }));
});

test('a webhook that refuses was not told, and a redirect is followed nowhere', async () => {
  const elsewhere = await startListener();
  const { origin, heard } = await startListener(({ path }, response) => {
    response.writeHead(Number(path.slice(1)), { location: elsewhere.origin }).end();
  });
  for (const status of [302, 307, 400, 410, 500]) {
    const receiver = webhookReceiver(`${origin}/${status}`, webhookKey(secret), Date.now, sendReport());
    await expect(receiver.deliver(message, signal)).rejects.toThrow(`it answered ${status}`);
  }
  expect([heard.length, elsewhere.heard.length]).toEqual([5, 0]);
});

test('an answer without end is not read, one that never comes is given up, and none names the address', async () => {
  const { origin } = await startListener(({ path }, response) => {
    if (path === '/endless') {
      response.writeHead(200);
      const more = () => response.write('x'.repeat(65_536), () => (response.destroyed ? undefined : more()));
      more();
    }
  });
  expect(await sendReport()({ url: `${origin}/endless`, method: 'GET' }, signal)).toBe(200);
  await expect(sendReport(50)({ url: `${origin}/never/secret`, method: 'GET' }, signal)).rejects.toThrow(
    /^no answer in time$/,
  );
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await expect(
    sendReport()({ url: `http://127.0.0.1:${port}/secret`, method: 'GET' }, signal),
  ).rejects.toThrow(/^ECONNREFUSED$/);
});

test('a report takes the way of all requests: by the proxy of a company, where there is one', async () => {
  const proxy = await startListener((_heard, response) => response.writeHead(202).end());
  const network = createTestNetwork({ port: { variables: { http_proxy: proxy.origin } } });
  const connections = network.connections();
  onTestFinished(() => connections.close());
  const report = { url: 'http://hooks.example/a', method: 'POST', body: 'x' } as const;
  expect(await createReporter(connections)(report, signal)).toBe(202);
  expect(proxy.heard[0]).toMatchObject({ method: 'POST', path: 'http://hooks.example/a', body: 'x' });
});

/** Where commands of a test write. */
function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-command-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const variables = { PATH: process.env.PATH, SLUICE_API_KEY: 'the-key', NOTIFY_SOCKET: '/run/notify' };

test('a command gets the message on stdin, the line as it was written, and none of our variables', async () => {
  const directory = place();
  await commandReceiver('cat > got.json; env > got.env', variables, directory).deliver(message, signal);
  expect(readFileSync(join(directory, 'got.json'), 'utf8')).toBe(`${message.body}\n`);
  const environment = readFileSync(join(directory, 'got.env'), 'utf8');
  expect(environment).not.toMatch(/the-key|SLUICE|NOTIFY_SOCKET/);
});

test('a command that fails was not told: what it wrote last is why', async () => {
  const receiver = commandReceiver('echo first; echo "no mail server" >&2; exit 3', variables, place());
  await expect(receiver.deliver(message, signal)).rejects.toThrow(/^it ended with 3: .*no mail server$/s);
});

test('a command that reads nothing, and one that floods its output, hold nobody up', async () => {
  const large = { ...message, body: JSON.stringify('x'.repeat(1_000_000)) };
  await commandReceiver('exit 0', variables, place()).deliver(large, signal);
  await commandReceiver('head -c 50000000 /dev/zero', variables, place()).deliver(message, signal);
});

test('a command that hangs is ended in its time, with all that it started', async () => {
  const directory = place();
  const receiver = commandReceiver('sleep 1000 & echo $! > child; wait', variables, directory, 300);
  await expect(receiver.deliver(message, signal)).rejects.toThrow('it did not end within 0.3 s');
  const child = Number(readFileSync(join(directory, 'child'), 'utf8'));
  await until('what it started is gone', () => !isRunning(child));
});

test('a command that hands its output to something that stays does not hold the agent', async () => {
  const directory = place();
  const receiver = commandReceiver('sleep 1000 & echo $! > child', variables, directory);
  await receiver.deliver(message, signal);
  const child = Number(readFileSync(join(directory, 'child'), 'utf8'));
  await until('what it left is gone', () => !isRunning(child));
});

test('a command under way ends with the agent', async () => {
  const directory = place();
  const stop = new AbortController();
  const delivered = commandReceiver('echo begun > begun; sleep 1000', variables, directory).deliver(
    message,
    stop.signal,
  );
  await until('it began', () => existsSync(join(directory, 'begun')));
  stop.abort();
  await expect(delivered).rejects.toThrow('SIGKILL');
});

/** One that ended and is still to be taken note of by its parent is over too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
