import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Core, createCore } from '#core/create-core.ts';
import { circleOf, scopeOf } from '#core/team/scope.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import {
  addUploads,
  allUploads,
  createEngine,
  type EngineFixture,
  idle,
  states,
  until,
} from '../support/engine-fixture.ts';
import { type Cluster, createCluster, hasPostgres } from './support/cluster.ts';
import { connectAgent } from './support/connect-agent.ts';

describe.runIf(hasPostgres)('two keys of one team, each with a Sluice (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  /** Anna and Carla, of one organization, and the same files on both machines. */
  async function twoKeys(files: number) {
    const engine = await createEngine();
    const team = await cluster.createTeam();
    const { baseUrl, apiKey } = engine.sandbox;
    const start = async (name: string, key: string): Promise<Core> => {
      const scope = await scopeOf(baseUrl, key);
      const core = createCore({
        ...engine.dependencies,
        dataDirectory: join(engine.directory, name),
        secrets: { ...engine.dependencies.secrets, getKey: async () => key },
        team: connectAgent(team.agent, name, { scope, circle: circleOf(baseUrl), budget: scope }),
      });
      atTestEnd(() => core.stop());
      await core.start('uploads');
      return core;
    };
    const otherKey = engine.sandbox.addUser({ userId: 'carla' });
    const anna = await start('ANNA', apiKey);
    const carla = await start('CARLA', otherKey);
    const paths = Array.from({ length: files }, (_, index) => engine.file(`${index}.txt`));
    return { engine, team, anna, carla, otherKey, paths };
  }

  const share = { share: true };
  const seenWith = async ({ sandbox }: EngineFixture, key: string, contentId: string) =>
    (await fetch(`${sandbox.baseUrl}/contents/v1/documents/${contentId}`, { headers: { 'x-api-key': key } }))
      .status;

  test('what both share is sent once, and each sees all of it', async () => {
    const { engine, anna, carla, otherKey, paths } = await twoKeys(6);
    await Promise.all([addUploads(anna, paths, share), addUploads(carla, paths, share)]);
    await Promise.all([idle(anna), idle(carla)]);
    expect(engine.live()).toHaveLength(6);
    expect(engine.sandbox.audit().duplicates).toEqual({});
    const all = [...(await states(anna)), ...(await states(carla))].sort();
    expect(all).toEqual([...Array(6).fill('completed'), ...Array(6).fill('duplicate')]);
    for (const { contentId, remoteContentId } of await allUploads(carla))
      expect(await seenWith(engine, otherKey, contentId ?? remoteContentId ?? '')).toBe(200);
  });

  test('what neither shares each has for itself, and neither hears of the other', async () => {
    const { engine, anna, carla, paths } = await twoKeys(4);
    await Promise.all([addUploads(anna, paths), addUploads(carla, paths)]);
    await Promise.all([idle(anna), idle(carla)]);
    expect(engine.live()).toHaveLength(8);
    for (const core of [anna, carla]) {
      expect(await states(core)).toEqual(Array(4).fill('completed'));
      expect((await allUploads(core)).filter(({ remoteMachine }) => remoteMachine !== undefined)).toEqual([]);
      expect((await core.calls['documents.query']({})).total).toBe(4);
    }
    await until('each reads its own feed', async () => {
      const [own, others] = await Promise.all(
        [anna, carla].map((core) => core.calls['documents.senders']({})),
      );
      return own?.machines.join() === 'ANNA' && others?.machines.join() === 'CARLA';
    });
  });

  test('what is not shared any more is sent by the other key, as its own', async () => {
    const { engine, team, anna, carla, otherKey, paths } = await twoKeys(1);
    await addUploads(anna, paths, share);
    await idle(anna);
    const [theirs] = await allUploads(anna);
    await anna.calls['documents.share']({ contentId: theirs?.contentId ?? '', share: false });
    // Long ago, so that no replica is behind.
    await team.turn(120_000);
    await addUploads(carla, paths, share);
    await idle(carla);
    const [own] = await allUploads(carla);
    expect(own).toMatchObject({ state: 'completed' });
    expect(own?.contentId).not.toBe(theirs?.contentId);
    expect(await seenWith(engine, otherKey, own?.contentId ?? '')).toBe(200);
    expect(engine.live()).toHaveLength(2);
  });
});
