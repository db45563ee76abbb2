import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, type LocalServer, startLocalServer } from '#core/service/testing/local-server.ts';
import { insecureSentence } from '#shared/settings/insecure-address.ts';
import { runInProcess } from './support/in-process.ts';
import { temporaryFolder } from './support/program.ts';

const canary = 'canary-key-77aa01bd';
let service: LocalServer;
let evil: LocalServer;
let folder: { path: string; remove: () => void };
const here = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = temporaryFolder();
  service = await startLocalServer((_, response) => json(response, 200, []));
  evil = await startLocalServer((_, response) => json(response, 200, []));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await evil[Symbol.asyncDispose]();
  folder.remove();
});

const environment = { SLUICE_API_KEY: canary };

function sluice(args: string[], { variables = {}, input = '', interrupted }: Given = {}) {
  return runInProcess(args, {
    variables,
    input,
    workingDirectory: folder.path,
    ...(interrupted === undefined ? {} : { interrupted }),
  });
}

interface Given {
  readonly variables?: Record<string, string>;
  readonly input?: string;
  readonly interrupted?: AbortSignal;
}

/** A data folder with a profile for the service, its key kept or only in the environment. */
async function setUp(name: string, how: 'kept' | 'environment'): Promise<string> {
  const data = here(name);
  const added = await sluice(['profiles', 'add', 'mine', service.url, '--data-dir', data]);
  expect(added.code, added.stderr).toBe(0);
  if (how === 'kept') await sluice(['key', 'set', '--data-dir', data], { input: canary });
  return data;
}

const ways = [
  {
    way: 'an edited address',
    lead: (data: string) => sluice(['profiles', 'edit', 'mine', '--address', evil.url, '--data-dir', data]),
  },
  {
    way: 'another address of the workflows',
    lead: (data: string) => sluice(['profiles', 'edit', 'mine', '--agents', evil.url, '--data-dir', data]),
  },
  {
    way: 'a settings file that somebody edited',
    lead: async (data: string) => {
      const path = join(data, 'settings.json');
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(service.url, evil.url));
    },
  },
];

test.each(ways.flatMap((one) => (['kept', 'environment'] as const).map((how) => ({ ...one, how }))))(
  'a key ($how) does not follow $way',
  async ({ way, lead, how }) => {
    const data = await setUp(`${way}-${how}`.replaceAll(' ', '-'), how);
    const variables = how === 'environment' ? environment : {};
    await lead(data);
    const seen = evil.seen.length;
    for (const command of [['tags', 'list'], ['doctor'], ['call', 'workflow.executions']]) {
      const { stdout, stderr } = await sluice([...command, '--data-dir', data, '--json'], { variables });
      if (!/workflows/.test(way)) expect(stdout + stderr).toContain('KEY_NOT_FOR_THIS_ADDRESS');
    }
    expect(evil.seen.slice(seen).map(({ headers }) => headers['x-api-key'])).toEqual([]);
    const allowed = await sluice(['key', 'allow', '--yes', '--data-dir', data], { variables });
    expect(allowed.stdout).toContain(evil.url);
    await sluice(['doctor', '--data-dir', data], { variables });
    await sluice(['call', 'workflow.executions', '--data-dir', data], { variables });
    expect(evil.seen.slice(seen).map(({ headers }) => headers['x-api-key'])).toContain(canary);
  },
);

test('a new key goes to no address of the profile that the one before was not for', async () => {
  const data = await setUp('rotated', 'kept');
  await sluice(['profiles', 'edit', 'mine', '--agents', evil.url, '--data-dir', data]);
  const seen = evil.seen.length;
  const set = await sluice(['key', 'set', '--data-dir', data], { input: canary });
  expect(set.stdout).toContain(`may go to ${service.url}, and nowhere else`);
  expect(set.stdout).toContain(`not for ${evil.url}`);
  expect((await sluice(['tags', 'list', '--data-dir', data])).code).toBe(0);
  await sluice(['call', 'workflow.executions', '--data-dir', data]);
  expect(evil.seen.slice(seen)).toEqual([]);
  await sluice(['key', 'forget', '--yes', '--data-dir', data]);
  const next = await sluice(['key', 'set', '--data-dir', data], { input: canary });
  expect(next.stdout).toContain(`not for ${evil.url}`);
  await sluice(['key', 'allow', '--yes', '--data-dir', data]);
  const again = await sluice(['key', 'set', '--data-dir', data], { input: canary });
  expect(again.stdout).toContain(`may go to ${service.url} and ${evil.url}`);
});

test('an agent that runs takes its key nowhere when the settings change under it', async () => {
  const data = await setUp('live', 'kept');
  const seen = evil.seen.length;
  const stop = new AbortController();
  const agent = sluice(['watch', '--data-dir', data, '--verbose'], { interrupted: stop.signal });
  const path = join(data, 'settings.json');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(service.url, evil.url));
  writeFileSync(here('one.txt'), 'One document.');
  // It is handed over to the agent, which says what hinders it.
  await sluice(['upload', here('one.txt'), '--data-dir', data, '--json']);
  const status = async () => (await sluice(['status', '--data-dir', data, '--json'])).stdout;
  await expect.poll(status).toContain('KEY_NOT_FOR_THIS_ADDRESS');
  stop.abort();
  await agent;
  expect(evil.seen.slice(seen)).toEqual([]);
});

test('the key of the environment is for what is named with it', async () => {
  const data = await setUp('named', 'environment');
  const run = (variables: Record<string, string>, ...more: string[]) =>
    sluice(['tags', 'list', '--data-dir', data, '--json', ...more], {
      variables: { ...environment, ...variables },
    });
  expect((await run({})).code).toBe(0);
  const other = await run({ SLUICE_API_KEY_ORIGIN: 'https://service.example' });
  expect([other.code, other.stdout]).toEqual([4, expect.stringContaining('KEY_NOT_FOR_THIS_ADDRESS')]);
  expect((await run({ SLUICE_API_KEY_ORIGIN: `https://a.example, ${service.url}/api` })).code).toBe(0);
  expect((await run({ SLUICE_API_KEY_ORIGIN: 'service' })).code).toBe(2);
});

test('an address that is not https, or that holds a password, is taken from nobody without the sentence', async () => {
  const data = here('insecure');
  const run = (...args: string[]) =>
    sluice([...args, '--data-dir', data, '--json'], { variables: environment });
  for (const args of [
    ['profiles', 'add', 'far', 'http://service.example'],
    ['tags', 'list', '--base-url', 'http://service.example'],
  ]) {
    const { code, stdout } = await run(...args);
    expect([code, stdout]).toEqual([2, expect.stringContaining('INSECURE_ADDRESS')]);
    // The option, and the words that it takes.
    expect(JSON.stringify(JSON.parse(stdout)).replaceAll('\\"', '"')).toContain(
      `--accept-insecure "${insecureSentence}"`,
    );
  }
  expect(
    (await run('profiles', 'add', 'far', 'http://service.example', '--accept-insecure', 'yes')).code,
  ).toBe(2);
  const sentence = insecureSentence;
  expect(
    (await run('profiles', 'add', 'far', 'http://service.example', '--accept-insecure', sentence)).code,
  ).toBe(0);
  // What was accepted for one address is not accepted for another.
  expect((await run('profiles', 'edit', 'far', '--address', 'http://other.example')).stdout).toContain(
    'INSECURE_ADDRESS',
  );
  expect((await run('profiles', 'add', 'named', 'https://me:secret@service.example')).code).toBe(2);
});
