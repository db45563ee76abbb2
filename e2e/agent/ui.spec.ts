import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../support/agent.ts';
import { journey } from '../support/journey.ts';

// As a person starts it.
test.use({ ownProcess: true, ownWindow: true });

test(
  'the printed address opens the pages in a real browser, under their policy, and works once',
  journey,
  async ({ agent, page, browser }) => {
    const trouble: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text());
    });
    page.on('pageerror', (error) => trouble.push(error.message));
    await page.goto(agent.address);
    await page.waitForURL(/\/#\/welcome$/);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(trouble).toEqual([]);

    const stranger = await browser.newContext();
    const other = await stranger.newPage();
    await other.goto(agent.address);
    await expect(other.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await expect(other.locator('body')).toContainText('Each address works once');
    await stranger.close();
    await page.reload();
    await page.waitForURL(/\/#\/welcome$/);
  },
);

test('a server on another port of this machine is sent nothing that signs in, whatever leads there', async ({
  agent,
  page,
}) => {
  const seen: string[] = [];
  const other = createServer((request, response) => {
    seen.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.end('<title>Other</title>');
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  await page.goto(agent.address);
  await page.waitForURL(/#\/welcome$/);
  const session = await page.evaluate(() => sessionStorage.getItem('sluice-session'));
  expect(session).toMatch(/^[\w-]{43}$/);
  await page.goto(elsewhere);
  expect(await page.evaluate(() => [document.cookie, sessionStorage.length])).toEqual(['', 0]);
  expect(seen.join()).not.toContain(session);
  // What it could replay is nothing, and the person's own page is where it was.
  await page.goBack();
  await page.waitForURL(/#\/welcome$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  other.close();
});

test('a link opened in a new tab is signed in by the tab beside it; a reload stays; signing out ends both', async ({
  connected: sluice,
  context,
}) => {
  const { page } = sluice;
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(new URL('#/folders', page.url()).href);
  await expect(tab.getByRole('heading', { name: 'Folders' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  for (const one of [page, tab]) {
    await expect(one.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
});

test('a page of another site can neither read nor call', async ({ agent, page, context }) => {
  await page.goto(agent.address);
  await page.waitForURL(/#\/welcome$/);
  const { home } = agent;
  const foreign = await context.newPage();
  await foreign.route('http://foreign.example/', (route) =>
    route.fulfill({ body: '<title>Foreign</title>' }),
  );
  await foreign.goto('http://foreign.example/');
  const tried = await foreign.evaluate(async (target) => {
    const attempt = (options: RequestInit) =>
      fetch(`${target}call/agent.pause`, { credentials: 'include', ...options }).then(
        (answer) => `${answer.type} ${answer.status}`,
        () => 'blocked',
      );
    const body = '{}';
    return [
      await attempt({ method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      await attempt({ method: 'POST', mode: 'no-cors', body }),
      await attempt({}),
    ];
  }, home);
  expect(tried).toEqual(['blocked', 'blocked', 'blocked']);
  const status = await page.evaluate(async () => {
    const session = sessionStorage.getItem('sluice-session') ?? '';
    const headers = { 'content-type': 'application/json', 'x-sluice-session': session };
    const answer = await fetch('call/agent.status', { method: 'POST', headers, body: '{}' });
    return answer.json();
  });
  expect(status).toMatchObject({ ok: true, value: { paused: false } });
});
