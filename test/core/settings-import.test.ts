import { expect, test } from 'vitest';
import { createCore } from '#core/create-core.ts';
import { keyForAnotherAddress } from '#core/ports/secrets.ts';
import { insecureSentence } from '#shared/settings/insecure-address.ts';
import { openKeyFile } from '../../src/cli/adapters/key-file.ts';
import { createSecrets } from '../../src/cli/adapters/secrets.ts';
import type { SecretReader } from '../../src/cli/variables/secret-variables.ts';
import { createEngine } from '../support/engine-fixture.ts';

test('a key stays with the address it was given for: a file that names another one loses it', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const { settings } = await core.calls['settings.get']({});
  const textWith = (change: Record<string, unknown>) =>
    JSON.stringify({ ...settings, profiles: settings.profiles.map((one) => ({ ...one, ...change })) });
  const hasKey = async () => (await core.calls['settings.get']({})).keysPresent.test;
  const elsewhere = { baseUrl: 'https://elsewhere.example/api' };

  await core.calls['settings.import']({ text: textWith({ requestsPerMinute: 60 }), mode: 'replace' });
  await core.calls['settings.import']({ text: textWith(elsewhere), mode: 'look' });
  await core.calls['settings.import']({ text: textWith(elsewhere), mode: 'keep' });
  expect(await hasKey()).toBe(true);

  await core.calls['settings.import']({ text: textWith(elsewhere), mode: 'replace' });
  expect(engine.settings.get().profiles[0]?.baseUrl).toBe(elsewhere.baseUrl);
  expect(await hasKey()).toBe(false);

  // Back to the address the key was given for, it is there again.
  await core.calls['settings.import']({ text: JSON.stringify(settings), mode: 'replace' });
  expect(await hasKey()).toBe(true);
  await core.calls['settings.import']({ text: textWith(elsewhere), mode: 'replace' });
  await core.calls['key.set']({ profileId: 'test', key: 'another' });
  const agents = { ...elsewhere, agentsUrl: 'https://agents.example' };
  await core.calls['settings.import']({ text: textWith(agents), mode: 'replace' });
  expect(await hasKey()).toBe(false);
});

test('a profile that is led to another host loses its key, and keeps it for everything else', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const save = (profile: object) => core.calls['profiles.save']({ profile: { id: 'test', ...profile } });
  const hasKey = async () => (await core.calls['settings.get']({})).keysPresent.test;
  const { baseUrl } = engine.settings.get().profiles[0] ?? { baseUrl: '' };

  await save({ name: 'Renamed', requestsPerMinute: 60, baseUrl: `${baseUrl}/below` });
  expect(await hasKey()).toBe(true);
  await save({ agentsUrl: 'https://agents.example' });
  expect(await hasKey()).toBe(false);
  await core.calls['key.set']({ profileId: 'test', key: 'another' });
  await save({ baseUrl: 'https://agents.example' });
  expect(await hasKey()).toBe(true);
  await expect(save({ baseUrl: 'https://agents.example@elsewhere.example' })).rejects.toMatchObject({
    code: 'ADDRESS_REFUSED',
  });
  expect(await hasKey()).toBe(true);
});

test('a profile from a file gets no key from outside before the user gives one for it', async () => {
  const engine = await createEngine();
  const { profiles } = engine.settings.get();
  const file = openKeyFile(engine.directory, () => undefined);
  // As the agent is after its next start: the imported profile is in force.
  const secrets = createSecrets({
    file,
    outside: { key: 'canary', profileId: 'imported', given: [], only: undefined },
    profiles: () => engine.settings.get().profiles,
    reader: {} as SecretReader,
    onKey: () => undefined,
  });
  const core = createCore({ ...engine.dependencies, secrets });
  await core.start('none');
  const imported = { ...profiles[0], id: 'imported', baseUrl: 'https://elsewhere.example' };
  const text = JSON.stringify({ ...engine.settings.get(), profiles: [imported] });
  await core.calls['settings.import']({ text, mode: 'keep' });
  expect(await secrets.getKey('imported', 'https://elsewhere.example')).toBe(keyForAnotherAddress);
  await core.calls['key.set']({ profileId: 'imported', key: 'canary' });
  expect(await secrets.getKey('imported', 'https://elsewhere.example')).toBe('canary');
  await core.stop();
});

test('a file accepts no risk for a person, and names no address with a password', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const { settings } = await core.calls['settings.get']({});
  const withProfile = (more: object) =>
    JSON.stringify({ ...settings, profiles: [{ ...settings.profiles[0], id: 'new', ...more }] });
  const insecure = { baseUrl: 'http://far.example', insecureAccepted: insecureSentence };
  await core.calls['settings.import']({ text: withProfile(insecure), mode: 'replace' });
  expect(engine.settings.get().profiles.find(({ id }) => id === 'new')?.insecureAccepted).toBeNull();
  // What the user accepted for one address is not accepted for the next one.
  const accepted = { id: 'test', baseUrl: 'http://near.example', insecureAccepted: insecureSentence };
  await core.calls['profiles.save']({ profile: accepted });
  await core.calls['settings.import']({ text: withProfile({ ...insecure, id: 'test' }), mode: 'replace' });
  const moved = engine.settings.get().profiles.find(({ id }) => id === 'test');
  expect(moved).toMatchObject({ baseUrl: 'http://far.example', insecureAccepted: null });
  await expect(
    core.calls['settings.import']({
      text: withProfile({ baseUrl: 'https://me:x@far.example' }),
      mode: 'keep',
    }),
  ).rejects.toMatchObject({ code: 'IMPORT_INVALID', detail: expect.stringContaining('password') });
});

test.each(['../../../escape/p', '__proto__', 'constructor', 'CON', 'a/b', 'p.'])(
  'a file that calls a profile or a folder %j is none, and nothing is written',
  async (id) => {
    const engine = await createEngine();
    const core = await engine.start('none');
    const { settings } = await core.calls['settings.get']({});
    const profile = JSON.stringify(settings.profiles[0]);
    const folder = JSON.stringify(engine.folder('f'));
    for (const part of [
      `"profiles":[${profile.replace('"id":"test"', `"id":${JSON.stringify(id)}`)}]`,
      `"folders":[${folder.replace('"id":"f"', `"id":${JSON.stringify(id)}`)}]`,
    ]) {
      const text = `{"version":1,${part}}`;
      await expect(core.calls['settings.import']({ text, mode: 'replace' })).rejects.toMatchObject({
        code: 'IMPORT_INVALID',
      });
    }
    expect(await core.calls['settings.get']({})).toMatchObject({ settings });
  },
);

test('a folder that an import paused is a finding until the user resumes it or keeps it paused', async () => {
  const engine = await createEngine();
  const marked = { paused: true, pausedFromOutside: true } as const;
  await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox', marked)] }));
  const core = await engine.start('none');
  const findings = async () =>
    (await core.calls['agent.status']({})).health.findings.map(({ level, said }) => `${level} ${said.code}`);
  expect(await findings()).toEqual(['attention health.pausedFromOutside']);
  const [{ folder } = expect.fail('no folder')] = await core.calls['folders.list']({});
  await core.calls['folders.edit']({ folderId: folder.id, changes: { paused: true } });
  expect(await findings()).toEqual([]);
  expect(engine.settings.get().folders[0]).not.toHaveProperty('pausedFromOutside');
});
