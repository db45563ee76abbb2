import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCore } from '#core/create-core.ts';
import { isPageCall } from '#core/public/is-page-call.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { folderDefaults } from '#shared/settings/watch-folder.ts';
import { openSettingsStore } from '../../src/cli/adapters/settings-store.ts';
import { addUploads, createEngine, until } from '../support/engine-fixture.ts';

test('a page can neither apply a configuration nor say where a key lies; an imported file loses that', async () => {
  expect(isPageCall('settings.configure')).toBe(false);
  const engine = await createEngine();
  const core = await engine.start('none');
  const keyFrom = { file: '/etc/shadow' };
  const given = { id: 'test', name: 'Test', keyFrom } as never;
  await core.calls['profiles.save']({ profile: given });
  expect(engine.settings.get().profiles[0]?.keyFrom).toBeUndefined();

  const { settings } = await core.calls['settings.get']({});
  const text = JSON.stringify({
    ...settings,
    profiles: settings.profiles.map((one) => ({ ...one, keyFrom })),
  });
  await core.calls['settings.import']({ text, mode: 'replace' });
  expect(engine.settings.get().profiles[0]?.keyFrom).toBeUndefined();
});

test('where a key lies stays when a page changes the profile, and when a file is imported', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const keyFrom = { credential: 'desk' };
  await engine.settings.update((current) => ({
    ...current,
    profiles: current.profiles.map((one) => ({ ...one, keyFrom })),
  }));
  await core.calls['profiles.save']({ profile: { id: 'test', name: 'Renamed' } });
  const { settings } = await core.calls['settings.get']({});
  const text = JSON.stringify({
    ...settings,
    profiles: settings.profiles.map((one) => ({ ...one, requestsPerMinute: 60 })),
  });
  await core.calls['settings.import']({ text, mode: 'replace' });
  expect(engine.settings.get().profiles[0]).toMatchObject({
    name: 'Renamed',
    requestsPerMinute: 60,
    keyFrom,
  });
});

test('a file without a certificate is refused in a configuration, and doctor reports one in force also where the service is on loopback', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const certificates = engine.file('empty.pem', 'no certificate');
  const { problems } = await core.calls['settings.configure']({
    text: JSON.stringify({ version: 1, network: { certificates } }),
    path: 'sluice.yaml',
    base: engine.dataDirectory,
    isOwn: true,
    mode: 'apply',
    prune: false,
  });
  expect(problems).toMatchObject([{ key: 'network.certificates', said: { code: 'usage.noCertificate' } }]);
  const told = async () => {
    const { checks } = await core.calls['agent.doctor']({});
    return checks.map(({ said }) => said?.code ?? '').filter((code) => code.startsWith('check.trust'));
  };
  expect(await told()).toEqual([]);
  await engine.settings.update((current) => ({
    ...current,
    network: { ...current.network, certificates },
  }));
  expect(await told()).toEqual(['check.trust.noFile']);
});

test('a configuration file may have 200 folders, and two names of one folder are refused', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const names = Array.from({ length: 200 }, (_, at) => `folder ${at}`);
  for (const name of names) mkdirSync(join(engine.directory, name));
  symlinkSync(join(engine.directory, 'folder 7'), join(engine.directory, 'link'));
  const configure = (paths: readonly string[]) =>
    core.calls['settings.configure']({
      text: JSON.stringify({ version: 1, folders: paths.map((path) => ({ path, profile: 'Test' })) }),
      path: join(engine.directory, 'sluice.yaml'),
      base: engine.directory,
      mode: 'look',
      prune: false,
      isOwn: true,
    });
  expect(await configure(names)).toMatchObject({ problems: [] });
  const { problems } = await configure(['folder 7', 'folder 8', 'link']);
  expect(problems.map(({ said }) => said.code)).toEqual(['usage.watchedAs', 'usage.watchedAs']);
});

test('what a file chooses is stored also where that is the default, and what it leaves out follows the default', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const path = join(engine.directory, 'inbox');
  mkdirSync(path);
  const { id } = await core.calls['folders.add']({ folder: { path, label: 'desk', share: false } });
  let updates = 0;
  engine.settings.onChange(() => {
    updates += 1;
  });
  const apply = async (mode: 'look' | 'apply', rules: object) => {
    const { problems, changes } = await core.calls['settings.configure']({
      text: JSON.stringify({ version: 1, folders: [{ path, label: 'desk', ...rules }] }),
      path: 'sluice.yaml',
      base: engine.directory,
      isOwn: true,
      mode,
      prune: false,
    });
    expect([problems, changes.filter(({ action }) => action !== 'keep')]).toEqual([[], []]);
    return engine.settings.stored().folders[0];
  };
  const known = { id, path, profileId: 'test', label: 'desk' };
  const { settleSeconds } = folderDefaults;
  expect(await apply('look', { settleSeconds })).toEqual({ ...known, share: false });
  expect(await apply('apply', { settleSeconds })).toEqual({ ...known, settleSeconds });
  expect(await apply('apply', { settleSeconds })).toEqual({ ...known, settleSeconds });
  expect(updates).toBe(1);
  expect(await apply('apply', {})).toEqual(known);
});

test('a file that cannot be put into force is reported until one is, whatever kept it', async () => {
  const engine = await createEngine();
  const core = await engine.start('uploads');
  const { update } = engine.settings;
  const file = { path: '/sluice.yaml', base: '/', isOwn: true, mode: 'apply', prune: false } as const;
  const text = 'version: 1\nactiveProfile: Test\npreferences: { notifications: false }\n';
  const codes = async () => (await core.calls['agent.status']({})).health.findings.map(({ code }) => code);
  engine.settings.update = () => Promise.reject(new AppError('CONFLICT'));
  await expect(core.calls['settings.configure']({ ...file, text })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect(await codes()).toContain('CONFIGURATION_REFUSED');
  engine.settings.update = update;
  await core.calls['settings.configure']({ ...file, text });
  expect(await codes()).toEqual([]);
});

test('what a removed profile left undone counts nowhere until it is added again', async () => {
  const engine = await createEngine({ sandbox: { enrichSeconds: [600, 600] } });
  const core = await engine.start('uploads');
  await addUploads(core, [engine.file('a.txt')]);
  const counts = async () => (await core.calls['agent.status']({})).counts;
  await until('it is there', async () => (await counts()).processing === 1);
  const { profiles } = engine.settings.get();
  await core.calls['profiles.remove']({ profileId: 'test' });
  expect(await counts()).toEqual({});
  await engine.settings.update((settings) => ({ ...settings, profiles }));
  expect(await counts()).toEqual({ processing: 1 });
});

test('what another process changed a moment ago is no reason to leave the file out of force', async () => {
  const engine = await createEngine();
  const directory = engine.dataDirectory;
  mkdirSync(directory);
  const settings = await openSettingsStore({ directory });
  onTestFinished(() => settings.close());
  await settings.update(() => engine.settings.stored());
  const core = createCore({ ...engine.dependencies, settings });
  onTestFinished(() => core.stop());
  await core.start('none');
  const path = join(engine.directory, 'in');
  mkdirSync(path);
  const apply = () =>
    core.calls['settings.configure']({
      text: JSON.stringify({ version: 1, folders: [{ path }] }),
      ...{ path: 'sluice.yaml', base: engine.directory, isOwn: true, mode: 'apply', prune: false },
    });
  expect(await apply()).toMatchObject({ problems: [], changes: [{ action: 'add' }] });
  const command = await openSettingsStore({ directory });
  onTestFinished(() => command.close());
  await command.update((current) => ({ ...current, folders: [] }));
  expect(await apply()).toMatchObject({ problems: [], changes: [{ action: 'add' }] });
  expect(settings.get().folders).toHaveLength(1);
});
