import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { pageCalls } from '#shared/bridge/contract.ts';
import { safeFileName } from '../../src/cli/ui/safe-file-name.ts';
import { type Agent, startAgent } from './support/agent.ts';
import { ask, begin, enter, type Page } from './support/page.ts';

let agent: Agent;
let page: Page;

beforeEach(async () => {
  agent = await startAgent();
  page = await enter(agent.addresses()[0] as string);
});

/** The value of a call that must succeed. */
async function value(name: string, input: unknown = {}): Promise<Record<string, unknown>> {
  const answer = await page.call(name, input);
  expect([name, answer.status, answer.json()]).toMatchObject([name, 200, { ok: true }]);
  return answer.json().value as Record<string, unknown>;
}

describe('calls', () => {
  test('answer with what the contract names, and know no others', async () => {
    expect(await value('host.info')).toMatchObject({ kind: 'agent', canPickFolder: false });
    expect(await value('agent.status')).toMatchObject({ profile: null, paused: false });
    expect(await value('folders.list')).toEqual([]);
    for (const name of ['nope', 'constructor', '__proto__', 'agent.status%2f..', 'host']) {
      const answer = await page.call(name);
      expect([name, answer.status, answer.json()]).toMatchObject([
        name,
        404,
        { ok: false, error: { code: 'USAGE' } },
      ]);
    }
  });

  test('refuse input the contract does not allow, and bodies that are no JSON', async () => {
    for (const [name, input] of [
      ['uploads.list', { limit: 1_000_000 }],
      ['uploads.add', {}],
      ['documents.show', { contentId: '../x' }],
      ['host.openExternal', { url: 'no address' }],
    ] as const) {
      expect((await page.call(name, input)).json()).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    }
    const { own } = page;
    const sent = (type: string, body: string) =>
      ask(page.home, '/call/agent.status', {
        method: 'POST',
        headers: { ...own, 'content-type': type },
        body,
      });
    expect((await sent('text/plain', '{}')).status).toBe(400);
    expect((await sent('application/json', '{')).status).toBe(400);
    expect((await sent('application/json', `"${'x'.repeat(33 * 1024 * 1024)}"`)).text).toContain('too long');
    expect(await value('agent.status')).toMatchObject({ paused: false });
  });

  test('tell expected failures with their code, and nothing of the inside of others', async () => {
    const known = (await page.call('key.set', { profileId: 'none', key: 'canary-key-1' })).json();
    expect(known).toMatchObject({ ok: false, error: { code: 'NOT_HERE', detail: 'profile none' } });
    mkdirSync(join(agent.dataDirectory, 'support'), { recursive: true });
    writeFileSync(join(agent.dataDirectory, 'samples'), 'a file where a folder should be');
    const failed = (await page.call('host.samplesFolder')).json();
    expect(failed).toMatchObject({ ok: false, error: { code: 'FOLDER_UNREADABLE' } });
  });
});

describe('the host of the pages', () => {
  test('completes folders, and opens nothing on the machine', async () => {
    const root = join(agent.directory, 'tree');
    for (const name of ['alpha', 'Alps', 'beta', '.hidden']) mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, 'alone.txt'), '');
    const complete = async (prefix: string) => (await value('host.completePath', { prefix })).paths;
    expect(await complete(join(root, 'al'))).toEqual([join(root, 'Alps'), join(root, 'alpha')]);
    expect(await complete(`${root}/`)).toEqual(['Alps', 'alpha', 'beta'].map((name) => join(root, name)));
    expect(await complete(join(root, '.h'))).toEqual([join(root, '.hidden')]);
    expect(await complete('relative')).toEqual([]);
    expect(await complete(join(root, 'missing/x'))).toEqual([]);
    expect(await value('host.openExternal', { url: 'https://example.com' })).toEqual({ opened: false });
    expect(await value('host.pickFolder')).toEqual({ path: null });
    expect(await value('host.showInFolder', { uploadId: 1 })).toEqual({ shown: false });
  });

  test('starts the sandbox, and a dropped file becomes a document in it', async () => {
    const { profileId } = await value('host.startSandbox');
    expect(await value('host.startSandbox')).toEqual({ profileId });
    const { settings, keysPresent } = await value('settings.get');
    expect(settings).toMatchObject({ activeProfileId: profileId, profiles: [{ id: profileId }] });
    expect(keysPresent).toEqual({ [profileId as string]: true });

    const put = await page.put(encodeURIComponent('Q3 – überblick.txt'), 'Apple reported.');
    expect(put.status).toBe(201);
    const path = put.path();
    expect(readFileSync(path, 'utf8')).toBe('Apple reported.');
    const { ids } = await value('uploads.add', { paths: [path], options: {} });
    await expect
      .poll(async () => (await value('uploads.list', { filter: { ids } })).rows)
      .toMatchObject([{ state: 'completed', fileName: 'Q3 – überblick.txt' }]);
    expect(await value('key.test', { profileId })).toMatchObject({ ok: true });
    expect(await value('agent.doctor')).toHaveProperty('checks');
    for (const name of ['tags.list', 'connectors.list', 'documents.list', 'uploads.counts', 'folders.list'])
      await value(name);

    await agent.stop();
    const again = await startAgent(agent.directory);
    page = await enter(again.addresses()[0] as string);
    await expect.poll(() => value('key.test', { profileId })).toMatchObject({ ok: true });
    const { documents } = await value('documents.list');
    expect(documents).toHaveLength(1);
    await expect.poll(() => existsSync(path)).toBe(false);
  });

  test('uses no path that nobody allowed, until its code of the terminal is typed in', async () => {
    await value('profiles.save', { profile: { name: 'P', baseUrl: 'http://127.0.0.1:9' } });
    const path = join(agent.directory, 'a.txt');
    writeFileSync(path, 'text');
    const wanted = { paths: [path], options: {} };
    const refused = { ok: false, error: { code: 'LEAVE_NEEDED', detail: path } };
    expect((await page.call('uploads.add', wanted)).json()).toMatchObject(refused);
    expect(await value('host.askLeave', { call: 'uploads.add', input: wanted })).toEqual({ leave: 'code' });
    await expect.poll(agent.written).toContain('"event":"leave"');
    const [, code] = /"event":"leave","data":\{"code":"(\d{6})"/.exec(agent.written()) ?? [];
    expect(agent.written()).toContain(JSON.stringify([{ kind: 'read', path }]));
    expect(await value('host.giveLeave', { code: code === '000000' ? '000001' : '000000' })).toEqual({
      given: false,
    });
    expect((await page.call('uploads.add', wanted)).json()).toMatchObject(refused);
    expect(await value('host.giveLeave', { code })).toEqual({ given: true });
    expect(await value('uploads.add', wanted)).toMatchObject({ ids: [expect.any(Number)] });
  });

  test('copies the samples once and keeps what was changed in them', async () => {
    const { path } = (await value('host.samplesFolder')) as { path: string };
    const [folder = ''] = readdirSync(path);
    const [name = ''] = readdirSync(join(path, folder));
    writeFileSync(join(path, folder, name), 'mine now');
    await value('host.samplesFolder');
    expect(readFileSync(join(path, folder, name), 'utf8')).toBe('mine now');
  });

  test('writes a support bundle without secrets', async () => {
    const profile = { name: 'P', baseUrl: 'http://127.0.0.1:9' };
    const { id } = await value('profiles.save', { profile });
    await value('key.set', { profileId: id, key: 'canary-key-2' });
    const { path } = (await value('host.supportBundle')) as { path: string };
    expect(path.startsWith(join(agent.dataDirectory, 'support'))).toBe(true);
    const text = readFileSync(path, 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      about: { host: 'agent' },
      settings: { keysPresent: { [id as string]: true } },
      status: { keyPresent: true },
      doctor: { ok: false },
    });
    expect(text + agent.written()).not.toContain('canary-key-2');
    expect((await page.call('settings.get')).text).not.toContain('canary-key-2');
  });
});

describe('the inbox', () => {
  const inbox = () => join(agent.dataDirectory, 'inbox');

  test('keeps odd names as they are, each in a folder of its own', async () => {
    const names = [
      'a.txt',
      'a.txt',
      '..hidden',
      'line\nbreak',
      '"quoted" & ?.pdf',
      '😀',
      'x'.repeat(255),
      'con',
    ];
    const paths = new Set<string>();
    for (const name of names) {
      const answer = await page.put(encodeURIComponent(name), name);
      const path = answer.path();
      expect([readFileSync(path, 'utf8'), path.startsWith(`${inbox()}/`)]).toEqual([name, true]);
      expect(path.slice(inbox().length + 1).split('/')).toEqual([
        expect.stringMatching(/^[\da-f-]{36}$/),
        name,
      ]);
      paths.add(path);
    }
    expect(paths.size).toBe(names.length);
  });

  test.each([
    ['..', 400],
    ['.', 400],
    ['%2e%2e', 400],
    ['..%2f..%2fsettings.json', 400],
    ['a%2fb', 400],
    ['a%00b', 400],
    ['%ff', 400],
    ['x'.repeat(256), 400],
    ['', 400],
    ['../settings.json', 405],
    ['a/b', 405],
  ])('refuses the name %s', async (name, status) => {
    expect((await page.put(name, 'text')).status).toBe(status);
    expect(existsSync(inbox()) ? readdirSync(inbox()) : []).toEqual([]);
  });

  test.each(['a:b', 'a\\b', 'nul', 'com1.txt', 'ends.', 'a\nb', 'a?'])(
    'refuses %j where Windows would',
    (name) => {
      expect(safeFileName(encodeURIComponent(name), 'win32')).toBeNull();
      expect(safeFileName(encodeURIComponent(name), 'linux')).toBe(name);
    },
  );

  // A Mac decomposes its umlauts, and numbers in French names have narrow spaces.
  test.each(['Übersicht.pdf'.normalize('NFD'), '10\u202f000 €.pdf', 'a\u00a0b.pdf'])(
    'takes %j as it is where Windows would',
    (name) => expect(safeFileName(encodeURIComponent(name), 'win32')).toBe(name),
  );

  test('refuses what has no length or is too large, and leaves nothing of what broke off', async () => {
    const { own } = page;
    const huge = { ...own, 'content-length': String(11 * 1024 ** 3) };
    const sent = begin(page.home, '/inbox/a', { method: 'PUT', headers: huge });
    sent.on('error', () => undefined);
    sent.flushHeaders();
    const status = await new Promise((resolve) =>
      sent.on('response', ({ statusCode }) => resolve(statusCode)),
    );
    expect(status).toBe(400);
    sent.destroy();
    const chunked = await ask(page.home, '/inbox/a', {
      method: 'PUT',
      headers: { ...own, 'transfer-encoding': 'chunked' },
      body: 'a',
    });
    expect(chunked.text).toContain('with its length');

    const headers = { ...own, 'content-length': '1000' };
    const broken = begin(page.home, '/inbox/half.txt', { method: 'PUT', headers });
    broken.on('error', () => undefined);
    broken.write('half');
    await expect.poll(() => existsSync(inbox()) && readdirSync(inbox()).length).toBe(1);
    broken.destroy();
    await expect.poll(() => readdirSync(inbox())).toEqual([]);
  });
});

test('events reach every page, gathered, and the stream ends with the agent', async () => {
  const texts = await Promise.all([listen(), listen()]);
  await value('agent.pause');
  await value('agent.resume');
  for (const { text } of texts) {
    await expect.poll(text).toContain('"paused":false');
    expect(text()).toMatch(
      /event: status\.changed\ndata: \{"paused":false,"state":"\w+","findings":\[.*\]\}\n\n$/,
    );
  }
  await agent.stop();
  await Promise.all(texts.map(({ ended }) => ended));
});

test('too many streams are refused, and a page that leaves makes room', async () => {
  const streams = await Promise.all(Array.from({ length: 32 }, () => listen()));
  expect((await page.get('/events')).status).toBe(503);
  streams[0]?.close();
  await expect.poll(async () => (await listen()).status).toBe(200);
});

test('every call of the contract is answered, never with an unexpected failure', async () => {
  const skipped = ['host.startSandbox'];
  for (const name of Object.keys(pageCalls).filter((one) => !skipped.includes(one))) {
    const answer = (await page.call(name, {})).json();
    expect([name, answer.error?.code ?? 'none']).not.toEqual([name, 'UNEXPECTED']);
  }
});

async function listen() {
  const sent = begin(page.home, '/events', { headers: page.own });
  sent.on('error', () => undefined);
  sent.end();
  const response = await new Promise<import('node:http').IncomingMessage>((resolve) =>
    sent.on('response', resolve),
  );
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  response.on('error', () => undefined);
  const close = () => void sent.destroy();
  onTestFinished(close);
  const ended = new Promise((resolve) => response.on('close', resolve));
  return { status: response.statusCode, text: () => text, ended, close };
}
