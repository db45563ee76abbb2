import { expect, test } from 'vitest';
import type { ProfileId } from '#shared/ids/ids.ts';
import { createEngine, until } from '../support/engine-fixture.ts';
import { rowsOf, uploaded } from './documents-support.ts';

const secondId = 'second' as ProfileId;

/** Documents uploaded with the first profile; then another window, or a command, switches to the second. */
async function switched() {
  const engine = await createEngine();
  const { core } = await uploaded(engine, ['a.txt', 'b.txt']);
  const { profiles, activeProfileId } = engine.settings.get();
  const second = profiles.map((profile) => ({ ...profile, id: secondId, name: 'Second' }));
  await engine.settings.update((settings) => ({ ...settings, profiles: [...profiles, ...second] }));
  await core.calls['profiles.use']({ profileId: secondId });
  return { engine, core, shownProfileId: activeProfileId as ProfileId };
}

test('what the user asked of the profile that a page showed reaches no other profile', async () => {
  const { engine, core, shownProfileId } = await switched();
  const refused = { code: 'USAGE', detail: expect.stringContaining('Second is the active profile now') };
  // The agent itself asks about documents at any time.
  const requests = () => engine.requests({}).filter((one) => !one.startsWith('GET /contents/v1/documents'));
  const before = requests();
  const options = {};
  await expect(
    core.calls['documents.change']({ kind: 'delete', filter: {}, shownProfileId }),
  ).rejects.toMatchObject(refused);
  await expect(
    core.calls['uploads.add']({ paths: [engine.file('c.txt')], options, shownProfileId }),
  ).rejects.toMatchObject(refused);
  const broker = { userId: 'ann', password: 'canary-password' };
  await expect(
    core.calls['connectors.create']({ type: 'investment_research', label: 'L', broker, shownProfileId }),
  ).rejects.toMatchObject(refused);
  await expect(core.calls['team.leave']({ shownProfileId })).rejects.toMatchObject(refused);
  const team = { address: 'postgres://anna@127.0.0.1/x', machine: null };
  await expect(core.calls['team.join']({ ...team, shownProfileId })).rejects.toMatchObject(refused);
  const call = { name: 'tags.list', shownProfileId };
  await expect(core.calls['operations.call'](call)).rejects.toMatchObject(refused);
  await expect(core.calls['operations.start'](call)).rejects.toMatchObject(refused);
  expect(requests()).toEqual(before);
  expect((await core.calls['uploads.list']({})).total).toBe(0);
  await core.calls['profiles.use']({ profileId: shownProfileId });
  expect(await rowsOf(core)).toHaveLength(2);
  expect(await core.calls['documents.change']({ kind: 'unshare', shownProfileId })).toMatchObject({
    total: 2,
  });
});

test('each switch to another profile is an event, so that pages ask again', async () => {
  const { engine, core, shownProfileId } = await switched();
  // Other news may come in between: what counts is an event that a page hears after the switch.
  let heard: string | null = null;
  core.on('status.changed', () => {
    heard = engine.settings.get().activeProfileId;
  });
  for (const profileId of [shownProfileId, secondId, shownProfileId, secondId]) {
    await core.calls['profiles.use']({ profileId });
    await until('the event came', () => heard === profileId);
  }
});
