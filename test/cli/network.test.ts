import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CompanyNetwork, startCompanyNetwork } from '../support/company-network.ts';
import { runInProcess } from './support/in-process.ts';
import { sluiceProcess, temporaryFolder } from './support/program.ts';
import { dataOf } from './support/answer-of.ts';

const login = 'ann:canary-proxy-password';
let company: CompanyNetwork;
let folder: ReturnType<typeof temporaryFolder>;

beforeAll(async () => {
  company = await startCompanyNetwork({ manners: { login }, sandbox: { enrichSeconds: [0, 0] } });
  folder = temporaryFolder();
  writeFileSync(join(folder.path, 'acme.pem'), `Acme's authority\n${company.authority.certificate}`);
  writeFileSync(join(folder.path, 'note.txt'), 'A note of our own.');
  const added = await sluice(['profiles', 'add', 'mine', company.baseUrl]);
  expect(added.code, added.stderr).toBe(0);
  await sluice(['key', 'set'], {}, company.sandbox.apiKey);
});
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  folder.remove();
});

function sluice(args: readonly string[], variables: Record<string, string> = {}, input = '') {
  const data = ['--data-dir', join(folder.path, 'data')];
  return runInProcess([...args, ...data], {
    variables: { LC_ALL: 'C', ...variables },
    input,
    workingDirectory: folder.path,
  });
}

const proxied = () => ({ https_proxy: company.proxy.url });

test('O10: a proxy, its password and a certificate, from nothing to an upload', async () => {
  const { proxy } = company;
  const name = `127.0.0.1:${proxy.port}`;

  const without = await sluice(['doctor'], proxied());
  expect(without.code).not.toBe(0);
  expect(without.stdout).toContain(`✗ proxy: The proxy asks for a user name and a password. (${name})`);

  const kept = await sluice(['network', 'login'], proxied(), login);
  expect([kept.code, kept.stdout]).toEqual([
    0,
    `The user name and the password are kept for ${name}, and go to no other.\n`,
  ]);
  const keys = join(folder.path, 'data', 'keys.json');
  expect(readFileSync(keys, 'utf8')).toContain(proxy.url);
  if (process.platform !== 'win32') expect(statSync(keys).mode & 0o077).toBe(0);

  const unknown = await sluice(['doctor'], proxied());
  expect(unknown.stdout).toContain('✗ certificate: Nobody here knows who issued');
  expect(unknown.stdout).toContain('Acme Inspection CA, Acme Research');

  const file = await sluice(['network', 'certificates', 'acme.pem']);
  expect(file.code, file.stderr).toBe(0);
  const well = await sluice(['doctor'], proxied());
  expect(well.stdout).toContain(`✓ proxy: service.test is reached by the proxy ${name}`);
  expect(well.stdout).toContain(
    '✓ certificate: service.test shows a certificate issued by Acme Inspection CA',
  );
  expect(well.stdout).toContain('opens the connection and looks inside');
  expect(well.stdout).toContain('✓ authorities: ');

  const sent = await sluice(['upload', 'note.txt', '--wait', '--verbose'], proxied());
  expect(sent.code, sent.stderr).toBe(0);
  expect(company.sandbox.audit()).toMatchObject({ duplicates: {}, leaked_keys: [] });
  for (const { stdout, stderr } of [without, kept, unknown, well, sent])
    expect(stdout + stderr).not.toContain('canary-proxy-password');
});

test('a process of its own waits for the certificates of the system, and ends', async () => {
  const args = ['doctor', '--json', '--data-dir', join(folder.path, 'data')];
  const run = await sluiceProcess(args, { variables: proxied(), directory: folder.path });
  const { checks } = dataOf(run.stdout) as { checks: { name: string; ok: boolean }[] };
  expect(checks.find(({ name }) => name === 'certificate')).toMatchObject({ ok: true });
});

test.skipIf(process.platform !== 'linux')(
  'what the system trusts counts without being named: a thread reads it',
  async () => {
    const args = ['doctor', '--json', '--data-dir', join(folder.path, 'data')];
    // Where OpenSSL, and with it Node, looks for the certificates of a Linux.
    const system = { SSL_CERT_FILE: join(folder.path, 'acme.pem'), SSL_CERT_DIR: folder.path };
    await sluice(['network', 'certificates', 'none']);
    const run = await sluiceProcess(args, { variables: { ...proxied(), ...system }, directory: folder.path });
    const { checks } = dataOf(run.stdout) as { checks: { name: string; ok: boolean; message: string }[] };
    expect(checks.find(({ name }) => name === 'certificate')).toMatchObject({ ok: true });
    expect(checks.find(({ name }) => name === 'authorities')?.message).toContain(
      'and 1 more from the system',
    );
    await sluice(['network', 'certificates', 'acme.pem']);
  },
);

test('the login of the environment, from a file too, and options that are stronger than what is kept', async () => {
  writeFileSync(join(folder.path, 'login'), `${login}\n`, { mode: 0o600 });
  await sluice(['network', 'logout']);
  const args = ['documents', 'list', '--proxy', company.proxy.url, '--ca-file', 'acme.pem'];
  const none = await sluice(args);
  expect([none.code, none.stderr]).toEqual([4, expect.stringContaining('asks for a user name')]);
  expect((await sluice(args, { SLUICE_PROXY_LOGIN_FILE: join(folder.path, 'login') })).code).toBe(0);
  expect((await sluice(args, { SLUICE_PROXY_LOGIN: login })).code).toBe(0);
  const wrong = await sluice(args, { SLUICE_PROXY_LOGIN: 'ann:wrong-canary' });
  expect([wrong.code, wrong.stderr]).toEqual([4, expect.stringContaining('does not take the user name')]);
  expect(wrong.stderr).not.toContain('wrong-canary');
});

test('what is kept is shown, and a mistake is said', async () => {
  expect((await sluice(['network', 'proxy', 'proxy.example:8080'])).code).toBe(0);
  expect((await sluice(['network', 'exceptions', 'intra.example, 10.0.0.0/8'])).code).toBe(0);
  const shown = await sluice(['network', 'show']);
  expect(shown.stdout).toBe(
    `${[
      'Proxy kept: http://proxy.example:8080',
      'Not by a proxy: intra.example, 10.0.0.0/8',
      `Certificates: ${join(folder.path, 'acme.pem')}`,
      'service.test: proxy.example:8080, as the settings say',
    ].join('\n')}\n`,
  );
  for (const [bad, said] of [
    ['http://ann:canary-secret@proxy.example', 'sluice network login'],
    ['socks5://proxy.example', 'It is system, none, or the address of a proxy'],
    ['', 'It is system, none'],
  ] as const) {
    const refused = await sluice(['network', 'proxy', bad]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(refused.stderr).not.toContain('canary-secret');
  }
  const nobody = await sluice(['network', 'login'], {}, 'no colon');
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('as user:password')]);
  expect((await sluice(['network', 'proxy', 'system'])).code).toBe(0);
  expect((await sluice(['network', 'exceptions', ''])).code).toBe(0);
  expect((await sluice(['network', 'certificates', 'none'])).code).toBe(0);
  const route = dataOf((await sluice(['network', 'show', '--json'])).stdout);
  expect(route).toMatchObject({ route: { from: 'none', ways: ['DIRECT'], login: false } });
});

test.each(['http://ann:50%off@127.0.0.1:1', 'ann:50%off@127.0.0.1:1'])(
  'a password with a percent sign in the address of a proxy (%s) stops nothing and is not shown',
  async (address) => {
    const { code, stdout, stderr } = await sluice(['network', 'show', '--verbose'], { https_proxy: address });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('127.0.0.1:1');
    expect(stdout + stderr).not.toContain('50%off');
  },
);
