import { spawn } from 'node:child_process';
import got from 'got';
import { expect, onTestFinished, test } from 'vitest';
import { createTestNetwork } from '../testing/test-network.ts';

/** Takes and leaves its port all the time, and writes what it receives to stdout. */
const thief = `
  const { createServer } = require('node:net');
  const listen = (port) => {
    const server = createServer((socket) => {
      socket.on('data', (text) => console.log('GOT', String(text)));
      socket.on('error', () => undefined);
      setTimeout(() => socket.destroy(), 50);
    });
    server.on('error', () => setTimeout(listen, 1, port));
    server.listen(port, '127.0.0.1', () => {
      const own = server.address().port;
      if (port === 0) console.log('port', own);
      setTimeout(() => server.close(), 2);
      setTimeout(listen, 4, own);
    });
  };
  listen(0);`;

const isRoot = process.platform === 'linux' && process.geteuid?.() === 0;

test.runIf(isRoot)(
  'another account that takes a port while a connection is made is sent nothing',
  async () => {
    const as = { uid: 65_534, gid: 65_534, env: {}, cwd: '/' };
    const stranger = spawn(process.execPath, ['-e', thief], as);
    onTestFinished(() => void stranger.kill('SIGKILL'));
    let heard = '';
    stranger.stdout.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    await expect.poll(() => heard).toMatch(/^port \d+\n/);
    const port = /\d+/.exec(heard)?.[0];
    const network = createTestNetwork();
    const connections = network.connections();
    onTestFinished(() => connections.close());
    const client = connections.over(got);
    const ask = () =>
      client(`http://127.0.0.1:${port}/`, { headers: { 'x-api-key': 'of-the-user' }, retry: { limit: 0 } });
    for (let time = 0; time < 150; time++) await expect(ask()).rejects.toThrow();
    expect(heard).not.toContain('GOT');
  },
);
