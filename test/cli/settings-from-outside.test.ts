import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { json, type LocalServer, startLocalServer } from '#core/service/testing/local-server.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { dataOf } from './support/answer-of.ts';
import { runInProcess } from './support/in-process.ts';
import { temporaryFolder } from './support/program.ts';

/** The service of the user, and the server of somebody who hands over a backup or a configuration file. */
let service: LocalServer;
let evil: LocalServer;
let folder: ReturnType<typeof temporaryFolder>;
const here = (name: string) => join(folder.path, name);
const given = { SLUICE_API_KEY: 'canary-of-the-user' };

beforeEach(async () => {
  folder = temporaryFolder();
  service = await startLocalServer((_, response) => json(response, 200, []));
  evil = await startLocalServer((_, response) => json(response, 200, []));
  for (const name of ['private', 'known']) mkdirSync(here(name));
  writeFileSync(here('private/report.txt'), 'Nobody else may read this.');
  writeFileSync(here('secret'), 'canary-of-a-file');
  chmodSync(here('secret'), 0o600);
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await evil[Symbol.asyncDispose]();
  folder.remove();
});

function sluice(data: string, args: string[], variables: Record<string, string> = given) {
  return runInProcess([...args, '--data-dir', here(data)], { variables, workingDirectory: folder.path });
}

const settingsOf = (data: string) =>
  JSON.parse(readFileSync(here(`${data}/settings.json`), 'utf8')) as Settings;

/** A backup that leads to the server of whoever made it. */
async function preparedBackup(): Promise<string> {
  await sluice('theirs', ['profiles', 'add', 'Archive', evil.url], {});
  await sluice('theirs', ['folders', 'add', here('private'), '--settle', '0'], {});
  const settings = settingsOf('theirs');
  const [profile] = settings.profiles;
  writeFileSync(
    here('theirs/settings.json'),
    JSON.stringify({
      ...settings,
      profiles: [
        { ...profile, agentsUrl: null },
        { ...profile, id: 'p-file', name: 'File', keyFrom: { file: here('secret') } },
      ],
      folders: [
        ...settings.folders,
        { ...settings.folders[0], id: 'f-file', path: here('known'), profileId: 'p-file' },
      ],
      network: { ...settings.network, proxy: evil.url, exceptions: 'nothing.example' },
    }),
  );
  const made = await sluice('theirs', ['backup', here('prepared.tar')], {});
  expect(made.code, made.stderr).toBe(0);
  return here('prepared.tar');
}

/** An agent that runs until it has looked at everything, and what it sent to the other server. */
async function sentByAgent(data: string): Promise<unknown[]> {
  const stop = new AbortController();
  const agent = runInProcess(['watch', '--data-dir', here(data), '--json'], {
    variables: given,
    workingDirectory: folder.path,
    interrupted: stop.signal,
  });
  const state = async () => (await sluice(data, ['status', '--json'])).stdout;
  await expect.poll(state).toContain('KEY_NOT_FOR_THIS_ADDRESS');
  for (const name of ['Archive', 'File']) {
    await sluice(data, ['tags', 'list', '--profile-name', name]);
    await sluice(data, ['call', 'workflow.executions', '--profile-name', name]);
  }
  stop.abort();
  await agent;
  return evil.seen.map(({ method, headers }) => [method, headers['x-api-key']]);
}

test.each(['a machine that was never set up', 'a machine with a profile of its own'])(
  'a prepared backup, restored on %s with --yes, gets no key and no file',
  async (machine) => {
    const backup = await preparedBackup();
    if (machine.includes('of its own')) {
      await sluice('mine', ['profiles', 'add', 'Research', service.url]);
      await sluice('mine', ['tags', 'list']);
      expect(service.seen.map(({ headers }) => headers['x-api-key'])).toEqual(['canary-of-the-user']);
    }
    const restored = await sluice('mine', ['restore', backup, '--yes', '--json']);
    expect(restored.code, restored.stderr).toBe(0);
    expect(restored.stderr).toContain('did not make this backup');
    const { leftOut, changes, takesLedger } = dataOf(restored.stdout) as {
      leftOut: object[];
      changes: object[];
      takesLedger: boolean;
    };
    expect(takesLedger).toBe(false);
    expect(leftOut).toEqual([
      { kind: 'keyFrom', name: 'File' },
      { kind: 'paused', name: here('private') },
      { kind: 'paused', name: here('known') },
      { kind: 'network', name: '' },
    ]);
    expect(changes).toContainEqual(
      expect.objectContaining({
        kind: 'profile',
        name: 'Archive',
        after: expect.objectContaining({ baseUrl: evil.url }),
      }),
    );
    expect(restored.stderr).toContain(evil.url);
    expect(await sentByAgent('mine')).toEqual([]);
    const { profiles, folders, network } = settingsOf('mine');
    expect(folders.map(({ paused }) => paused)).toEqual([true, true]);
    expect(profiles.map(({ keyFrom }) => keyFrom)).toEqual([undefined, undefined]);
    expect(network.proxy).toBe('system');
  },
);

test('settings that the user accepts are as in the backup, and keys may go to their addresses', async () => {
  const backup = await preparedBackup();
  await sluice('mine', ['restore', backup, '--yes', '--accept-settings']);
  const { folders, profiles, network } = settingsOf('mine');
  expect(folders.map(({ paused = false }) => paused)).toEqual([false, false]);
  expect(profiles.map(({ keyFrom }) => keyFrom)).toEqual([undefined, { file: here('secret') }]);
  expect(network.proxy).toBe(evil.url);
  await sluice('mine', ['tags', 'list', '--profile-name', 'Archive', '--proxy', 'none']);
  expect(evil.seen.map(({ headers }) => headers['x-api-key'])).toEqual(['canary-of-the-user']);
});

test('a backup of this data folder changes nothing that is here: its folders go on', async () => {
  await sluice('mine', ['profiles', 'add', 'Research', service.url]);
  await sluice('mine', ['folders', 'add', here('known')]);
  const before = settingsOf('mine');
  await sluice('mine', ['backup', here('own.tar')]);
  const restored = await sluice('mine', ['restore', here('own.tar'), '--yes', '--json']);
  expect(dataOf(restored.stdout)).toMatchObject({ leftOut: [], changes: [], takesLedger: true });
  expect(settingsOf('mine')).toEqual(before);
});

test("a user's own configuration file binds no other profile of the same name", async () => {
  await sluice('theirs', ['profiles', 'add', 'Research', evil.url], {});
  await sluice('theirs', ['folders', 'add', here('private')], {});
  const settings = settingsOf('theirs');
  const [profile] = settings.profiles;
  const profiles = [{ ...profile, id: 'p-good', baseUrl: service.url }, profile];
  writeFileSync(here('theirs/settings.json'), JSON.stringify({ ...settings, profiles }));
  await sluice('theirs', ['backup', here('prepared.tar')], {});
  await sluice('mine', ['restore', here('prepared.tar'), '--yes']);
  const own = { version: 1, profiles: [{ name: 'Research', baseUrl: service.url }] };
  writeFileSync(here('sluice.yaml'), JSON.stringify(own), { mode: 0o600 });
  expect((await sluice('mine', ['apply', here('sluice.yaml')])).code).toBe(0);
  const asked = await sluice('mine', ['tags', 'list', '--json']);
  expect(asked.stdout).toContain('KEY_NOT_FOR_THIS_ADDRESS');
  expect(evil.seen).toEqual([]);
  const other = await sluice('mine', ['tags', 'list', '--base-url', service.url]);
  expect(other.code, other.stderr).toBe(0);
  expect(service.seen.map(({ headers }) => headers['x-api-key'])).toEqual(['canary-of-the-user']);
});

const configuration = () => ({
  version: 1,
  profiles: [{ name: 'File', baseUrl: evil.url, key: { file: here('secret') } }],
  folders: [{ path: here('private'), profile: 'File', settleSeconds: 0 }],
  network: { proxy: evil.url },
});

test.skipIf(process.platform === 'win32')(
  'a configuration file that others can change sets no place of a key and no proxy, and its folders come paused',
  async () => {
    writeFileSync(here('sluice.yaml'), JSON.stringify(configuration()));
    chmodSync(here('sluice.yaml'), 0o666);
    const applied = await sluice('mine', ['apply', here('sluice.yaml'), '--json']);
    expect(applied.code, applied.stderr).toBe(0);
    expect(applied.stderr).toContain('chmod g-w');
    expect(dataOf(applied.stdout)).toMatchObject({
      leftOut: [
        { kind: 'keyFrom', name: 'File' },
        { kind: 'paused', name: here('private') },
        { kind: 'network' },
      ],
    });
    await sluice('mine', ['tags', 'list']);
    expect(evil.seen).toEqual([]);
    // The same again changes nothing, and lets nothing go on.
    const again = await sluice('mine', ['apply', here('sluice.yaml'), '--json']);
    expect(dataOf(again.stdout)).toMatchObject({ changes: [] });
    expect(settingsOf('mine').folders.map(({ paused }) => paused)).toEqual([true]);

    chmodSync(here('sluice.yaml'), 0o644);
    const own = await sluice('mine', ['apply', here('sluice.yaml'), '--json']);
    expect(dataOf(own.stdout)).toMatchObject({ leftOut: [] });
    await sluice('mine', ['tags', 'list', '--proxy', 'none'], {});
    expect(evil.seen.map(({ headers }) => headers['x-api-key'])).toEqual(['canary-of-a-file']);
  },
);
