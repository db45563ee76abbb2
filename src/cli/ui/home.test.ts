import { createServer, type IncomingMessage, Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listenAtHome } from './home.ts';

async function home(server = createServer(), host?: string) {
  onTestFinished(() => void server.close());
  return listenAtHome(server, 0, host);
}

const requestTo = (url: string) => ({ url, method: 'GET', headers: {} }) as IncomingMessage;

test('each start listens at a loopback address and below a path that no one can know before', async () => {
  const homes = await Promise.all([home(), home(), home()]);
  expect(new Set(homes.map(({ address }) => new URL(address).pathname)).size).toBe(3);
  for (const { address, host, port } of homes) {
    expect(address).toMatch(/^http:\/\/127\.\d+\.\d+\.\d+:\d+\/[\w-]{22}\/$/);
    expect(new URL(address).host).toBe(`${host}:${port}`);
  }
  if (process.platform === 'darwin') return;
  expect(new Set(homes.map(({ host }) => host)).size).toBe(3);
});

test('where the system has one loopback address only, that one is used', async () => {
  class OneAddress extends Server {
    override listen(...args: unknown[]): this {
      if (args[1] === '127.0.0.1') return super.listen(0, '127.0.0.1');
      queueMicrotask(() => this.emit('error', Object.assign(new Error(), { code: 'EADDRNOTAVAIL' })));
      return this;
    }
  }
  expect((await home(new OneAddress())).host).toBe('127.0.0.1');
  await expect(home(new OneAddress(), '127.9.9.9')).rejects.toMatchObject({ code: 'USAGE' });
});

test('a path is one of ours only below the home', async () => {
  const { address, pathOf } = await home(createServer(), '127.0.0.1');
  const { pathname } = new URL(address);
  const below = ['/', '/call/x', '/inbox/../x', '//etc/passwd'].map((path) =>
    pathOf(requestTo(`${pathname.slice(0, -1)}${path}?query`)),
  );
  expect(below).toEqual(['/', '/call/x', '/inbox/../x', '//etc/passwd']);
  const elsewhere = [
    '',
    '/',
    '/sign-in',
    '//',
    pathname.slice(0, -1),
    `/x${pathname}`,
    `/${'A'.repeat(22)}/`,
    address,
  ];
  expect(elsewhere.map((url) => pathOf(requestTo(url)))).toEqual(elsewhere.map(() => null));
});
