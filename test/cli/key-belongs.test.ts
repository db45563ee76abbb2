import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { json, type LocalServer, startLocalServer } from '#core/service/testing/local-server.ts';
import { startAgent } from '../ui/support/agent.ts';
import { enter } from '../ui/support/page.ts';
import { runInProcess } from './support/in-process.ts';
import { temporaryFolder } from './support/program.ts';

/** Three services of different subscriptions; each records the keys that it received. */
const names = ['one', 'two', 'three'] as const;
type Name = (typeof names)[number];
let servers: Record<Name, LocalServer>;
let folder: ReturnType<typeof temporaryFolder>;
const here = (name: string) => join(folder.path, name);

beforeEach(async () => {
  folder = temporaryFolder();
  const started = names.map(async (name) => [name, await startService()] as const);
  servers = Object.fromEntries(await Promise.all(started)) as typeof servers;
});
afterEach(async () => {
  for (const server of Object.values(servers)) await server[Symbol.asyncDispose]();
  folder.remove();
});

const startService = () => startLocalServer((_, response) => json(response, 200, []));

function sluice(args: string[], variables: Record<string, string> = {}, input?: string) {
  return runInProcess([...args, '--data-dir', here('data')], {
    variables,
    workingDirectory: folder.path,
    ...(input === undefined ? {} : { input }),
  });
}

/** One request of a profile, and the code that the command reports when it sends nothing. */
async function ask(name: string, variables: Record<string, string> = {}, ...more: string[]) {
  const { stdout } = await sluice(['tags', 'list', '--profile-name', name, '--json', ...more], variables);
  return /"code":"(KEY_\w+)"/.exec(stdout)?.[1] ?? 'sent';
}

/** The keys that each service received, each once. */
const received = () =>
  Object.fromEntries(
    names.map((name) => [name, [...new Set(servers[name].seen.map(({ headers }) => headers['x-api-key']))]]),
  );

function file(name: string, text: string): string {
  writeFileSync(here(name), text);
  chmodSync(here(name), 0o600);
  return here(name);
}

function credentials(keys: Record<string, string>): Record<string, string> {
  mkdirSync(here('credentials'), { recursive: true });
  for (const [name, key] of Object.entries(keys)) file(`credentials/${name}`, key);
  return { CREDENTIALS_DIRECTORY: here('credentials') };
}

/** Ways by which a key that is not in the data folder comes to a command. */
const outside: [string, (key: string) => Record<string, string>][] = [
  ['variable', (key) => ({ SLUICE_API_KEY: key })],
  ['file', (key) => ({ SLUICE_API_KEY_FILE: file('outside-key', key) })],
  ['credential', (key) => credentials({ 'api-key': key })],
];

test.each(outside)(
  'a key from outside (%s) stays with the profile that it was first used for',
  async (_, give) => {
    for (const name of names) await sluice(['profiles', 'add', name, servers[name].url]);
    const given = give('key-of-one');
    expect(await ask('one', given)).toBe('sent');
    expect(await ask('two', given)).toBe('KEY_NOT_FOR_THIS_ADDRESS');
    await sluice(['profiles', 'use', 'three']);
    expect(await ask('three', given)).toBe('KEY_NOT_FOR_THIS_ADDRESS');
    expect(await ask('one', given)).toBe('sent');
    // Also not where somebody names the address of another profile, or of a new one.
    await sluice(['tags', 'list', '--base-url', servers.two.url], given);
    await sluice(['tags', 'list', '--base-url', servers.three.url, '--profile-name', 'fourth'], given);
    expect(received()).toEqual({ one: ['key-of-one'], two: [], three: [] });
  },
);

test.each(outside)('a stored key of another profile wins over a key from outside (%s)', async (_, give) => {
  for (const name of names) await sluice(['profiles', 'add', name, servers[name].url]);
  await sluice(['key', 'set', '--profile-name', 'two'], {}, 'key-of-two');
  const given = give('key-of-one');
  // Before the key from outside was used for any profile, and after.
  expect(await ask('two', given)).toBe('sent');
  expect(await ask('one', given)).toBe('sent');
  expect(await ask('two', given)).toBe('sent');
  await sluice(['profiles', 'use', 'two']);
  await sluice(['doctor'], given);
  expect(received()).toEqual({ one: ['key-of-one'], two: ['key-of-two'], three: [] });
});

test.each(outside)(
  'a profile with its own key gets that one or none, never the one from outside (%s)',
  async (_, give) => {
    const configuration = file(
      'sluice.yaml',
      JSON.stringify({
        version: 1,
        profiles: [
          { name: 'one', baseUrl: servers.one.url, key: { credential: 'api-key' } },
          { name: 'two', baseUrl: servers.two.url, key: { credential: 'archive-key' } },
          { name: 'three', baseUrl: servers.three.url, key: { variable: 'SLUICE_API_KEY_THREE' } },
        ],
        activeProfile: 'two',
      }),
    );
    await sluice(['apply', configuration]);
    const variables = {
      ...give('key-of-one'),
      ...credentials({ 'api-key': 'key-of-one', 'archive-key': 'key-of-two' }),
    };
    for (const name of ['one', 'two'] as const) expect(await ask(name, variables)).toBe('sent');
    expect(await ask('three', variables)).toBe('KEY_MISSING');
    expect((await sluice(['tags', 'list'], variables)).code).toBe(0);
    await sluice(['tags', 'list', '--base-url', servers.three.url], variables);
    await sluice(['doctor'], variables);
    expect(received()).toEqual({ one: ['key-of-one'], two: ['key-of-two'], three: [] });
    // What somebody stores for such a profile would never be used.
    const stored = await sluice(['key', 'set', '--profile-name', 'three'], {}, 'key-of-three');
    expect(stored.code).toBe(2);
    const all = { ...variables, SLUICE_API_KEY_THREE: 'key-of-three' };
    expect(await ask('three', all)).toBe('sent');
    expect((await sluice(['doctor', '--json'], all)).stdout).not.toMatch(/"KEY_/);
  },
);

test('a second key from outside is for the profile whose address is on the same command line', async () => {
  const own = (key: string) => ({ SLUICE_API_KEY: key });
  const list = (name: Name, key: string) =>
    sluice(['tags', 'list', '--base-url', servers[name].url], own(key));
  await list('one', 'key-of-one');
  await list('two', 'key-of-two');
  // Swapped, each is refused; a key that nobody knows is the next one of the profile that had one before.
  await list('one', 'key-of-two');
  await list('two', 'key-of-one');
  await sluice(['profiles', 'add', 'third', servers.three.url]);
  expect(await ask('third', own('key-nobody-knows'))).toBe('KEY_NOT_FOR_THIS_ADDRESS');
  expect(received()).toEqual({ one: ['key-of-one'], two: ['key-of-two'], three: [] });
  await list('one', 'next-key-of-one');
  expect(received().one).toEqual(['key-of-one', 'next-key-of-one']);
  expect(readFileSync(here('data/keys.json'), 'utf8')).not.toContain('key-of-one');
});

test.each(outside)(
  'a new key from outside (%s) goes to no profile where it may be the next one of several',
  async (_, give) => {
    for (const name of ['one', 'two'] as const) {
      await sluice(['profiles', 'add', name, servers[name].url]);
      await sluice(['tags', 'list', '--base-url', servers[name].url], give(`key-of-${name}`));
    }
    // Two is in force; the new key may be meant for one.
    const next = give('next-key');
    expect((await sluice(['tags', 'list', '--json'], next)).stdout).toContain('KEY_NOT_FOR_THIS_ADDRESS');
    expect(received()).toEqual({ one: ['key-of-one'], two: ['key-of-two'], three: [] });
    await sluice(['key', 'allow', '--profile-name', 'one', '--yes'], next);
    expect(await ask('one', next)).toBe('sent');
    // A profile that is gone has no next key.
    expect((await sluice(['profiles', 'remove', 'one', '--yes'])).code).toBe(0);
    expect(await ask('two', give('next-key-of-two'))).toBe('sent');
    expect(received().two).toEqual(['key-of-two', 'next-key-of-two']);
  },
);

test('a second profile of one name gets its own key as `profiles add` advises', async () => {
  for (const name of ['one', 'two'] as const) {
    const { stdout } = await sluice(['profiles', 'add', 'Research', servers[name].url]);
    const [, named = ''] = /--profile-name "(.+?)"/.exec(stdout) ?? [];
    expect((await sluice(['key', 'set', '--profile-name', named], {}, `key-of-${name}`)).code).toBe(0);
    expect(await ask(named)).toBe('sent');
  }
  const { code, stderr } = await sluice(['key', 'set', '--profile-name', 'Research'], {}, 'key-of-two');
  expect([code, stderr]).toEqual([2, expect.stringContaining('everal profiles are called Research')]);
  expect(received()).toEqual({ one: ['key-of-one'], two: ['key-of-two'], three: [] });
});

test('what a person says outright lets a key from outside go to another profile', async () => {
  for (const name of names) await sluice(['profiles', 'add', name, servers[name].url]);
  const given = { SLUICE_API_KEY: 'shared-key' };
  expect(await ask('one', given)).toBe('sent');
  expect(await ask('two', { ...given, SLUICE_API_KEY_ORIGIN: servers.two.url })).toBe('sent');
  expect(await ask('two', given)).toBe('KEY_NOT_FOR_THIS_ADDRESS');
  expect((await sluice(['key', 'allow', '--profile-name', 'three', '--yes'], given)).code).toBe(0);
  expect(await ask('three', given)).toBe('sent');
  expect(await ask('one', given)).toBe('sent');
  // `key set` reads the same variable, and would store a key under the wrong profile.
  const stored = await sluice(['key', 'set', '--profile-name', 'two'], given, 'key-of-two');
  expect(stored.code).toBe(0);
  expect(await ask('two', { ...given, SLUICE_API_KEY_ORIGIN: servers.one.url })).toBe('sent');
  expect(received()).toEqual({
    one: ['shared-key'],
    two: ['shared-key', 'key-of-two'],
    three: ['shared-key'],
  });
});

test('an agent sends the key from outside for its profile, also when another one is in force', async () => {
  for (const name of names) await sluice(['profiles', 'add', name, servers[name].url]);
  const given = { SLUICE_API_KEY: 'key-of-one' };
  expect(await ask('one', given)).toBe('sent');
  const sent = servers.one.seen.length;
  for (const name of names) {
    mkdirSync(here(name));
    writeFileSync(here(`${name}/note.txt`), `A note for ${name}.`);
    await sluice(['folders', 'add', here(name), '--profile-name', name, '--settle', '0']);
  }
  await sluice(['profiles', 'use', 'two']);
  const stop = new AbortController();
  const agent = runInProcess(['watch', '--data-dir', here('data')], {
    variables: given,
    workingDirectory: folder.path,
    interrupted: stop.signal,
  });
  const posts = () => servers.one.seen.length - sent;
  await expect.poll(posts).toBeGreaterThan(0);
  stop.abort();
  await agent;
  expect(received()).toEqual({ one: ['key-of-one'], two: [], three: [] });
});

test('a profile that no command made has no addresses that a key may go to', async () => {
  await sluice(['profiles', 'add', 'one', servers.one.url]);
  const path = here('data/settings.json');
  const settings = JSON.parse(readFileSync(path, 'utf8')) as { profiles: object[]; activeProfileId: string };
  settings.profiles.push({ ...settings.profiles[0], id: 'p-planted', name: 'two', baseUrl: servers.two.url });
  writeFileSync(path, JSON.stringify({ ...settings, activeProfileId: 'p-planted' }));
  const given = { SLUICE_API_KEY: 'key-of-one' };
  expect(await ask('two', given)).toBe('KEY_NOT_FOR_THIS_ADDRESS');
  expect(received()).toEqual({ one: [], two: [], three: [] });
});

test('a key of a configuration file goes to the addresses in it, not to those of a page that took the name first', async () => {
  const agent = await startAgent(folder.path);
  const page = await enter(agent.addresses()[0] as string);
  const save = async (profile: object) =>
    (await page.call('profiles.save', { profile })).json().value as { id: string };
  const { id } = await save({ name: 'one', baseUrl: servers.two.url });
  const text = `version: 1\nprofiles: [{ name: one, baseUrl: "${servers.one.url}", key: { file: ${file('key', 'key-of-one')} } }]`;
  expect((await sluice(['apply', file('conf.yaml', text)])).code).toBe(0);
  expect(await ask('one')).toBe('sent');
  await expect.poll(async () => (await page.call('settings.get')).text).toContain(servers.one.url);
  await save({ id, name: 'one', baseUrl: servers.two.url });
  expect(await ask('one')).toBe('KEY_NOT_FOR_THIS_ADDRESS');
  expect(received()).toEqual({ one: ['key-of-one'], two: [], three: [] });
});

/** Ways to make another profile of an address and name that a renamed profile had first. */
const ways: [string, (key: string) => Promise<unknown>][] = [
  ['by hand', () => sluice(['profiles', 'add', 'one', servers.one.url])],
  ['by --base-url', () => sluice(['status', '--base-url', servers.one.url, '--profile-name', 'one'])],
  [
    'by a configuration',
    (key) => {
      const profiles = [{ name: 'one', baseUrl: servers.one.url, key: { file: key } }];
      return sluice(['apply', file('sluice.yaml', JSON.stringify({ version: 1, profiles }))]);
    },
  ],
  [
    'in a page',
    async () => {
      const agent = await startAgent(folder.path);
      const page = await enter(agent.addresses()[0] as string);
      await page.call('profiles.save', { profile: { name: 'one', baseUrl: servers.one.url } });
    },
  ],
];

test.each(ways)('a renamed profile keeps its key and folders (%s)', async (_, add) => {
  await sluice(['profiles', 'add', 'one', servers.one.url]);
  await sluice(['key', 'set'], {}, 'key-of-old');
  await sluice(['folders', 'add', folder.path]);
  await sluice(['profiles', 'edit', 'one', '--name', 'old']);
  await add(file('new-key', 'key-of-new'));
  const { profiles, folders } = JSON.parse(readFileSync(join(here('data'), 'settings.json'), 'utf8'));
  const [old, one] = profiles;
  expect([old.name, one?.name, folders[0].profileId]).toEqual(['old', 'one', old.id]);
  expect(one.id).not.toBe(old.id);
  await ask('old');
  expect(received().one).toEqual(['key-of-old']);
});

test('a file that a key is read from is not uploaded, nor a copy of it', async () => {
  mkdirSync(here('in'));
  const one = { file: file('in/one.key', 'KEY-ONE') };
  const two = { file: file('in/two.txt', '\ufeffKEY-TWO\r\n') };
  file('in/copy.txt', 'KEY-TWO');
  const profiles = [
    { name: 'one', baseUrl: servers.one.url, key: one },
    { name: 'two', baseUrl: servers.two.url, key: two },
  ];
  file('sluice.yaml', JSON.stringify({ version: 1, profiles }));
  const applied = await sluice(['apply', 'sluice.yaml']);
  expect(applied.code, applied.stderr).toBe(0);
  const { code, stdout } = await sluice(['upload', 'in', '--profile-name', 'one', '--json']);
  expect(code).toBe(6);
  expect(stdout.match(/"code":"FILE_IS_SECRET"/g)).toHaveLength(3);
  expect(servers.one.seen.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a file that contains a stored key is not uploaded, whatever profile the key is of', async () => {
  mkdirSync(here('in'));
  for (const name of names) await sluice(['profiles', 'add', name, servers[name].url]);
  await sluice(['key', 'set', '--profile-name', 'one'], {}, 'stored-key-of-one');
  await sluice(['key', 'set', '--profile-name', 'two'], {}, 'stored-key-of-two');
  await sluice(['key', 'set', '--profile-name', 'three'], {}, 'stored-key-of-three');
  file('in/three.key', 'stored-key-of-three\n');
  file('in/.env', 'export SLUICE_API_KEY="stored-key-of-three"\n');
  file('in/keys-of-data-folder.json', readFileSync(here('data/keys.json'), 'utf8'));
  writeFileSync(here('in/utf-16.txt'), Buffer.from('\ufeffstored-key-of-two\r\n', 'utf16le'));
  const otherFolder = { variables: {}, workingDirectory: folder.path, input: 'key-of-another-data-folder' };
  await runInProcess(['profiles', 'add', 'one', servers.one.url, '--data-dir', here('other')], otherFolder);
  await runInProcess(['key', 'set', '--data-dir', here('other')], otherFolder);
  file('in/keys.json', `\ufeff${readFileSync(here('other/keys.json'), 'utf8')}`);
  const sent = ['three.key', '.env', 'keys-of-data-folder.json', 'utf-16.txt', 'keys.json'];
  const paths = sent.map((name) => here(`in/${name}`));
  const { code, stdout } = await sluice(['upload', ...paths, '--profile-name', 'one', '--json']);
  expect(code).toBe(6);
  expect(stdout.match(/"code":"FILE_IS_SECRET"/g)).toHaveLength(5);
  expect(servers.one.seen.filter(({ method }) => method === 'POST')).toEqual([]);
});
