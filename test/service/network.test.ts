import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClock } from '#core/ports/clock.ts';
import { silentLogger } from '#core/ports/logger.ts';
import type { NetworkPort } from '#core/ports/network.ts';
import type { Answer, ServiceFailure } from '#core/service/answer.ts';
import { createBudget } from '#core/service/budget.ts';
import { createServiceClient } from '#core/service/client.ts';
import type { NetworkOptions } from '#core/service/network/network.ts';
import { createTestNetwork } from '#core/service/testing/test-network.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import {
  type CompanyNetwork,
  serviceHost,
  startCompanyNetwork,
  storageHost,
} from '../support/company-network.ts';
import { createLocalAuthority, selfSigned } from '../support/local-authority.ts';
import { startTestProxy } from '../support/test-proxy.ts';
import { until } from '../support/until.ts';

const person = { priority: 'person' } as const;
const bytes = Buffer.alloc(300_000, 'secret document ');

function failureOf(answer: Answer<unknown>): ServiceFailure {
  if (answer.ok) throw new Error('expected a failure');
  return answer.failure;
}

function mustBe<T>(answer: Answer<T>): T {
  if (!answer.ok) throw answer.failure.error;
  return answer.value;
}

function clientIn(
  company: CompanyNetwork,
  port: Partial<NetworkPort> = {},
  more: Partial<NetworkOptions> = {},
  storageAt = '203.0.113.7',
) {
  const clock = createClock();
  const network = createTestNetwork({
    port: { variables: { HTTPS_PROXY: company.proxy.url }, ...port },
    readSystem: async () => [company.authority.certificate],
    ...more,
  });
  const client = createServiceClient({
    profile: profileSchema.parse({ id: 'p', name: 'P', baseUrl: company.baseUrl }),
    getKey: async () => company.sandbox.apiKey,
    clock,
    budget: createBudget({ clock, requestsPerMinute: 10_000 }),
    logger: silentLogger,
    network,
    resolve: async () => [{ address: storageAt, family: 4 }],
  });
  return { network, client, ask: () => client.documents.list({ page: 1, page_size: 1 }, person) };
}

describe('O10: a proxy that asks for a password', () => {
  test('lets requests, bytes and downloads through, and sees neither the key nor the document', async () => {
    await using company = await startCompanyNetwork({
      manners: { login: 'ann:pa:ss wörd' },
      sandbox: { enrichSeconds: [0, 0] },
    });
    const { client } = clientIn(company, { login: () => ({ user: 'ann', password: 'pa:ss wörd' }) });
    const slot = mustBe(await client.documents.enrich({ file_name: 'note.txt' }, person));
    expect(new URL(slot.url).host).toBe(storageHost);
    mustBe(await client.storage.put(slot.url, { kind: 'buffer', bytes }));
    const original = () => client.documents.original(slot.id, person);
    await until('the original', async () => (await original()).ok);
    const link = mustBe(await original());
    const back = mustBe(await client.storage.downloadBytes(link.url, { maximumBytes: 1e6 }));
    expect(Buffer.from(back).equals(bytes)).toBe(true);
    expect(new Set(company.proxy.asked.map(({ what }) => what))).toEqual(
      new Set([`CONNECT ${serviceHost}:443`, `CONNECT ${storageHost}:443`]),
    );
    const seen = company.proxy.seen().toString('latin1');
    expect(seen).not.toContain(company.sandbox.apiKey);
    expect(seen).not.toContain('secret document');
    expect(seen).not.toContain(new URL(slot.url).pathname);
    client.close();
  });

  test('without a password is named, and asked again only after a while', async () => {
    await using company = await startCompanyNetwork({ manners: { login: 'ann:right' } });
    const { ask, client } = clientIn(company);
    const failure = failureOf(await ask());
    expect(failure).toMatchObject({
      disposition: 'offline',
      concerns: 'profile',
      maybeDone: false,
      error: { code: 'PROXY_LOGIN_MISSING', detail: `127.0.0.1:${company.proxy.port}` },
    });
    failureOf(await ask());
    expect(company.proxy.asked).toHaveLength(1);
    client.close();
  });

  test('is offered a wrong password once, and another one at once', async () => {
    await using company = await startCompanyNetwork({ manners: { login: 'ann:right' } });
    let password = 'wrong';
    const { ask, client } = clientIn(company, { login: () => ({ user: 'ann', password }) });
    for (let times = 0; times < 5; times++)
      expect(failureOf(await ask()).error.code).toBe('PROXY_LOGIN_REFUSED');
    expect(company.proxy.asked).toHaveLength(1);
    password = 'right';
    expect((await ask()).ok).toBe(true);
    client.close();
  });

  test.each([
    [['NTLM', 'Negotiate'], 'PROXY_LOGIN_UNSUPPORTED', ': NTLM, Negotiate'],
    [['Negotiate TlRMTVNTUAAC=='], 'PROXY_LOGIN_UNSUPPORTED', ': Negotiate'],
    [['Digest realm="a, Basic b", nonce="x"'], 'PROXY_LOGIN_UNSUPPORTED', ': Digest'],
    [['NTLM', 'basic realm="x"'], 'PROXY_LOGIN_MISSING', ''],
    [['Digest realm="x", Basic realm="y"'], 'PROXY_LOGIN_MISSING', ''],
  ])('%j is %s', async (authenticate, code, detail) => {
    await using company = await startCompanyNetwork({ manners: { authenticate } });
    const { ask, client } = clientIn(company);
    const { error, disposition } = failureOf(await ask());
    expect([error.code, error.detail, disposition]).toEqual([
      code,
      `127.0.0.1:${company.proxy.port}${detail}`,
      'offline',
    ]);
    client.close();
  });

  test('has the login of its own address, and of the key store only where it is bound to it', async () => {
    await using company = await startCompanyNetwork({ manners: { login: 'ann:right' } });
    const own = company.proxy.url.replace('//', '//ann:right@');
    const inAddress = clientIn(company, { variables: { https_proxy: own } });
    expect((await inAddress.ask()).ok).toBe(true);
    const asked: string[] = [];
    const kept = clientIn(
      company,
      {},
      {
        secrets: {
          getKey: async (id, origin) => {
            asked.push(`${id} ${origin}`);
            return 'ann:right';
          },
        },
      },
    );
    expect((await kept.ask()).ok).toBe(true);
    expect(new Set(asked)).toEqual(new Set([`proxy ${company.proxy.url}`]));
    for (const one of [inAddress, kept]) one.client.close();
  });
});

describe('O10: the ways a PAC script names', () => {
  test('are tried in their order, and a dead one comes last from then on', async () => {
    await using company = await startCompanyNetwork();
    const dead = await startTestProxy({});
    await dead.die();
    const list = `SOCKS5 10.0.0.1:1080; PROXY 127.0.0.1:${dead.port}; PROXY 127.0.0.1:${company.proxy.port}; DIRECT`;
    const asked: string[] = [];
    const { ask, client, network } = clientIn(company, {
      variables: {},
      resolveProxy: async (address) => {
        asked.push(address);
        return list;
      },
    });
    expect((await ask()).ok).toBe(true);
    expect((await ask()).ok).toBe(true);
    const { hops } = await network.routeOf(new URL(company.baseUrl));
    expect(hops.at(-1)).toMatchObject({ port: dead.port });
    // Asked anew after the failure, then kept.
    expect(asked).toEqual([company.baseUrl, company.baseUrl]);
    client.close();
  });

  test('SOCKS alone is said to be what Sluice cannot use', async () => {
    await using company = await startCompanyNetwork();
    const port = { variables: {}, resolveProxy: async () => 'SOCKS5 10.0.0.1:1080' };
    const { ask, client } = clientIn(company, port);
    expect(failureOf(await ask())).toMatchObject({
      disposition: 'offline',
      error: { code: 'PROXY_UNSUPPORTED', detail: 'SOCKS5 10.0.0.1:1080' },
    });
    client.close();
  });

  test('are asked for again when the network changes', async () => {
    await using company = await startCompanyNetwork();
    let list = 'PROXY 127.0.0.1:1';
    let changed: (() => void) | undefined;
    const { ask, client } = clientIn(company, {
      variables: {},
      resolveProxy: async () => list,
      onChange: (listener) => {
        changed = listener;
        return () => undefined;
      },
    });
    expect(failureOf(await ask()).error.code).toBe('PROXY_UNREACHABLE');
    list = `PROXY 127.0.0.1:${company.proxy.port}`;
    changed?.();
    expect((await ask()).ok).toBe(true);
    client.close();
  });
});

test('a proxy that says nothing holds nobody who leaves', async () => {
  await using company = await startCompanyNetwork({ manners: { silent: true } });
  const { client } = clientIn(company);
  const leaving = new AbortController();
  const asked = client.documents.list({ page: 1 }, { ...person, signal: leaving.signal });
  await until('it was asked', () => company.proxy.seen().includes('CONNECT'));
  leaving.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
  client.close();
});

test('a way past a dead proxy leads no address of the service to this machine', async () => {
  await using company = await startCompanyNetwork();
  const { client } = clientIn(
    company,
    {
      variables: {},
      resolveProxy: async (address) =>
        address.includes(serviceHost) ? `PROXY 127.0.0.1:${company.proxy.port}` : 'PROXY 127.0.0.1:1; DIRECT',
    },
    {},
    '127.0.0.1',
  );
  const slot = mustBe(await client.documents.enrich({ file_name: 'note.txt' }, person));
  expect(failureOf(await client.storage.put(slot.url, { kind: 'buffer', bytes })).error).toMatchObject({
    code: 'ADDRESS_REFUSED',
    detail: `${storageHost} leads into 127.0.0.1`,
  });
  client.close();
});

test('a proxy that refuses, or cannot reach the service, is told apart from one that is not there', async () => {
  await using company = await startCompanyNetwork();
  const name = `127.0.0.1:${company.proxy.port}`;
  const { ask, client } = clientIn(company);
  company.proxy.manners.refuseWith = 403;
  expect(failureOf(await ask()).error).toMatchObject({ code: 'PROXY_REFUSED', detail: `${name}: 403` });
  company.proxy.manners.refuseWith = 503;
  expect(failureOf(await ask()).error).toMatchObject({ code: 'UNREACHABLE', detail: `${name}: 503` });
  await company.proxy.die();
  expect(failureOf(await ask()).error).toMatchObject({
    code: 'PROXY_UNREACHABLE',
    detail: `${name} (ECONNREFUSED)`,
  });
  client.close();
});

test('a proxy over TLS that nobody vouches for gets no login, whatever a variable of Node says', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const logins: (string | undefined)[] = [];
  const proxy = createServer(selfSigned('127.0.0.1'));
  proxy.on('connect', ({ headers }, socket) => {
    logins.push(headers['proxy-authorization']);
    socket.end('HTTP/1.1 403 No\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  await using company = await startCompanyNetwork();
  const { ask } = clientIn(company, {
    variables: { HTTPS_PROXY: `https://ann:secret@127.0.0.1:${port}` },
  });
  expect(failureOf(await ask()).error.code).toBe('CERTIFICATE_SELF_SIGNED');
  expect(logins).toEqual([]);
});

test('an address without TLS is asked of the proxy itself, with its own 407', async () => {
  await using company = await startCompanyNetwork({ manners: { login: 'ann:right' } });
  const port = new URL(company.sandbox.baseUrl).port;
  await using proxy = await startTestProxy({ 'plain.test': Number(port) }, { login: 'ann:right' });
  let password: string | undefined;
  const network = createTestNetwork({
    port: {
      variables: { http_proxy: proxy.url },
      login: () => (password === undefined ? undefined : { user: 'ann', password }),
    },
  });
  const clock = createClock();
  const client = createServiceClient({
    profile: profileSchema.parse({
      id: 'p',
      name: 'P',
      baseUrl: 'http://plain.test',
      insecureAccepted: 'others can read what is sent',
    }),
    getKey: async () => company.sandbox.apiKey,
    clock,
    budget: createBudget({ clock, requestsPerMinute: 10_000 }),
    logger: silentLogger,
    network,
  });
  const ask = () => client.documents.list({ page: 1, page_size: 1 }, person);
  expect(failureOf(await ask())).toMatchObject({
    disposition: 'offline',
    error: { code: 'PROXY_LOGIN_MISSING' },
  });
  password = 'right';
  expect((await ask()).ok).toBe(true);
  expect(proxy.asked.at(-1)?.what).toMatch(/^GET http:\/\/plain\.test\//);
  expect(proxy.asked.at(-1)?.host).toBe('plain.test');
  client.close();
});

describe('O10: certificates', () => {
  test('of the system count with the first request', async () => {
    await using company = await startCompanyNetwork();
    const { ask, client, network } = clientIn(company);
    expect(network.trust().system).toBe('unasked');
    expect((await ask()).ok).toBe(true);
    expect(network.trust()).toMatchObject({ system: 'here', fromSystem: 1 });
    client.close();
  });

  test('that come late are waited for no longer than said, and taken when they come', async () => {
    await using company = await startCompanyNetwork();
    const come = Promise.withResolvers<readonly string[]>();
    const { ask, client, network } = clientIn(
      company,
      {},
      {
        readSystem: () => come.promise,
        certificatesWithinMs: 30,
      },
    );
    expect(failureOf(await ask())).toMatchObject({
      disposition: 'offline',
      maybeDone: false,
      error: { code: 'CERTIFICATE_UNKNOWN', detail: serviceHost },
    });
    expect(network.trust().system).toBe('late');
    come.resolve([company.authority.certificate]);
    await come.promise;
    expect((await ask()).ok).toBe(true);
    client.close();
  });

  test('of a file count as it is now, also where it is exchanged, cut or gone while the agent runs', async () => {
    await using company = await startCompanyNetwork();
    const folder = mkdtempSync(join(tmpdir(), 'sluice-certificates-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'authorities.pem');
    const write = (text: string) => writeFileSync(file, text);
    write(createLocalAuthority().certificate);
    const { ask, client, network } = clientIn(
      company,
      { certificates: file },
      { readSystem: async () => [] },
    );
    const heard = async () => {
      // What is connected stays; a new connection believes whom the file names then.
      network.changed();
      const answer = await ask();
      return answer.ok ? 'ok' : answer.failure.error.code;
    };
    const { certificate } = company.authority;
    expect(await heard()).toBe('CERTIFICATE_UNKNOWN');
    write(certificate);
    expect(await heard()).toBe('ok');
    write(certificate.slice(0, 300));
    expect(await heard()).toBe('CERTIFICATE_UNKNOWN');
    expect(network.trust().file).toMatchObject({ certificates: 0, readable: true });
    write(`${createLocalAuthority().certificate}\n${certificate}`);
    expect(await heard()).toBe('ok');
    rmSync(file);
    expect(await heard()).toBe('CERTIFICATE_UNKNOWN');
    expect(network.trust().file).toMatchObject({ readable: false });
    client.close();
  });

  test.each([
    ['self-signed', 'CERTIFICATE_SELF_SIGNED', () => selfSigned(serviceHost)],
    ['run out', 'CERTIFICATE_EXPIRED', 'expired'],
    ['not valid yet', 'CERTIFICATE_EXPIRED', 'early'],
    ['for another host', 'CERTIFICATE_WRONG_HOST', 'other'],
  ] as const)('%s: %s', async (_name, code, kind) => {
    await using company = await startCompanyNetwork({
      identity: (authority) => {
        if (typeof kind === 'function') return kind();
        if (kind === 'other') return authority.issue({ hosts: ['other.test'] });
        const days = kind === 'expired' ? { fromDays: -9, toDays: -2 } : { fromDays: 2 };
        return authority.issue({ hosts: [serviceHost], ...days });
      },
    });
    const { ask, client } = clientIn(company);
    expect(failureOf(await ask())).toMatchObject({
      disposition: 'offline',
      maybeDone: false,
      error: { code },
    });
    client.close();
  });

  test('of an unknown authority are named by a look that sends nothing', async () => {
    await using company = await startCompanyNetwork();
    const { client, network } = clientIn(company, {}, { readSystem: async () => [] });
    const look = await network.look(new URL(company.baseUrl));
    expect(look).toMatchObject({ problem: 'CERTIFICATE_UNKNOWN', isPublic: false });
    expect(look.chain[0]).toMatchObject({
      subject: serviceHost,
      issuer: 'Acme Inspection CA, Acme Research',
    });
    expect(look.hosts).toEqual([serviceHost]);
    expect(look.chain[0]?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(company.sandbox).toBeDefined();
    client.close();
  });
});
