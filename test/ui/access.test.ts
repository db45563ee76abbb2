import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePrivateFolder } from '#core/data-folder/private-folder.ts';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { askRunningAgent } from '../../src/cli/ui/owner-line.ts';
import { until } from '../support/until.ts';
import { type Agent, startAgent } from './support/agent.ts';
import { ask, begin, enter, homeOf, type Page, signIn } from './support/page.ts';

const addressOf = (agent: Agent) => agent.addresses().at(-1) as string;
const ownHome = (agent: Agent) => homeOf(addressOf(agent));
const originOf = (agent: Agent) => new URL(addressOf(agent)).origin;
/** A connection to the agent, on which nothing was sent. */
const connectTo = (agent: Agent) => {
  const { hostname, port } = new URL(addressOf(agent));
  return connect(Number(port), hostname);
};

test('the printed address signs in once, for a session that no browser sends by itself', async () => {
  const agent = await startAgent();
  const url = new URL(addressOf(agent));
  // What stands behind the # stays in the browser, so no server, log or proxy ever sees the token.
  expect(url.hostname).toMatch(/^127\./);
  expect([url.pathname, url.search]).toEqual([expect.stringMatching(/^\/[\w-]{22}\/sign-in$/), '']);
  const first = await signIn(url.href);
  expect(first.status).toBe(200);
  expect(first.json().value).toEqual({
    session: expect.stringMatching(/^[\w-]{43}$/),
    proof: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(first.text).not.toContain(url.hash.slice('#token='.length));

  const second = await signIn(url.href);
  expect(second.status).toBe(401);
  const { session } = first.json().value as { session: string };
  const call = { method: 'POST', body: '{}' };
  const headers = { origin: url.origin, 'content-type': 'application/json' };
  const answers = [first, second, await ask(ownHome(agent), '/')];
  for (const [more, status] of [
    [{ 'x-sluice-session': session }, 200],
    [{ cookie: `sluice=${session}; sluice-${url.port}=${session}; x-sluice-session=${session}` }, 401],
    [{ authorization: `Bearer ${session}` }, 401],
  ] as const) {
    const answer = await ask(ownHome(agent), '/call/agent.status', {
      ...call,
      headers: { ...headers, ...more },
    });
    expect([more, answer.status]).toEqual([more, status]);
    answers.push(answer);
  }
  // Cookies ignore ports: another server on this machine would be sent them. There are none.
  expect(answers.map((answer) => answer.headers['set-cookie'])).toEqual(answers.map(() => undefined));
});

test('no connection is used for a second request: on such a one a browser would send a call twice', async () => {
  const agent = await startAgent();
  const page = await enter(addressOf(agent));
  const answers = [
    await ask(ownHome(agent), '/'),
    await page.call('agent.status'),
    await page.call('nothing'),
  ];
  expect(answers.map(({ headers }) => headers.connection)).toEqual(['close', 'close', 'close']);
});

test('an address that is opened again brings a new one, in the terminal only', async () => {
  const agent = await startAgent();
  const first = addressOf(agent);
  await enter(first);
  const answer = await signIn(first);
  await expect.poll(agent.addresses).toHaveLength(2);
  const [, second = ''] = agent.addresses();
  expect(second).not.toBe(first);
  expect(answer.text).not.toContain(new URL(second).hash.slice('#token='.length));
  expect((await (await enter(second)).call('agent.status')).status).toBe(200);
  await signIn(`${new URL(first).origin}/sign-in#token=guessed`);
  expect(agent.addresses()).toHaveLength(2);
});

test('signing out ends a session and its stream; the owner of the data folder ends them all', async () => {
  const agent = await startAgent();
  const page = await enter(addressOf(agent));
  const stream = await openStream(page);
  expect((await ask(page.home, '/session', { method: 'DELETE', headers: page.own })).status).toBe(200);
  await stream.ended;
  expect((await page.call('agent.status')).status).toBe(401);

  const address = await askRunningAgent(agent.dataDirectory, 'address');
  const second = await enter(address);
  const other = await openStream(second);
  await askRunningAgent(agent.dataDirectory, 'sign-out');
  await other.ended;
  expect((await second.call('agent.status')).status).toBe(401);

  const stranger = {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: page.origin },
    body: JSON.stringify({ nonce: 'n'.repeat(43), proof: 'guessed' }),
  };
  expect((await ask(page.home, '/owner/address', stranger)).status).toBe(401);
  expect(statSync(join(agent.dataDirectory, 'ui.json')).mode & 0o077).toBe(0);
  await agent.stop();
  await expect(askRunningAgent(agent.dataDirectory, 'address')).rejects.toMatchObject({ code: 'NOT_HERE' });
});

test('signing out withdraws downloads that were not fetched yet', async () => {
  const agent = await startAgent();
  const promised = async (page: Page) => {
    const answer = await page.call('host.saveFile', { what: 'uploads', format: 'csv' });
    return `/${(answer.json().value as { address: string }).address}`;
  };
  const page = await enter(addressOf(agent));
  expect((await ask(page.home, await promised(page))).status).toBe(200);
  const left = await promised(page);
  await ask(page.home, '/session', { method: 'DELETE', headers: page.own });
  expect((await ask(page.home, left)).status).toBe(404);

  const second = await enter(await askRunningAgent(agent.dataDirectory, 'address'));
  const alsoLeft = await promised(second);
  await askRunningAgent(agent.dataDirectory, 'sign-out');
  expect((await ask(second.home, alsoLeft)).status).toBe(404);
});

test.runIf(process.platform !== 'win32')(
  'what the pages need in the data folder is of Sluice: a folder that stands open with it is told, and closed',
  async () => {
    const agent = await startAgent();
    const page = await enter(addressOf(agent));
    chmodSync(agent.dataDirectory, 0o755);
    expect((await page.call('agent.doctor')).text).toContain('DATA_FOLDER_OPEN');
    expect(makePrivateFolder(agent.dataDirectory)).toEqual([]);
    expect(statSync(agent.dataDirectory).mode & 0o077).toBe(0);
  },
);

test('the agent proves to a page who it is, without being told the session; one that took its port cannot', async () => {
  const agent = await startAgent();
  const { session, proof } = (await signIn(addressOf(agent))).json().value as Record<string, string>;
  const who = createHash('sha256')
    .update(session ?? '')
    .digest('base64url');
  const nonce = randomBytes(32).toString('base64url');
  const headers = { origin: originOf(agent), 'content-type': 'application/json' };
  const asked = await ask(ownHome(agent), '/proof', {
    method: 'POST',
    headers,
    body: JSON.stringify({ who, nonce }),
  });
  const key = Buffer.from(proof ?? '', 'base64url');
  expect([asked.status, asked.json().value]).toEqual([
    200,
    { proof: createHmac('sha256', key).update(nonce).digest('base64url') },
  ]);
});

test('connections that never ask anything are closed', async () => {
  const agent = await startAgent(undefined, {}, { headers: 2_000, look: 50, connections: 20 });
  const { host, pathname } = new URL(ownHome(agent));
  const starts = [
    '',
    'GET / HT',
    `POST ${pathname}/session HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  ];
  const sockets = Array.from({ length: 40 }, (_, index) => {
    const socket = connectTo(agent);
    socket.on('error', () => undefined);
    socket.resume();
    socket.write(starts[index % starts.length] ?? '');
    return socket;
  });
  await Promise.all(sockets.map((socket) => new Promise((closed) => socket.once('close', closed))));
  const page = await enter(addressOf(agent));
  expect((await page.call('agent.status')).status).toBe(200);
});

test('who opens connections without end shuts nobody out: the oldest of strangers are closed, none of a session', async () => {
  const agent = await startAgent(undefined, {}, { connections: 20 });
  const page = await enter(addressOf(agent));
  const stream = await openStream(page);
  let isStreamOver = false;
  void stream.ended.then(() => {
    isStreamOver = true;
  });
  const sockets = Array.from({ length: 60 }, () => connectTo(agent));
  for (const socket of sockets) socket.on('error', () => undefined).resume();
  const closed = () => sockets.filter((socket) => socket.closed).length;
  await until('all but twenty are closed', () => closed() >= 40);
  expect((await page.call('agent.status', {})).status).toBe(200);
  expect((await ask(page.home, '/')).status).toBe(200);
  expect(isStreamOver).toBe(false);
  for (const socket of sockets) socket.destroy();
});

const anyPost = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };

test.each([
  ['/events', {}],
  ['/annotated/0123456789ABCDEF0123456789ABCDEF', {}],
  ['/original/0123456789ABCDEF0123456789ABCDEF', {}],
  ['/events', { headers: { 'x-sluice-session': 'guessed' } }],
  ['/session', { method: 'DELETE' }],
  [
    '/session',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"token":"guessed"}' },
  ],
  ['/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"token":1}' }],
  [
    '/proof',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ who: 'guessed', nonce: 'n'.repeat(40) }),
    },
  ],
  ['/vouch', anyPost],
  ['/owner/address', anyPost],
  ['/owner/sign-out', anyPost],
  ['/call/agent.status', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
  ['/inbox/a.txt', { method: 'PUT', body: 'a' }],
])('without a session %s is refused', async (path, request) => {
  const agent = await startAgent();
  const origin = { origin: originOf(agent) };
  const headers = { ...origin, ...(request as { headers?: Record<string, string> }).headers };
  const answer = await ask(ownHome(agent), path, { ...request, headers });
  expect(answer.status).toBe(401);
  expect(answer.text).toContain('Open the address');
});

test('names that do not belong to this machine, and pages of others, are refused before anything else', async () => {
  const agent = await startAgent();
  const { home, own, session } = await enter(addressOf(agent));
  const { hostname, port } = new URL(home);
  const call = (headers: Record<string, string>) =>
    ask(home, '/call/agent.status', {
      method: 'POST',
      headers: { ...own, 'content-type': 'application/json', ...headers },
      body: '{}',
    });
  expect((await call({})).status).toBe(200);
  const refused: Record<string, string>[] = [
    { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
    // `localhost` may be ::1, where the same port may be another user's.
    { host: `localhost:${port}`, origin: `http://localhost:${port}` },
    { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` },
    { host: hostname, origin: `http://${hostname}` },
    { host: `${hostname}.evil.example:${port}` },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://${hostname}:1` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of refused) expect([headers, (await call(headers)).status]).toEqual([headers, 403]);
  const noOrigin = { 'x-sluice-session': session, 'content-type': 'application/json' };
  const bare = await ask(home, '/call/agent.status', { method: 'POST', headers: noOrigin, body: '{}' });
  expect(bare.status).toBe(403);
  const rebound = await ask(home, '/', { headers: { host: 'evil.example' } });
  expect(rebound.status).toBe(403);
  const embedded = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
  expect((await ask(home, '/assets/a-1.js', { headers: embedded })).status).toBe(403);
  const framed = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'iframe',
  };
  expect((await ask(home, '/', { headers: framed })).status).toBe(403);
  // Asked for leave to send our header, we give none.
  const preflight = { origin: 'https://evil.example', 'access-control-request-headers': 'x-sluice-session' };
  const leave = await ask(home, '/call/agent.status', { method: 'OPTIONS', headers: preflight });
  expect([leave.status, leave.headers['access-control-allow-origin']]).toEqual([403, undefined]);
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
  const odd = await ask(page.home, '/', {
    method: 'DELETE',
    headers: page.own,
  });
  expect(odd.status).toBe(405);
});

test('a second start with the same data folder is refused, in words', async () => {
  const agent = await startAgent();
  const error = await startAgent(agent.directory).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'LEDGER_BUSY', message: expect.stringContaining('Another agent') });
});

/** Opens the page's stream of events. */
async function openStream({ home, own }: Page): Promise<{ ended: Promise<unknown> }> {
  const sent = begin(home, '/events', { headers: own });
  sent.end();
  const [response] = await once(sent, 'response');
  response.resume();
  return { ended: once(response, 'close') };
}
