import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Launched, test } from '../support/app.ts';

/** Says what the system answers where it is asked for the proxy of an address. */
const systemSays = ({ app }: Launched, list: string) =>
  app.evaluate(({ session }, given) => {
    session.defaultSession.resolveProxy = async () => given;
  }, list);

/** A proxy that wants what Sluice cannot do. */
async function startProxy() {
  const asked: string[] = [];
  const server = createServer();
  server.on('connect', (request, socket) => {
    asked.push(`${request.url}`);
    const refusal = ['HTTP/1.1 407 No', 'Proxy-Authenticate: NTLM', 'Proxy-Authenticate: Negotiate'];
    socket.end(`${refusal.join('\r\n')}\r\n\r\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { asked, port: (server.address() as AddressInfo).port, close: () => server.close() };
}

test('O10: the proxy of the system is taken, in its order, and one that wants NTLM is named', async ({
  launch,
}) => {
  const proxy = await startProxy();
  const app = await launch();
  await systemSays(app, `PROXY 127.0.0.1:1; PROXY 127.0.0.1:${proxy.port}`);
  const profile = { name: 'Far', baseUrl: 'https://service.test' };
  const { id } = await app.value<{ id: string }>('profiles.save', { profile });
  await app.value('profiles.use', { profileId: id });
  const { checks } = await app.value<{ checks: { name: string; code?: string; message: string }[] }>(
    'key.test',
    { profileId: id },
  );
  expect(checks.find(({ name }) => name === 'proxy')).toMatchObject({
    code: 'PROXY_LOGIN_UNSUPPORTED',
    message: expect.stringContaining(`127.0.0.1:${proxy.port}: NTLM, Negotiate`),
  });
  expect(new Set(proxy.asked)).toEqual(new Set(['service.test:443']));
  expect(await app.value('network.show')).toMatchObject({
    route: { from: 'system', ways: [`127.0.0.1:${proxy.port}`, '127.0.0.1:1'] },
  });
  await app.quit();
  proxy.close();
});
