import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from '../support/agent.ts';

// Its end and its start are what is tested.
test.use({ ownProcess: true, ownWindow: true });

test('a page whose agent was started again says so, and the new address leads back', async ({
  connected: sluice,
  agent,
}) => {
  const { page } = sluice;
  await sluice.open('#/folders');
  const before = agent.home;
  await agent.stop();
  await agent.start();
  expect(new URL(agent.home).hostname).not.toBe(new URL(before).hostname);
  // No one touches it: the page itself notices. Its address is nowhere any more.
  await expect(page.getByText('each start has a new one')).toBeVisible();
  await sluice.enter();
  await sluice.open('#/folders');
  await expect(page.getByRole('heading', { name: 'Folders' })).toBeVisible();
});

test('a page whose agent is gone says so and what to do', async ({ connected: sluice, agent }) => {
  const { page } = sluice;
  await agent.stop();
  // Nobody has to ask: the page says that what it shows is from before.
  await expect(page.getByText('Sluice does not answer')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Start it again with `sluice ui` and open the address').first()).toBeVisible();
});

test('a page that stayed open says nothing to a server of somebody else that took the port of its agent', async ({
  connected: sluice,
  agent,
}) => {
  const { page } = sluice;
  const session = await page.evaluate(() => sessionStorage.getItem('sluice-session') ?? '');
  // What Home asks for last. A call that is on its way when the agent ends may reach whoever listens then, so
  // those of the page before the reload do not count.
  let isReloaded = false;
  page.once('framenavigated', () => {
    isReloaded = true;
  });
  const answered = ['connectors.list', 'uploads.list', 'quotas.show'].map((name) =>
    page.waitForEvent('requestfinished', (request) => isReloaded && request.url().endsWith(`/call/${name}`)),
  );
  await page.reload();
  await Promise.all(answered);
  await agent.stop();
  const seen: { readonly url: string; readonly text: string }[] = [];
  const other = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    seen.push({ url: request.url ?? '', text: JSON.stringify(request.headers) + body });
    response.setHeader(
      'content-type',
      request.url?.endsWith('/events') ? 'text/event-stream' : 'application/json',
    );
    response.end(JSON.stringify({ ok: true, value: { proof: 'x' } }));
  });
  const { hostname, port, pathname } = new URL(agent.home);
  other.listen(Number(port), hostname);
  await once(other, 'listening');
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  // Code of other pages it may ask for, as its own agent names it; what comes is not run (page-code.spec).
  const urls = seen.map(({ url }) => url).filter((url) => !url.startsWith(`${pathname}assets/`));
  expect([...new Set(urls)]).toEqual([`${pathname}proof`]);
  expect(seen.map(({ text }) => text).join()).not.toContain(session);
  other.closeAllConnections();
  other.close();
});
