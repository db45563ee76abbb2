import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Core, type CoreDependencies, createCore } from '#core/create-core.ts';
import { createClock } from '#core/ports/clock.ts';
import type { NetworkPort } from '#core/ports/network.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { type CompanyNetwork, serviceHost, startCompanyNetwork } from '../support/company-network.ts';
import { memorySettings } from '../support/core-fixture.ts';
import { addUploads, sha256, until } from '../support/engine-fixture.ts';

interface Behind {
  readonly core: Core;
  readonly log: string[];
  /** Adds a file of so many bytes; their SHA-256. */
  add(name: string, bytes: number): Promise<string>;
  states(): Promise<Record<string, number>>;
}

/** Core behind a company's proxy; its time passes twenty times as fast. */
async function coreBehind(
  company: CompanyNetwork,
  port: Partial<NetworkPort> = {},
  tuning: CoreDependencies['tuning'] = {},
): Promise<Behind> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-test-'));
  const log: string[] = [];
  const line = (message: string, fields?: Record<string, unknown>) =>
    void log.push(`${message} ${JSON.stringify(fields)}`);
  const profile = profileSchema.parse({
    id: 'test',
    name: 'Test',
    baseUrl: company.baseUrl,
    requestsPerMinute: 100_000,
  });
  const settings = memorySettings({ ...defaultSettings(), profiles: [profile], activeProfileId: profile.id });
  const core = createCore({
    dataDirectory: join(directory, 'data'),
    settings,
    secrets: {
      getKey: async (id) => (id === 'test' ? company.sandbox.apiKey : undefined),
      setKey: async () => undefined,
      allowKey: async () => undefined,
      bindNewKey: async () => undefined,
      forgetKey: async () => undefined,
    },
    clock: createClock(20),
    random: () => 0.1,
    logger: { debug: line, info: line, warn: line, error: line },
    network: { variables: { HTTPS_PROXY: company.proxy.url }, ...port },
    tuning: { readSystemCertificates: async () => [company.authority.certificate], ...tuning },
  });
  await core.start('uploads');
  atTestEnd(async () => {
    await core.stop();
    await rm(directory, { recursive: true });
  });
  return {
    core,
    log,
    async add(name, bytes) {
      const path = join(directory, name);
      const content = Buffer.alloc(bytes, `${name} says something of its own. `);
      await writeFile(path, content);
      await addUploads(core, [path]);
      return sha256(content);
    },
    async states() {
      const { rows } = await core.calls['uploads.list']({});
      const counts: Record<string, number> = {};
      for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
      return counts;
    },
  };
}

function live(company: CompanyNetwork) {
  return company.sandbox.audit().documents.filter(({ deleted }) => !deleted);
}

const hashes = (company: CompanyNetwork) =>
  live(company)
    .map(({ sha256: hash }) => hash)
    .toSorted();

const codes = async (core: Core) =>
  (await core.calls['agent.status']({})).health.findings.map(({ code, level }) => `${level} ${code}`);

describe('O10: exactly once by way of a proxy', () => {
  test('that asks for a password: whole files, and no secret in clear', async () => {
    await using company = await startCompanyNetwork({
      manners: { login: 'ann:right' },
      sandbox: { enrichSeconds: [0, 0] },
    });
    const { core, add, log } = await coreBehind(company, {
      login: () => ({ user: 'ann', password: 'right' }),
    });
    const sent = [await add('a.txt', 10), await add('b.txt', 400_000), await add('c.txt', 3_000_000)];
    await core.whenIdle();
    expect(hashes(company)).toEqual(sent.toSorted());
    expect(company.sandbox.audit()).toMatchObject({ duplicates: {}, leaked_keys: [] });
    const seen = company.proxy.seen().toString('latin1');
    expect(seen).not.toContain(company.sandbox.apiKey);
    expect(seen).not.toContain('says something of its own');
    expect(log.join('\n')).not.toMatch(/right|YW5uOnJpZ2h0/);
  });

  test('that dies in the middle of a PUT, and comes back', async () => {
    await using company = await startCompanyNetwork();
    company.proxy.manners.cutAfterBytes = 1_000_000;
    const { core, add } = await coreBehind(company);
    const sent = await add('large.txt', 3_000_000);
    await core.whenIdle();
    expect(company.proxy.manners.cutAfterBytes).toBeUndefined();
    expect(hashes(company)).toEqual([sent]);
    expect(company.sandbox.audit()).toMatchObject({ duplicates: {}, leaked_keys: [] });
  });

  test('whose password is changed meanwhile: held, named, offered once, and resumed', async () => {
    await using company = await startCompanyNetwork({ manners: { login: 'ann:old' } });
    let password = 'old';
    const { core, add, states } = await coreBehind(company, { login: () => ({ user: 'ann', password }) });
    await add('before.txt', 1_000);
    await core.whenIdle();
    company.proxy.manners.login = 'ann:new';
    company.proxy.cut();
    await add('after.txt', 2_000);
    await until('the password is refused', async () =>
      (await codes(core)).includes('trouble PROXY_LOGIN_REFUSED'),
    );
    const offered = company.proxy.asked.filter(({ login }) => login === 'ann:old').length;
    // Long enough for many more tries: time passes twenty times as fast.
    const { health } = await core.calls['agent.status']({});
    const probe = health.services.test?.nextProbeAt ?? 0;
    await until('it was tried again', async () => {
      const next = (await core.calls['agent.status']({})).health.services.test?.nextProbeAt ?? 0;
      return next > probe + 5_000;
    });
    expect(company.proxy.asked.filter(({ login }) => login === 'ann:old').length).toBeLessThanOrEqual(
      offered + 1,
    );
    expect(await states()).toEqual({ completed: 1, queued: 1 });
    password = 'new';
    await until('both are there', async () => (await states()).completed === 2);
    expect(live(company)).toHaveLength(2);
    expect(company.sandbox.audit()).toMatchObject({ duplicates: {} });
  });
});

test('O10: NTLM is one story for health and the checks, costs no attempt, and is over when it is over', async () => {
  await using company = await startCompanyNetwork({ manners: { authenticate: ['Negotiate', 'NTLM'] } });
  const { core, add, states } = await coreBehind(company);
  await add('a.txt', 1_000);
  await until('it is told', async () => (await codes(core)).includes('trouble PROXY_LOGIN_UNSUPPORTED'));
  const { rows } = await core.calls['uploads.list']({});
  expect(rows).toMatchObject([{ state: 'queued', attempts: 0 }]);
  const { checks } = await core.calls['agent.doctor']({});
  const proxy = checks.find(({ name }) => name === 'proxy');
  expect(proxy).toMatchObject({ ok: false, code: 'PROXY_LOGIN_UNSUPPORTED' });
  expect(proxy?.message).toContain('Negotiate, NTLM');
  company.proxy.manners.authenticate = undefined;
  await until('it is there', async () => (await states()).completed === 1);
  expect(live(company)).toHaveLength(1);
});

test('O10: the checks name who issued a certificate that nobody here knows', async () => {
  await using company = await startCompanyNetwork();
  const { core } = await coreBehind(company, {}, { readSystemCertificates: async () => [] });
  const { checks } = await core.calls['agent.doctor']({});
  const certificate = checks.find(({ name }) => name === 'certificate');
  expect(certificate).toMatchObject({ ok: false, code: 'CERTIFICATE_UNKNOWN' });
  for (const word of [
    'Acme Inspection CA, Acme Research',
    serviceHost,
    'SHA-256',
    company.proxy.url.slice(7),
  ])
    expect(certificate?.message).toContain(word);
  expect(checks.find(({ name }) => name === 'service reachable')).toMatchObject({
    code: 'CERTIFICATE_UNKNOWN',
  });
});
