import { expect, test, vi } from 'vitest';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { type Agent, startAgent } from './support/agent.ts';
import { ask, enter } from './support/page.ts';

const addressOf = (agent: Agent) => agent.addresses().at(-1) as string;
const portOf = (agent: Agent) => Number(new URL(addressOf(agent)).port);

test('the printed address signs in once, with a cookie no script and no foreign page can use', async () => {
  const agent = await startAgent();
  const url = new URL(addressOf(agent));
  expect(url.hostname).toBe('127.0.0.1');
  const first = await ask(portOf(agent), `/${url.search}`);
  expect(first.status).toBe(200);
  const [cookie = ''] = first.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^sluice-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain(url.searchParams.get('token'));

  const second = await ask(portOf(agent), `/${url.search}`);
  expect(second.status).toBe(401);
  expect(second.headers['set-cookie']).toBeUndefined();
  const page = await ask(portOf(agent), '/', { headers: { cookie: cookie.split(';')[0] ?? '' } });
  expect(page.status).toBe(200);
});

test('a person without a session gets a page that says what to do, under a policy of its own', async () => {
  const agent = await startAgent();
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };
  const page = await ask(portOf(agent), '/', {
    headers: { ...headers, 'accept-language': 'de-DE,en;q=0.5' },
  });
  expect(page.status).toBe(401);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('Öffnen Sie die Adresse');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  expect((await ask(portOf(agent), '/', { headers })).text).toContain('You are signed out');
});

test('an address that is opened again brings a new one, in the terminal only', async () => {
  const agent = await startAgent();
  const first = addressOf(agent);
  await enter(first);
  const answer = await ask(portOf(agent), `/${new URL(first).search}`);
  await vi.waitUntil(() => agent.addresses().length === 2);
  const [, second = ''] = agent.addresses();
  expect(second).not.toBe(first);
  expect(answer.text).not.toContain(new URL(second).searchParams.get('token'));
  expect((await (await enter(second)).get('/')).status).toBe(200);
  await ask(portOf(agent), '/?token=guessed');
  expect(agent.addresses()).toHaveLength(2);
});

test.each([
  ['/', {}],
  ['/agent.html', {}],
  ['/assets/a-1.js', {}],
  ['/events', {}],
  ['/?token=', {}],
  ['/?token=wrong', {}],
  ['/', { headers: { cookie: 'sluice=x; sluice-1=y' } }],
  ['/call/agent.status', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
  ['/inbox/a.txt', { method: 'PUT', body: 'a' }],
])('without a session %s is refused', async (path, request) => {
  const agent = await startAgent();
  const port = portOf(agent);
  const origin = { origin: `http://127.0.0.1:${port}` };
  const headers = { ...origin, ...(request as { headers?: Record<string, string> }).headers };
  const answer = await ask(port, path, { ...request, headers });
  expect(answer.status).toBe(401);
  expect(answer.text).toContain('Open the address');
});

test('names that do not belong to this machine, and pages of others, are refused before anything else', async () => {
  const agent = await startAgent();
  const page = await enter(addressOf(agent));
  const { port, cookie } = page;
  const own = `http://127.0.0.1:${port}`;
  const call = (headers: Record<string, string>) =>
    ask(port, '/call/agent.status', {
      method: 'POST',
      headers: { cookie, origin: own, 'content-type': 'application/json', ...headers },
      body: '{}',
    });
  expect((await call({})).status).toBe(200);
  expect((await call({ host: `localhost:${port}`, origin: `http://localhost:${port}` })).status).toBe(200);
  const refused: Record<string, string>[] = [
    { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
    { host: '127.0.0.1', origin: 'http://127.0.0.1' },
    { host: `127.0.0.1.evil.example:${port}` },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of refused) expect([headers, (await call(headers)).status]).toEqual([headers, 403]);
  const noOrigin = { cookie, 'content-type': 'application/json' };
  const bare = await ask(port, '/call/agent.status', { method: 'POST', headers: noOrigin, body: '{}' });
  expect(bare.status).toBe(403);
  const rebound = await ask(port, `/${new URL(addressOf(agent)).search}`, {
    headers: { host: 'evil.example' },
  });
  expect(rebound.status).toBe(403);
  const embedded = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
  expect((await ask(port, '/assets/a-1.js', { headers: embedded })).status).toBe(403);
  const framed = {
    cookie,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'iframe',
  };
  expect((await ask(port, '/', { headers: framed })).status).toBe(403);
});

test('pages are served with a strict policy of their own and nothing outside their folder', async () => {
  const agent = await startAgent();
  const page = await enter(addressOf(agent));
  const first = await page.get('/');
  const policy = String(first.headers['content-security-policy']);
  expect(policy).toBe(`${contentSecurityPolicy}; frame-ancestors 'none'`);
  expect(policy).not.toMatch(/unsafe|\*|http/);
  expect(first.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'content-type': 'text/html; charset=utf-8',
  });
  expect(first.headers['access-control-allow-origin']).toBeUndefined();
  expect((await page.get('/assets/a-1.js')).headers['content-type']).toBe('text/javascript; charset=utf-8');
  for (const path of [
    '/../data/settings.json',
    '/..%2fdata%2fsettings.json',
    '/assets/..%2f..%2fdata/settings.json',
    '//etc/passwd',
    '/notes.unknown',
    '/missing.js',
    '/%',
    '/%00.html',
  ]) {
    expect([path, (await page.get(path)).status]).toEqual([path, 404]);
  }
  const odd = await ask(page.port, '/', {
    method: 'DELETE',
    headers: { cookie: page.cookie, origin: `http://127.0.0.1:${page.port}` },
  });
  expect(odd.status).toBe(405);
});

test('a second start with the same data folder is refused, in words', async () => {
  const agent = await startAgent();
  const error = await startAgent(agent.directory).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'LEDGER_BUSY', message: expect.stringContaining('Another agent') });
});
