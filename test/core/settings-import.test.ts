import { expect, test } from 'vitest';
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
  await save({ baseUrl: 'https://agents.example@elsewhere.example' });
  expect(await hasKey()).toBe(false);
});
