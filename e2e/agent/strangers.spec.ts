import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../support/agent.ts';
import { RunningAgent } from '../support/running-agent.ts';

// Servers of another account, before the agent and after it.
test.use({ ownProcess: true, ownWindow: true });

/** What a stranger's page takes when it is opened in place of ours. */
const strangersPage = `<!doctype html><title>Stranger</title><h1>Stranger</h1><script>
  navigator.serviceWorker.register('/worker.js', { scope: '/' });
</script>`;
const strangersWorker = `
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    const headers = { 'content-type': 'text/html' };
    event.respondWith(new Response('<h1>Stranger</h1>', { headers }));
  });`;

/** Answers on a port of the usual loopback address, or where an agent was. */
async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  port = 0,
  host = '127.0.0.1',
): Promise<{ server: Server; port: number; close(): Promise<void> }> {
  const server = createServer(answer);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

for (const left of ['a cached page', 'a service worker'] as const) {
  test(`${left} that another server left for the port is not shown in place of ours`, async ({
    page,
    place,
  }) => {
    const stranger = await listen((request, response) => {
      const isWorker = request.url === '/worker.js';
      const kept = left === 'a cached page' ? { 'cache-control': 'max-age=31536000' } : {};
      response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html', ...kept });
      if (isWorker) response.end(strangersWorker);
      else response.end(left === 'a cached page' ? '<h1>Stranger</h1>' : strangersPage);
    });
    await page.goto(`http://127.0.0.1:${stranger.port}/sign-in`);
    if (left === 'a service worker') {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    }
    await page.goto('about:blank');
    await stranger.close();

    const agent = new RunningAgent(place, { ownProcess: true, port: stranger.port });
    await agent.start();
    expect(Number(new URL(agent.address).port)).toBe(stranger.port);
    await page.goto(agent.address);
    await expect(page.getByRole('button', { name: 'Try it now' })).toBeVisible();
    await agent.stop();
  });
}

test('a page of the server that took the port of the agent is handed nothing by a tab that stayed open', async ({
  connected: { page },
  agent,
  context,
}) => {
  const key = await page.evaluate(() => sessionStorage.getItem('sluice-proof') ?? '');
  expect(key).toMatch(/^[\w-]{43}$/);
  const home = new URL(agent.home);
  await agent.stop('SIGKILL');
  // What a page asks before it can know that its agent ended goes to whoever has the port.
  await expect(page.getByText('Sluice does not answer')).toBeVisible();
  const seen: string[] = [];
  let isAsked = false;
  const stranger = await listen(
    async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      seen.push(`${request.url} ${body}`);
      // Until it was asked, our tab cannot know that another server answers.
      const isTooEarly = request.url?.endsWith('/proof') === true && !isAsked;
      response.writeHead(isTooEarly ? 503 : 200, { 'content-type': 'text/html' });
      response.end('<h1>Stranger</h1>');
    },
    Number(home.port),
    home.hostname,
  );
  // Any web page can lead the browser there.
  const tab = await context.newPage();
  await tab.goto(home.href);
  await expect(tab.getByRole('heading')).toHaveText('Stranger');
  const names = ['sluice-session', `sluice-session ${home.pathname}`];
  const heard = await tab.evaluateHandle((all) => {
    const heardHere: unknown[] = [];
    for (const name of all) {
      const channel = new BroadcastChannel(name);
      channel.addEventListener('message', ({ data }) => heardHere.push(data));
      channel.postMessage('ask');
      channel.postMessage({ asks: 'a'.repeat(43) });
    }
    return heardHere;
  }, names);
  isAsked = true;
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  // Whatever our tab has said came before this.
  await page.evaluate((all) => {
    for (const name of all) new BroadcastChannel(name).postMessage('last');
  }, names);
  await expect.poll(() => heard.evaluate((all) => all.filter((one) => one === 'last').length)).toBe(2);
  expect(await heard.jsonValue()).toEqual(['last', 'last']);
  // The stranger's page asks for its icon, and ours for code of other pages.
  const urls = seen.map((one) => one.split(' ')[0] ?? '').filter((url) => !/icon|\/assets\//.test(url));
  expect([...new Set(urls)].sort()).toEqual([home.pathname, `${home.pathname}proof`]);
  expect(seen.join()).not.toContain(key);
  await stranger.close();
});
