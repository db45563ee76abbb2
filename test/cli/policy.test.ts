import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Service, sluice, startService, temporaryFolder } from './support/program.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('the-right-key');
});
afterAll(() => service.stop());

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  for (const name of ['in', 'etc']) mkdirSync(join(folder.path, name), { mode: 0o755 });
  path = join(folder.path, 'etc/policy.json');
});
afterEach(() => folder.remove());

const set = (policy: object) =>
  writeFileSync(path, JSON.stringify({ version: 1, ...policy }), { mode: 0o644 });
const run = (...args: string[]) =>
  sluice([...args, '--data-dir', 'data'], {
    directory: folder.path,
    variables: { LC_ALL: 'C', SLUICE_API_KEY: 'the-right-key' },
    policy: { path, owners: [process.getuid?.() ?? 0] },
  });
const watchOnce = () => run('watch', '--once', '--base-url', service.baseUrl);
const documents = async () => (await run('documents', 'list', '--json')).stdout;

test('sharing off: refused where it is asked for, and not done where it was asked for before', async () => {
  await run('profiles', 'add', 'Desk', service.baseUrl);
  await run('folders', 'add', 'in', '--share', '--label', 'inbox', '--settle', '0.2');
  set({ sharing: 'off', reason: 'Ask it@example.com.' });

  const listed = await run('folders', 'list', '--json');
  expect(listed.stdout).toMatch(/"share":false/);
  const said = 'Set by your administrator: nothing is shared with the organization. Ask it@example.com.';
  expect((await run('status')).stdout).toContain(said);
  mkdirSync(join(folder.path, 'more'));
  expect(await run('folders', 'add', 'more', '--share')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(said),
  });
  writeFileSync(join(folder.path, 'in/a.txt'), 'Apple reported.');
  expect((await watchOnce()).code).toBe(0);
  writeFileSync(join(folder.path, 'b.txt'), 'Microsoft reported.');
  const shared = await run('upload', 'b.txt', '--share', '--wait');
  expect(shared.code).not.toBe(0);
  expect(await documents()).toMatch(/a\.txt/);
  expect(await documents()).not.toMatch(/b\.txt|"share_with_org":true|"shared":true/);
  // The setting is what it was, and in force again without the policy.
  expect(readFileSync(join(folder.path, 'data/settings.json'), 'utf8')).toMatch(/"share":\s*true/);
});

test('addresses: neither a profile for another one, nor a request to one that was set up before', async () => {
  set({ addresses: ['https://content.example.com'] });
  expect(await run('profiles', 'add', 'Desk', service.baseUrl)).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/administrator does not allow this address.*127\.0\.0\.1/),
  });
  set({});
  await run('profiles', 'add', 'Desk', service.baseUrl);
  set({ addresses: ['https://content.example.com'] });
  const before = JSON.stringify(await service.ask('audit'));
  expect(await run('tags', 'list')).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/does not allow this address/),
  });
  expect(await run('status')).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/does not allow this address/),
  });
  expect(JSON.stringify(await service.ask('audit'))).toBe(before);
  set({ addresses: ['loopback'] });
  expect((await run('tags', 'list')).code).toBe(0);
});

test('files are not deleted after their upload, and limits are the lower ones', async () => {
  await run('profiles', 'add', 'Desk', service.baseUrl);
  await run('folders', 'add', 'in', '--after-upload', 'delete', '--settle', '0.2');
  set({ deleteAfterUpload: 'off', limits: { uploadsAtOnce: 2 } });
  writeFileSync(join(folder.path, 'in/a.txt'), 'Apple reported again.');
  expect((await watchOnce()).code).toBe(0);
  expect(readFileSync(join(folder.path, 'in/a.txt'), 'utf8')).toBe('Apple reported again.');
  expect((await run('profiles', 'list', '--json')).stdout).toMatch(/"uploadsAtOnce":2\b/);
  expect((await run('folders', 'edit', 'in', '--after-upload', 'trash')).code).toBe(3);
});

test('a configuration file that asks for what is not allowed is refused at its line', async () => {
  set({ sharing: 'off' });
  const text = [
    'version: 1',
    'profiles:',
    '  - name: Desk',
    `    baseUrl: ${service.baseUrl}`,
    'folders:',
    '  - path: in',
    '    share: true',
  ];
  writeFileSync(join(folder.path, 'sluice.yaml'), text.join('\n'));
  expect(await run('apply', 'sluice.yaml', '--dry-run')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^sluice\.yaml:7:5: Set by your administrator/),
  });
});

test('a configuration file is in force beside what a policy put out of force, and an export leaves that out', async () => {
  await run('profiles', 'add', 'Desk', service.baseUrl);
  await run('folders', 'add', 'in', '--share', '--after-upload', 'delete', '--local-delete', 'delete');
  await run('network', 'proxy', 'http://127.0.0.1:9');
  set({ sharing: 'off', deleteAfterUpload: 'off', deleteDocuments: 'off', network: { proxy: 'none' } });
  mkdirSync(join(folder.path, 'more'));
  writeFileSync(join(folder.path, 'sluice.yaml'), 'version: 1\nfolders:\n  - path: more\n');
  expect(await run('apply', 'sluice.yaml')).toMatchObject({ code: 0, stderr: '' });
  const exported = await run('export-config');
  expect(exported.stdout).toMatch(/path: .*more/);
  expect(exported.stdout).not.toMatch(/share: true|afterUpload: delete|localDelete: delete|127\.0\.0\.1:9/);
  writeFileSync(join(folder.path, 'sluice.yaml'), exported.stdout);
  expect(await run('apply', 'sluice.yaml', '--dry-run')).toMatchObject({ code: 0, stderr: '' });
});

test('a policy that cannot be relied on: nothing starts, and it is said what and why', async () => {
  set({ sharing: 'off' });
  chmodSync(path, 0o666);
  for (const command of [
    ['status'],
    ['watch', '--once'],
    ['upload', 'in'],
    ['apply', 'x.yaml'],
    ['profiles', 'list'],
  ]) {
    const ended = await run(...command);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(/policy\.json can be changed by others than the administrators/);
    expect(ended.stderr).toMatch(/Neither the agent nor the app starts, and nothing is sent\./);
  }
});
