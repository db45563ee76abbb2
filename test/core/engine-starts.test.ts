import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import type { Finding } from '#shared/bridge/health.ts';
import { type Profile, profileSchema } from '#shared/settings/profile.ts';
import { addUploads, createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';

const nobody = 'postgres://anna@127.0.0.1:1/team';

/** Another profile before the one in force, and a change of that one: both get a new engine. */
async function putBefore(engine: EngineFixture, team: unknown): Promise<void> {
  const { settings, sandbox, dependencies } = engine;
  await dependencies.secrets.setKey('other', sandbox.apiKey, [new URL(sandbox.baseUrl).origin]);
  await settings.update((now) => {
    const own = now.profiles.find(({ id }) => id === 'test');
    const other = profileSchema.parse({ ...own, id: 'other', name: 'Other', team });
    return {
      ...now,
      activeProfileId: own?.id ?? null,
      profiles: [other, profileSchema.parse({ ...own, name: `${own?.name} again` })],
    };
  });
}

const healthOf = async (core: Core) => (await core.calls['agent.status']({})).health;
const findingsOf = async (core: Core) => (await healthOf(core)).findings;
const enginesOf = async (core: Core) => Object.keys((await healthOf(core)).services).sort();
const isUnstarted = ({ code, profileId, said }: Finding) =>
  code === 'AGENT_FAILS' && profileId === 'other' && said.values.work === 'start';

test('a certificate that is not there is trouble of its team alone, which ends when it is back', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  const certificates = join(engine.directory, 'company.pem');
  await putBefore(engine, { address: nobody, certificates });
  await until('both have an engine', async () => (await enginesOf(core)).join() === 'other,test');
  await engine.settings.update((now) => ({ ...now, activeProfileId: 'other' as Profile['id'] }));
  await until('it is told', async () => (await findingsOf(core)).some(({ code }) => code === 'TEAM_REFUSED'));
  expect(await findingsOf(core)).toMatchObject([
    {
      about: 'team',
      level: 'trouble',
      profileId: 'other',
      said: { code: 'team.certificate', values: { code: 'FILE_UNREADABLE' } },
    },
  ]);
  writeFileSync(certificates, 'of the company');
  await until('the server is asked', async () =>
    (await findingsOf(core)).some(({ code }) => code === 'TEAM_UNREACHABLE'),
  );
});

test('an engine that cannot start is told, holds up no other profile, and is tried again', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  const beside = await engine.start('none');
  // No `%zz` can be decoded.
  await putBefore(engine, { address: 'postgres://%zz@127.0.0.1/team' });
  await until('it is told', async () => (await findingsOf(beside)).some(isUnstarted));
  expect(engine.log.filter((line) => line.includes('could not start'))).toHaveLength(1);
  expect(await enginesOf(core)).toEqual(['test']);
  // What a command beside the agent asks is heard.
  await addUploads(beside, [engine.file('a.txt', 'Of the profile that is well.')]);
  await until('it is sent', () => engine.live().length === 1);
  await expect(core.whenIdle()).rejects.toMatchObject({ code: 'AGENT_FAILS' });
  await core.whenIdle(undefined, new Set(['other']));
  await putBefore(engine, undefined);
  await until('both work', async () => (await enginesOf(core)).length === 2);
  await until('it is over', async () => (await findingsOf(core)).length === 0);
  await idle(core);
});

test('what keeps an engine from starting is over without a change of the settings', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  engine.ledger(({ sqlite }) =>
    sqlite.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON facts WHEN NEW.key = 'service:other' BEGIN SELECT RAISE(ABORT, 'no'); END",
    ),
  );
  await putBefore(engine, undefined);
  await until('it is told', async () => (await findingsOf(core)).some(isUnstarted));
  expect(await enginesOf(core)).toEqual(['test']);
  engine.ledger(({ sqlite }) => sqlite.exec('DROP TRIGGER broken'));
  await until('both work', async () => (await enginesOf(core)).length === 2);
  await until('it is over', async () => (await findingsOf(core)).length === 0);
});
