import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { askRunningAgent } from '../../src/cli/ui/owner-line.ts';
import { until } from '../support/until.ts';
import { type Agent, place, startAgent } from './support/agent.ts';
import { ask, enter, homeOf, signIn } from './support/page.ts';

const homeOfAgent = (agent: Agent) => homeOf(agent.addresses().at(-1) as string);

test('whoever does not know the home is answered nothing, whatever they ask for', async () => {
  const agent = await startAgent();
  const home = homeOfAgent(agent);
  const { origin, pathname } = new URL(home);
  const headers = { origin, 'content-type': 'application/json' };
  for (const path of [
    '/',
    '/sign-in',
    '/agent.html',
    '/assets/a-1.js',
    '/session',
    '/proof',
    pathname,
    '/x/proof',
  ]) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await ask(origin, path, { method, headers });
      expect([path, method, answer.status, answer.text]).toEqual([path, method, 404, '']);
    }
  }
  expect((await ask(home, '/')).status).toBe(200);
});

/** Asks for a page in a process of this account, or of another one; the status, or that the agent hung up. */
async function askAs(account: number | undefined, url: string): Promise<string> {
  const program = `fetch(${JSON.stringify(url)}).then(({ status }) => console.log(status), ({ cause }) => console.log(cause?.code ?? cause));`;
  const as = account === undefined ? {} : { uid: account, gid: account };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], {
    cwd: '/',
    env: {},
    ...as,
  });
  return stdout.trim();
}

const isRoot = process.platform === 'linux' && process.geteuid?.() === 0;

test.runIf(process.platform === 'linux')(
  'another account of the machine is refused, whatever it knows',
  async () => {
    const agent = await startAgent();
    const home = `${homeOfAgent(agent)}/`;
    expect(await askAs(undefined, home)).toBe('200');
    if (!isRoot) {
      console.warn('Not run as root: that another account is refused was NOT tested.');
      return;
    }
    // The account "nobody" of every Linux.
    for (let asked = 0; asked < 2; asked++) {
      expect(await askAs(65_534, home)).toMatch(/^(?:UND_ERR_SOCKET|ECONNRESET)$/);
    }
    expect(await askAs(undefined, home)).toBe('200');
    // The user reads why, once.
    expect(agent.written().match(/^\{"time.*another account/gm)).toHaveLength(1);
  },
);

/** A server that took the place of an agent which was killed. */
async function takePlace(agent: Agent, answer: (server: Server) => void): Promise<void> {
  const file = join(agent.dataDirectory, 'ui.json');
  const left = readFileSync(file);
  const { hostname, port } = new URL(homeOfAgent(agent));
  await agent.stop();
  writeFileSync(file, left, { mode: 0o600 });
  const server = createServer();
  answer(server);
  await new Promise<void>((listening) => server.listen(Number(port), hostname, listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
}

const token = 'T'.repeat(43);
test.each([
  ['an address', () => 'http://127.0.0.1:6666/sign-in#token=of-the-attacker'],
  ['a reply without a proof', () => JSON.stringify({ token })],
  ['its own proof', () => JSON.stringify({ token, proof: 'p'.repeat(43) })],
  ['what it was asked', (body: string) => JSON.stringify({ token, ...JSON.parse(body) })],
])(
  'a server that took the place of a killed agent and answers with %s is not believed',
  async (_, answer) => {
    const agent = await startAgent();
    const { secret } = JSON.parse(readFileSync(join(agent.dataDirectory, 'ui.json'), 'utf8'));
    const seen: string[] = [];
    await takePlace(agent, (server) =>
      server.on('request', async (request, response) => {
        let body = '';
        for await (const part of request) body += String(part);
        seen.push(JSON.stringify(request.headers) + body);
        response.setHeader('content-type', 'application/json');
        response.end(answer(body));
      }),
    );
    for (const command of ['address', 'sign-out'] as const) {
      await expect(askRunningAgent(agent.dataDirectory, command)).rejects.toMatchObject({ code: 'NOT_HERE' });
    }
    expect(seen).toHaveLength(2);
    expect(seen.join()).not.toContain(secret);
  },
);

test('what is left in the data folder of a killed agent harms nothing, whatever is in it', async () => {
  const agent = await startAgent();
  await agent.stop();
  for (const text of ['', '{}', '{"port":1,"secret":"s"}', '{"home":"file:///etc/","secret":"s"}']) {
    writeFileSync(join(agent.dataDirectory, 'ui.json'), text, { mode: 0o600 });
    await expect(askRunningAgent(agent.dataDirectory, 'address')).rejects.toMatchObject({ code: 'NOT_HERE' });
  }
});

test('a tab is vouched for by one with a session, and has its own; signing out ends both', async () => {
  const agent = await startAgent();
  const page = await enter(agent.addresses()[0] as string);
  const digest = createHash('sha256').update('of-a-new-tab').digest('base64url');
  expect((await page.post('/vouch', { digest: 'short' })).status).toBe(400);
  expect((await page.post('/vouch', { digest })).status).toBe(200);
  const tab = (await signIn(`${page.home}/sign-in#token=of-a-new-tab`)).json().value as Record<
    string,
    string
  >;
  expect(tab.session).not.toBe(page.session);
  const headers = { ...page.own, 'x-sluice-session': tab.session ?? '' };
  const call = () =>
    ask(page.home, '/call/agent.status', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
  expect((await call()).status).toBe(200);
  await ask(page.home, '/session', { method: 'DELETE', headers: page.own });
  expect((await call()).status).toBe(401);
});

/** Notes on its stdout what it is asked, and gives no answer that means something. */
const thief = (port: string) => `
  const server = require('node:http').createServer(({ method, url }, answer) => {
    console.log(method, url);
    answer.end('{}');
  });
  server.listen(${port}, () => console.log('listens'));`;

test.runIf(isRoot)(
  'another account that took the port of a service which has ended gets neither key nor document',
  async () => {
    const directory = place();
    const agent = await startAgent(directory);
    const page = await enter(agent.addresses().at(-1) as string);
    expect((await page.call('host.startSandbox')).json().ok).toBe(true);
    await agent.stop();
    const settings = JSON.parse(readFileSync(join(agent.dataDirectory, 'settings.json'), 'utf8'));
    const { port } = new URL(settings.profiles[0].baseUrl);
    const as = { uid: 65_534, gid: 65_534, env: {}, cwd: '/' };
    const stranger = spawn(process.execPath, ['-e', thief(port)], as);
    onTestFinished(() => void stranger.kill('SIGKILL'));
    let asked = '';
    stranger.stdout.setEncoding('utf8').on('data', (text: string) => {
      asked += text;
    });
    await until('the stranger', () => asked.includes('listens'));

    const own = join(directory, 'own.txt');
    writeFileSync(own, 'of nobody else');
    const run = (args: readonly string[], more: Record<string, string> = {}) =>
      promisify(execFile)(process.execPath, ['bin/sluice.js', ...args], {
        env: { PATH: process.env.PATH, ...more },
      }).catch((error: { stdout: string }) => error);
    await run(['upload', own, '--max-wait', '3s', '--data-dir', agent.dataDirectory]);
    const ofSandbox = await run(['doctor', '--data-dir', agent.dataDirectory]);
    expect(ofSandbox.stdout).toContain(`another account of this machine answers at 127.0.0.1:${port}`);
    // So it is with any service of this machine.
    for (const host of ['localhost', '[::1]']) {
      const service = { SLUICE_BASE_URL: `http://${host}:${port}`, SLUICE_API_KEY: 'of-the-user' };
      const data = join(directory, `data-${host.length}`);
      const ofService = await run(['doctor', '--data-dir', data], service);
      expect(ofService.stdout).toContain(`another account of this machine answers at ${host}:${port}`);
    }
    expect(asked).toBe('listens\n');
  },
);
