import { expect, test } from '../support/agent.ts';

test('the printed address opens the pages in a real browser, under their policy, and works once', async ({
  agent,
  page,
  browser,
}) => {
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
  await expect(other.locator('body')).toContainText('It works once');
  await stranger.close();
  await page.reload();
  await expect(page.getByRole('heading').first()).toBeVisible();
});

test('a page of another site can neither read nor call', async ({ agent, page, context }) => {
  await page.goto(agent.address);
  await page.waitForURL(/#\/welcome$/);
  const { origin } = agent;
  const foreign = await context.newPage();
  await foreign.route('http://foreign.example/', (route) =>
    route.fulfill({ body: '<title>Foreign</title>' }),
  );
  await foreign.goto('http://foreign.example/');
  const tried = await foreign.evaluate(async (target) => {
    const attempt = (options: RequestInit) =>
      fetch(`${target}/call/agent.pause`, { credentials: 'include', ...options }).then(
        (answer) => `${answer.type} ${answer.status}`,
        () => 'blocked',
      );
    const body = '{}';
    return [
      await attempt({ method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      await attempt({ method: 'POST', mode: 'no-cors', body }),
      await attempt({}),
    ];
  }, origin);
  expect(tried).toEqual(['blocked', 'blocked', 'blocked']);
  const status = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/call/agent.status', { method: 'POST', headers, body: '{}' });
    return answer.json();
  });
  expect(status).toMatchObject({ ok: true, value: { paused: false } });
});
