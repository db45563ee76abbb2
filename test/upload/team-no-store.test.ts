import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTeamWorld } from '#core/team/testing/scripted-team.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import {
  addUploads,
  allUploads,
  createEngine,
  type EngineOptions,
  eventsOf,
  idle,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';

/**
 * The service deletes `noStore` documents after a day. A team that took one for a document that stays would
 * leave out the files of other machines.
 */
async function createMember(sandbox: EngineOptions['sandbox'] = {}) {
  const world = createTeamWorld();
  const engine = await createEngine({ team: world.join('ANNA-LAPTOP'), sandbox });
  const watch = (changes: Partial<WatchFolder>) =>
    engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox', changes)] }));
  const claims = () => world.log.filter((line) => line.startsWith('ANNA-LAPTOP claim'));
  return { world, engine, watch, claims };
}

const refuseDeletes = { match: { method: 'DELETE' }, kind: 'forbidden' } as const;

test.concurrent('U11: a cancelled noStore document that may not be deleted is not told to the team', async () => {
  const { engine, claims } = await createMember({ faults: [refuseDeletes], enrichSeconds: [600, 600] });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt')], { noStore: true });
  await until('it landed', async () => (await uploadOf(core, id)).state === 'processing');
  await core.calls['uploads.cancel']({ filter: { ids: [id] } });
  await until('it says so', async () => (await uploadOf(core, id)).code === 'DELETE_REFUSED');
  expect(claims()).toEqual([]);
});

test.concurrent('W7: a replaced noStore document that may not be deleted is not told to the team', async () => {
  const { engine, watch, claims } = await createMember({ faults: [refuseDeletes] });
  await watch({ changed: 'replace', noStore: true });
  engine.file('inbox/a.txt', 'as it was');
  const core = await engine.start('watch');
  await until('the old one is in', async () => (await allUploads(core))[0]?.state === 'completed');
  await idle(core);
  engine.file('inbox/a.txt', 'as it is now');
  await core.calls['folders.reconcile']({});
  await until('it says so', async () => (await allUploads(core))[0]?.code === 'OLD_VERSION_KEPT');
  expect(claims()).toEqual([]);
});

test.concurrent('an upload whose folder stores nothing any more gives its claim back', async () => {
  const fails = { match: { method: 'POST', path: '/documents$' }, kind: 'status', status: 500 } as const;
  const { world, engine, watch } = await createMember({ faults: [fails] });
  await watch({});
  engine.file('inbox/a.txt');
  const core = await engine.start('watch');
  await until('it was asked for', () => engine.requests({ method: 'POST', path: '/documents$' }).length > 0);
  expect(world.claims.size).toBe(1);
  await watch({ noStore: true });
  engine.sandbox.faults.replace([]);
  await until('it is in', async () => (await allUploads(core))[0]?.state === 'completed');
  await until('the claim is given back', () => world.claims.size === 0);
});

test.concurrent('a noStore document that is recognised after a lost ledger is not told to the team', async () => {
  const { engine, watch, claims } = await createMember();
  await watch({ noStore: true });
  engine.file('inbox/a.txt');
  const before = await engine.start('watch');
  await until('it is in', async () => (await allUploads(before))[0]?.state === 'completed');
  await before.stop();
  for (const name of readdirSync(engine.dataDirectory))
    if (name.startsWith('ledger.sqlite')) rmSync(join(engine.dataDirectory, name));
  const core = await engine.start('watch');
  await until('it is in again', async () => (await allUploads(core))[0]?.state === 'completed');
  expect((await eventsOf(core, 1)).map(({ kind }) => kind)).toContain('adopted');
  expect(claims()).toEqual([]);
});
