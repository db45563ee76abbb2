import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Service, sluice, startService, startSluice, temporaryFolder } from './support/program.ts';
import { eventsOf } from './support/answer-of.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('the-right-key');
});
afterAll(() => service.stop());

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder.path, 'in'));
  writeFileSync(join(folder.path, 'key'), 'the-right-key\n', { mode: 0o600 });
});
afterEach(() => folder.remove());

const lines = (...more: string[]) =>
  [
    'version: 1',
    'profiles:',
    '  - name: Desk',
    `    baseUrl: ${service.baseUrl}`,
    `    agentsUrl: ${service.agentsUrl}`,
    '    key: { file: key }',
    ...more,
    '',
  ].join('\n');
const inFolder = ['folders:', '  - path: in', '    label: inbox', '    settleSeconds: 0.3'];
const write = (text: string) => writeFileSync(join(folder.path, 'sluice.yaml'), text);
const run = (...args: string[]) =>
  sluice([...args, '--data-dir', 'data'], { directory: folder.path, variables: { LC_ALL: 'C' } });
const settings = () => JSON.parse(readFileSync(join(folder.path, 'data/settings.json'), 'utf8'));

describe('sluice apply', () => {
  test('says what it does, does it, and has nothing to do the second time', async () => {
    write(lines('    tags: [research, macro]', ...inFolder, 'bandwidthSchedule: []'));
    const planned = await run('apply', 'sluice.yaml', '--dry-run');
    expect(planned).toMatchObject({ code: 0 });
    expect(planned.stdout).toBe(
      [
        `+ profile Desk (${service.baseUrl}, ${service.agentsUrl}, {"file":"${join(folder.path, 'key')}"})`,
        `+ folder ${join(folder.path, 'in')}`,
        '~ activeProfile: – → Desk',
        '+ tag research of profile Desk',
        '+ tag macro of profile Desk',
        '5 changes to make; nothing was changed.',
        '',
      ].join('\n'),
    );
    expect((await run('folders', 'list', '--json')).stdout).not.toContain('inbox');

    const done = await run('apply', 'sluice.yaml');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain('5 changes, in force now.');
    expect((await run('tags', 'list')).stdout).toMatch(/macro[\s\S]*research|research[\s\S]*macro/);
    const again = await run('apply', 'sluice.yaml');
    expect(again).toMatchObject({ code: 0, stdout: 'Nothing to change.\n' });
    // The key is where the file says, and nowhere else.
    expect((await run('key', 'test')).code).toBe(0);
    expect(JSON.stringify(settings())).not.toContain('the-right-key');
  });

  test('a change is told in words, as the file would say it', async () => {
    write(lines(...inFolder));
    await run('apply', 'sluice.yaml');
    write(lines(...inFolder, '    tags: [a, b]', '    share: true'));
    expect((await run('apply', 'sluice.yaml')).stdout).toBe(
      [
        `~ tags of folder ${join(folder.path, 'in')}: – → a, b`,
        `~ share of folder ${join(folder.path, 'in')}: false → true`,
        '2 changes, in force now.',
        '',
      ].join('\n'),
    );
  });

  test('removes only with --prune, and asks', async () => {
    write(lines(...inFolder));
    await run('apply', 'sluice.yaml');
    write(lines('folders: []'));
    const kept = await run('apply', 'sluice.yaml');
    expect(kept.stdout).toMatch(/^Nothing to change\.\n1 profile or watch folder is not in the file/);
    const asked = await run('apply', 'sluice.yaml', '--prune');
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect(settings().folders).toHaveLength(1);
    const removed = await run('apply', 'sluice.yaml', '--prune', '--yes');
    expect(removed.stdout).toBe(`- folder ${join(folder.path, 'in')}\n1 change, in force now.\n`);
    expect(settings().folders).toEqual([]);
  });

  test.each([
    [
      'a slip of the pen',
      () => lines(...inFolder, '    shar: true'),
      /sluice\.yaml:11:5: folders\[0\]\.shar is no key.*Did you mean share/,
    ],
    [
      'a profile that is not there',
      () => lines(...inFolder, '    profile: Nobody'),
      /:11:5: there is no profile called “Nobody”/,
    ],
    [
      'a file where a folder is to be',
      () => lines('folders:', '  - path: key'),
      /:8:5: .* is a file and no folder/,
    ],
    ['one folder by two paths', () => lines(...inFolder, '  - path: ../$/in'), /:11:5: /],
    ["Sluice's own folder", () => lines('folders:', '  - path: data'), /:8:5: .*keeps its own files/],
  ])('changes nothing at all where the file is wrong: %s', async (_what, text, said) => {
    write(lines(...inFolder));
    await run('apply', 'sluice.yaml');
    const before = JSON.stringify(settings());
    write(
      text()
        .replace('$', folder.path.split('/').at(-1) ?? '')
        .replace('Desk', 'Desk'),
    );
    const refused = await run('apply', 'sluice.yaml');
    expect(refused.stderr).toMatch(said);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.stringify(settings())).toBe(before);
  });

  test('a service that cannot be reached keeps nothing from being applied, but for its tags', async () => {
    write(lines('    tags: [research]', ...inFolder).replace(service.baseUrl, 'http://127.0.0.1:9'));
    const done = await run('apply', 'sluice.yaml');
    expect(done).toMatchObject({ code: 5, stderr: expect.stringMatching(/Tag research \(profile Desk\)/) });
    expect(settings().folders).toHaveLength(1);
  });
});

test('validate is offline: it needs no data folder, and names every problem with its place', async () => {
  write(lines(...inFolder, '    shar: true', '    changed: nope'));
  const said = await run('validate', 'sluice.yaml');
  expect(said.code).toBe(2);
  expect(said.stderr).toMatch(/sluice\.yaml:12:5: .*one of: new-document, replace, ask/);
  expect(said.stderr).toMatch(/sluice\.yaml:11:5: .*Did you mean share/);
  expect((await run('validate', 'sluice.yaml', '--json')).stdout).toMatch(/"valid":false/);
  write(lines(...inFolder));
  expect(await run('validate', 'sluice.yaml')).toMatchObject({ code: 0, stdout: 'sluice.yaml is valid.\n' });
  expect(() => readFileSync(join(folder.path, 'data'))).toThrow('ENOENT');
});

test('what export-config prints is applied with nothing to change, also with --prune', async () => {
  await run('profiles', 'add', 'Desk', service.baseUrl, '--bandwidth', '2MB');
  await run(
    'folders',
    'add',
    'in',
    '--tag',
    'a: b',
    '--exclude',
    '*.tmp',
    '--max-size',
    '5MB',
    '--label',
    'no',
  );
  const { stdout } = await run('export-config');
  expect(stdout).toMatch(/^# yaml-language-server: \$schema=/);
  write(stdout);
  expect(await run('apply', 'sluice.yaml', '--prune')).toMatchObject({
    code: 0,
    stdout: 'Nothing to change.\n',
  });
  const schema = JSON.parse((await run('export-config', '--schema')).stdout);
  expect(Object.keys(schema.properties)).toContain('folders');
});

test('SIGHUP reads the file anew: folders come and go while it runs; a wrong one changes nothing and is told', async () => {
  write(lines(...inFolder));
  mkdirSync(join(folder.path, 'more'));
  writeFileSync(join(folder.path, 'in', 'a.txt'), 'Apple reported.');
  const agent = startSluice(['watch', '--json', '--data-dir', 'data', '--config', 'sluice.yaml', '--prune'], {
    directory: folder.path,
  });
  onTestFinished(async () => {
    agent.child.kill('SIGKILL');
    await agent.ended;
  });
  const phases = () =>
    eventsOf(agent.stdout())
      .filter(({ event }) => event === 'upload')
      .map(({ data }) => `${data.phase} ${data.upload.fileName}`);
  await expect.poll(phases).toContain('completed a.txt');

  write(lines('folders:', '  - path: more', '    settleSeconds: 0.3'));
  writeFileSync(join(folder.path, 'more', 'b.txt'), 'Microsoft reported.');
  agent.child.kill('SIGHUP');
  await expect.poll(phases).toContain('completed b.txt');
  expect(settings().folders.map(({ path }: { path: string }) => path)).toEqual([join(folder.path, 'more')]);

  write(lines('folderz: []'));
  agent.child.kill('SIGHUP');
  await expect.poll(() => agent.stderr()).toMatch(/sluice\.yaml:7:1: folderz is no key of this file/);
  const health = async () => (await run('status', '--json')).stdout;
  await expect.poll(health).toContain('CONFIGURATION_REFUSED');
  const check = await run('status', '--check');
  expect([check.code, check.stdout]).toEqual([2, expect.stringMatching(/^WARNING: /)]);
  expect(settings().folders).toHaveLength(1);

  write(lines(...inFolder));
  agent.child.kill('SIGHUP');
  await expect.poll(health).not.toContain('CONFIGURATION_REFUSED');
  agent.child.kill('SIGTERM');
  expect((await agent.ended).code).toBe(0);
});

test('an upload under way goes on while the file is read anew: it is sent once', async () => {
  write(lines('    uploadBandwidth: 150kB', ...inFolder));
  mkdirSync(join(folder.path, 'more'));
  writeFileSync(join(folder.path, 'in', 'long.txt'), 'nothing is in it '.repeat(30_000));
  const agent = startSluice(['watch', '--json', '--data-dir', 'data', '--config', 'sluice.yaml'], {
    directory: folder.path,
  });
  onTestFinished(async () => {
    agent.child.kill('SIGKILL');
    await agent.ended;
  });
  const status = async () => (await run('status', '--json')).stdout;
  await expect.poll(status).toMatch(/"(?:putting|reserved)":1/);
  write(lines('    uploadBandwidth: 150kB', ...inFolder, '  - path: more', '    settleSeconds: 0.3'));
  agent.child.kill('SIGHUP');
  const applied = () => agent.lines().filter(({ event }) => event === 'configuration');
  await expect.poll(applied).toHaveLength(2);
  expect(await status()).toMatch(/"(?:putting|reserved)":1/);
  const uploads = () =>
    eventsOf(agent.stdout()).flatMap(({ event, data }) => (event === 'upload' ? [data] : []));
  await expect.poll(() => uploads().map(({ phase }) => phase)).toContain('completed');
  expect(uploads().map(({ phase, upload }) => [phase, upload.attempts])).toEqual([
    ['uploaded', 0],
    ['completed', 0],
  ]);
});

test('the key of the environment is for the first profile that a file brings, tags included', async () => {
  write(lines('    tags: [first]', ...inFolder).replace('    key: { file: key }\n', ''));
  const given = { directory: folder.path, variables: { LC_ALL: 'C', SLUICE_API_KEY: 'the-right-key' } };
  const done = await sluice(['apply', 'sluice.yaml', '--data-dir', 'data'], given);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toContain('+ tag first of profile Desk');
});

test('SIGHUP while the agent still starts ends nothing: the file is read once more', async () => {
  write(lines(...inFolder));
  const agent = startSluice(['watch', '--json', '--data-dir', 'data', '--config', 'sluice.yaml'], {
    directory: folder.path,
  });
  onTestFinished(async () => {
    agent.child.kill('SIGKILL');
    await agent.ended;
  });
  const applied = () => agent.lines().filter(({ event }) => event === 'configuration');
  await expect.poll(applied).toHaveLength(1);
  agent.child.kill('SIGHUP');
  await expect.poll(applied).toHaveLength(2);
  agent.child.kill('SIGTERM');
  expect((await agent.ended).code).toBe(0);
  expect(agent.lines().at(-1)).toMatchObject({ event: 'stopped' });
});

test('an agent does not start on a file that is wrong, and leaves what is in force', async () => {
  write(lines('folderz: []'));
  const ended = await run('watch', '--once', '--config', 'sluice.yaml');
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('sluice.yaml:7:1: ') });
});

test('a key that others can read is used, and said', async () => {
  write(lines(...inFolder));
  await run('apply', 'sluice.yaml');
  chmodSync(join(folder.path, 'key'), 0o644);
  const ended = await run('key', 'test');
  expect(ended).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/key holds a secret and can be read by others/),
  });
});

test('the example of docs/configuration.md is valid and is applied; a second time there is nothing to change', async () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const example = /<!-- example:[^>]*-->\s+```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  write(example);
  expect(await run('validate', 'sluice.yaml')).toMatchObject({ code: 0, stderr: '' });
  write(
    example
      .replace('https://content.example.com/v1', service.baseUrl)
      .replace('https://archive.example.com/v1', service.agentsUrl),
  );
  mkdirSync(join(folder.path, 'credentials'));
  writeFileSync(join(folder.path, 'credentials/api-key'), 'the-right-key', { mode: 0o600 });
  const apply = () =>
    sluice(['apply', 'sluice.yaml', '--data-dir', 'data', '--prune'], {
      directory: folder.path,
      variables: { LC_ALL: 'C', CREDENTIALS_DIRECTORY: join(folder.path, 'credentials') },
    });
  const done = await apply();
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toMatch(/\+ folder \/srv\/research\/inbox\n/);
  expect(done.stdout).toMatch(/\+ tag broker research of profile Research\n/);
  expect(await apply()).toMatchObject({ code: 0, stdout: 'Nothing to change.\n' });
  expect(settings().folders[0]).not.toHaveProperty('share');
  expect(settings().folders[0]).toMatchObject({
    maxSize: 200_000_000,
    tagRules: [{ pattern: '^(?<year>\\d{4})/', tag: 'year $<year>' }],
  });
});
