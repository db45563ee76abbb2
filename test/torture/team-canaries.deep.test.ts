import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Core, createCore } from '#core/create-core.ts';
import { createTeamWorld } from '#core/team/testing/scripted-team.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { judge } from '../../bench/torture/judge.ts';
import { type Canary, spoilt } from '../../bench/torture/team/canaries.ts';
import { lateBytes } from '../../bench/torture/team/late-bytes.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { addUploads, createEngine, idle, sha256, states, until } from '../support/engine-fixture.ts';

const content = 'The company reported record revenue in the third quarter.';

/**
 * Two machines with one file, ANNA spoilt by the canary. She comes to a point and stands still there;
 * FILESRV1 takes over, and ends; she goes on. What the judge of `npm run torture -- --team` says of it.
 */
async function overtaken(canary: Canary | undefined, at: 'place' | 'landed' | 'put') {
  const world = createTeamWorld();
  const anna = world.join('ANNA');
  const other = world.join('FILESRV1');
  const engine = await createEngine({
    sandbox: { faults: at === 'put' ? [lateBytes(canary, { times: 1 })] : [] },
  });
  const reached = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  anna.before = async (method) => {
    if (method !== at) return;
    reached.resolve();
    await goesOn.promise;
  };
  const { baseUrl, apiKey } = engine.sandbox;
  let deleted = 0;
  const deleteSlot = async (id: ContentId) => {
    const address = `${baseUrl}/contents/v1/documents/${id}`;
    await fetch(address, { method: 'DELETE', headers: { 'x-api-key': apiKey } });
    deleted += 1;
  };
  const start = async (name: string, team: Parameters<typeof spoilt>[0]): Promise<Core> => {
    const core = createCore({ ...engine.dependencies, dataDirectory: join(engine.directory, name), team });
    atTestEnd(() => core.stop());
    await core.start('uploads');
    return core;
  };
  const path = engine.file('report.txt', content);
  const first = await start('anna', canary ? spoilt(anna, canary, deleteSlot) : anna);
  await addUploads(first, [path]);
  if (at === 'put') await until('she sends', () => engine.sandbox.state().puts_at_once === 1);
  else await reached.promise;
  // Her bytes do not come before FILESRV1 has sent its own.
  const serviceGoesOn = at === 'put' ? engine.holdService() : () => undefined;
  world.gone.add('ANNA');
  const second = await start('filesrv1', other);
  await addUploads(second, [path]);
  await until('FILESRV1 tells', () => world.only().isLanded && world.only().holder === 'FILESRV1');
  serviceGoesOn();
  await idle(second);
  world.gone.delete('ANNA');
  goesOn.resolve();
  await idle(first);
  if (at === 'landed') await until('she hears of it', () => world.log.includes('ANNA landed fenced'));
  if (canary === 'fenced-deletes') await until('she deletes it', () => deleted > 0);
  expect(await states(second)).toEqual(['completed']);
  const written = { versions: [sha256(content)], files: [path] };
  const { lost, duplicated, half } = judge(engine.sandbox.audit(), written, [
    join(engine.directory, 'files'),
  ]);
  return { lost: lost.length, duplicated: duplicated.length, half: half.length };
}

const clean = { lost: 0, duplicated: 0, half: 0 };

test.concurrent('overtaken before her PUT: nothing happens, and without fencing she sends it a second time', async () => {
  expect(await overtaken(undefined, 'place')).toEqual(clean);
  expect(await overtaken('no-fencing', 'place')).toMatchObject({ lost: 0, duplicated: 1 });
});

test.concurrent('overtaken after her PUT: nothing happens, and if she deletes what she named it is lost', async () => {
  expect(await overtaken(undefined, 'landed')).toEqual(clean);
  expect(await overtaken('fenced-deletes', 'landed')).toMatchObject({ lost: 1, duplicated: 0 });
});

test.concurrent('overtaken in her PUT, which ends late: the storage refuses it, and if it does not it is twice there', async () => {
  expect(await overtaken(undefined, 'put')).toEqual(clean);
  expect(await overtaken('late-bytes', 'put')).toMatchObject({ lost: 0, duplicated: 1 });
});
