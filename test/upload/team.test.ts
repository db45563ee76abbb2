import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Core, createCore } from '#core/create-core.ts';
import { orAborted } from '#core/ports/or-aborted.ts';
import { scopeOf } from '#core/team/scope.ts';
import { createTeamWorld, type ScriptedTeam } from '#core/team/testing/scripted-team.ts';
import { type ContentId, contentIdSchema } from '#shared/ids/ids.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import {
  addUploads,
  createEngine,
  type EngineFixture,
  type EngineOptions,
  eventsOf,
  idle,
  sha256,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';

const content = 'The company reported record revenue in the third quarter.';

/** An agent of a team of two, the other of which does only what a test has it do. */
async function inTeam(options: EngineOptions = {}) {
  const world = createTeamWorld();
  const team = world.join('ANNA');
  const other = world.join('FILESRV1');
  const engine = await createEngine({ ...options, team });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  const intent = { scope, sha256: sha256(content), size: content.length, upload: 'upload-of-the-other' };
  const claimed = async () => {
    const answer = await other.claim(intent, signal);
    if (answer.kind !== 'ours' && answer.kind !== 'adopt') throw new Error(answer.kind);
    return answer.claim;
  };
  return { world, team, other, engine, intent, claimed };
}

async function slotOf(engine: EngineFixture, name: string) {
  const response = await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents`, {
    method: 'POST',
    headers: { 'x-api-key': engine.sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ file_name: name }),
  });
  const { id, url } = (await response.json()) as { id: string; url: string };
  return { id: contentIdSchema.parse(id), url };
}

async function put(url: string): Promise<void> {
  expect((await fetch(url, { method: 'PUT', body: Buffer.from(content) })).status).toBe(200);
}

/** Never aborted. */
const { signal } = new AbortController();
const puts = (engine: EngineFixture) => engine.requests({ method: 'PUT' });
const posts = (engine: EngineFixture) => engine.requests({ method: 'POST', path: '/documents$' });
const deletes = (engine: EngineFixture) => engine.requests({ method: 'DELETE' });
const codeOf = async (core: Core, id: number) => (await uploadOf(core, id)).code;
const logOf = (world: { readonly log: readonly string[] }, who: string) =>
  world.log.filter((line) => line.startsWith(who)).map((line) => line.slice(who.length + 1));
const unreleased = ({ claims }: { readonly claims: ReadonlyMap<string, unknown> }) => claims.size;

async function added(core: Core, engine: EngineFixture, name = 'a.txt', bytes = content): Promise<number> {
  const [id = 0] = await addUploads(core, [engine.file(name, bytes)]);
  return id;
}

test.concurrent('the slot is named before its first byte, and what landed is told', async () => {
  const { engine, team, world } = await inTeam();
  let sentBefore = -1;
  team.before = (method) => {
    if (method === 'name') sentBefore = puts(engine).length;
  };
  const core = await engine.start();
  await added(core, engine);
  await idle(core);
  engine.expectExactlyOnce([content]);
  expect(sentBefore).toBe(0);
  await until('it is told', () => world.only().isLanded);
  expect(logOf(world, 'ANNA')).toEqual(['claim ours', 'name written', 'landed written']);
  expect(world.only().contentId).toBe(engine.live()[0]?.id);
});

test.concurrent('W6: a document that the service deletes after a day stands for no file of the team', async () => {
  const { engine, world } = await inTeam();
  const core = await engine.start();
  await addUploads(core, [engine.file('brief.txt', content)], { noStore: true });
  await idle(core);
  await added(core, engine, 'kept.txt');
  await idle(core);
  expect(engine.live().map((document) => document.no_store)).toEqual([true, false]);
  await until('the stored document to be reported', () => world.only().isLanded);
  expect(world.only().contentId).toBe(engine.live()[1]?.id);
});

test.concurrent('bytes that another machine is sending are waited for, and sent when it gives them up', async () => {
  const { engine, claimed, other } = await inTeam();
  const claim = await claimed();
  const core = await engine.start();
  const id = await added(core, engine);
  await until('it waits', async () => (await codeOf(core, id)) === 'WAITS_FOR_MACHINE');
  expect(await uploadOf(core, id)).toMatchObject({
    state: 'claiming',
    detail: 'FILESRV1',
    remoteMachine: 'FILESRV1',
    attempts: 0,
    stuckSince: expect.any(Number),
  });
  expect(posts(engine)).toEqual([]);
  await other.release(claim, signal);
  await idle(core);
  expect(await uploadOf(core, id)).toMatchObject({ state: 'completed', stuckSince: null });
  engine.expectExactlyOnce([content]);
  const kinds = (await eventsOf(core, id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'waits-for')).toHaveLength(1);
});

test.concurrent('bytes that another machine has sent are a duplicate of its document', async () => {
  const { engine, claimed, other } = await inTeam();
  const claim = await claimed();
  const slot = await slotOf(engine, 'theirs.txt');
  await put(slot.url);
  await other.name(claim, slot.id, signal);
  await other.landed(claim, slot.id, signal);
  const core = await engine.start();
  const id = await added(core, engine);
  const copy = await added(core, engine, 'copy.txt');
  await idle(core);
  expect(await states(core)).toEqual(['duplicate', 'duplicate']);
  expect(puts(engine)).toHaveLength(1);
  const told = (await eventsOf(core, id)).find(({ kind }) => kind === 'duplicate');
  expect(told?.detail).toMatchObject({ machine: 'FILESRV1', contentId: slot.id });
  expect(told?.detail?.sentAt).toBeTypeOf('number');
  expect(await uploadOf(core, id)).toMatchObject({ remoteMachine: 'FILESRV1', remoteContentId: slot.id });
  expect((await uploadOf(core, copy)).duplicateOf).toBe(id);
});

test.concurrent('a team that cannot be reached is waited for, and no attempt is burned', async () => {
  const { engine, team } = await inTeam();
  team.cut = 'all';
  const core = await engine.start();
  const id = await added(core, engine);
  await until('it waits', async () => (await codeOf(core, id)) === 'TEAM_UNREACHABLE');
  expect(await uploadOf(core, id)).toMatchObject({ state: 'claiming', attempts: 0 });
  expect(posts(engine)).toEqual([]);
  team.cut = [];
  await idle(core);
  engine.expectExactlyOnce([content]);
});

describe('taken over from a machine that is gone, its slot', () => {
  test.concurrent.each([true, false])(
    'that holds its bytes (%s) is adopted, or deleted first',
    async (landed) => {
      const { engine, claimed, other, world } = await inTeam();
      const claim = await claimed();
      const slot = await slotOf(engine, 'theirs.txt');
      await other.name(claim, slot.id, signal);
      if (landed) await put(slot.url);
      world.gone.add('FILESRV1');
      const core = await engine.start();
      await added(core, engine);
      await idle(core);
      expect(await states(core)).toEqual(['completed']);
      engine.expectExactlyOnce([content]);
      expect(
        engine
          .live()
          .map(({ id }) => id)
          .includes(slot.id),
      ).toBe(landed);
      expect(engine.emptySlots()).toEqual([]);
      await until('it is told', () => world.only().isLanded);
      expect(world.only()).toMatchObject({ holder: 'ANNA', contentId: engine.live()[0]?.id });
      // The one who was taken over may write nothing of it any more.
      expect([
        await other.name(claim, slot.id, signal),
        await other.landed(claim, slot.id, signal),
        await other.release(claim, signal),
      ]).toEqual(['fenced', 'fenced', 'fenced']);
    },
  );
});

describe('when the slot is to be named', () => {
  test.concurrent('an unreachable team holds the upload back with nothing sent', async () => {
    const { engine, team, world } = await inTeam();
    team.cut = ['name'];
    const core = await engine.start();
    const id = await added(core, engine);
    await until('it waits', async () => (await codeOf(core, id)) === 'TEAM_UNREACHABLE');
    expect([puts(engine), (await uploadOf(core, id)).attempts]).toEqual([[], 0]);
    team.cut = [];
    await idle(core);
    engine.expectExactlyOnce([content]);
    expect(world.only().contentId).toBe(engine.live()[0]?.id);
  });

  test.concurrent('a team that stays away is asked for the claim again before another slot is asked for', async () => {
    const { engine, team, world } = await inTeam();
    // As after a restore: the claim stands, and nothing is taken of this machine.
    team.before = (method) => {
      if (method === 'name' && posts(engine).length === 1) team.cut = ['claim', 'name'];
    };
    const core = await engine.start();
    await added(core, engine);
    const refused = () => world.log.filter((line) => /^ANNA (claim|name) unreachable$/.test(line)).length;
    await until('it was refused again and again', () => refused() >= 4);
    expect(posts(engine)).toHaveLength(1);
    team.before = () => undefined;
    team.cut = [];
    await idle(core);
    engine.expectExactlyOnce([content]);
  });

  test.concurrent('an answer that is lost names a slot to which nothing is sent', async () => {
    const { engine, team } = await inTeam();
    team.lost = ['name'];
    const core = await engine.start();
    const id = await added(core, engine);
    await until('it waits', async () => (await codeOf(core, id)) === 'TEAM_UNREACHABLE');
    expect(puts(engine)).toEqual([]);
    team.lost = [];
    await idle(core);
    engine.expectExactlyOnce([content]);
  });

  test.concurrent('a claim that somebody took over sends nothing and waits for that one', async () => {
    const { engine, team, world, claimed } = await inTeam();
    team.before = async (method) => {
      if (method !== 'name' || world.only().holder !== 'ANNA') return;
      world.gone.add('ANNA');
      await claimed();
      world.gone.delete('ANNA');
    };
    const core = await engine.start();
    const id = await added(core, engine);
    await until('it waits', async () => (await codeOf(core, id)) === 'WAITS_FOR_MACHINE');
    expect(puts(engine)).toEqual([]);
    expect((await eventsOf(core, id)).map(({ kind }) => kind)).toContain('fenced');
  });
});

test.concurrent('a machine that was taken over never deletes the slot named in the claim', async () => {
  // Its PUT breaks off, so it would give up the slot.
  const { engine, world, claimed } = await inTeam({
    sandbox: { faults: [{ match: { origin: 'storage' }, kind: 'reset', times: 4 }] },
  });
  const core = await engine.start();
  const id = await added(core, engine);
  await until('its PUT is looked for', async () => (await uploadOf(core, id)).state === 'verifying');
  world.gone.add('ANNA');
  const claim = await claimed();
  world.gone.delete('ANNA');
  await until('it waits', async () => (await codeOf(core, id)) === 'WAITS_FOR_MACHINE');
  expect(deletes(engine)).toEqual([]);
  expect(engine.emptySlots().map((slot) => slot.id)).toEqual([world.only().contentId]);
  expect(claim.epoch).toBe(2);
});

test.concurrent('what landed while the team was away is told when it is back', async () => {
  const { engine, team, world } = await inTeam();
  team.cut = ['landed'];
  const core = await engine.start();
  await added(core, engine);
  await idle(core);
  expect(world.only().isLanded).toBe(false);
  await core.stop();
  team.cut = [];
  await engine.start();
  await until('it is told', () => world.only().isLanded);
});

test.concurrent('what was taken over after it landed asks at once who has the bytes', async () => {
  // It is followed for as long as the test goes on.
  const { engine, team, world, claimed, other } = await inTeam({ sandbox: { enrichSeconds: [9e6, 9e6] } });
  team.before = async (method) => {
    if (method !== 'landed' || world.only().holder !== 'ANNA') return;
    world.gone.add('ANNA');
    await other.landed(await claimed(), world.only().contentId as ContentId, signal);
    world.gone.delete('ANNA');
  };
  const core = await engine.start();
  const id = await added(core, engine);
  await until('it ends', async () => (await uploadOf(core, id)).state === 'duplicate');
  expect(logOf(world, 'ANNA')).toEqual(['claim ours', 'name written', 'landed fenced', 'claim landed']);
  expect(deletes(engine)).toEqual([]);
});

test.concurrent('what is cancelled is given back, so that another machine sends it', async () => {
  const { engine, team, world } = await inTeam();
  team.cut = ['name'];
  const core = await engine.start();
  const id = await added(core, engine);
  await until('it waits', async () => (await codeOf(core, id)) === 'TEAM_UNREACHABLE');
  await core.calls['uploads.cancel']({ filter: { ids: [id] } });
  team.cut = [];
  await until('it is given back', () => unreleased(world) === 0);
  expect(puts(engine)).toEqual([]);
});

test.concurrent('a document that is deleted to be sent again is no duplicate of itself', async () => {
  const { engine, world } = await inTeam({ sandbox: { faults: [] } });
  const core = await engine.start();
  const id = await added(core, engine);
  await idle(core);
  await until('it is told', () => world.only().isLanded);
  await core.stop();
  engine.ledger((database) => {
    // As "try again" does with what failed at the service.
    database.sqlite
      .prepare("UPDATE uploads SET state = 'cancelling', after_state = 'requeue' WHERE id = ?")
      .run(id);
  });
  const again = await engine.start();
  await idle(again);
  expect(await states(again)).toEqual(['completed']);
  engine.expectExactlyOnce([content]);
  await until('it is told', () => world.only().isLanded);
});

test.concurrent('a PUT whose place ends is cut off, and looked for before anything is sent again', async () => {
  const { engine, team } = await inTeam({
    sandbox: { faults: [{ match: { origin: 'storage' }, kind: 'hang', times: 1 }] },
  });
  const core = await engine.start();
  const id = await added(core, engine);
  await until('it is sending', () => engine.sandbox.state().puts_at_once === 1);
  team.losePlaces();
  await until('it is cut off', () => engine.sandbox.state().puts_at_once === 0);
  await idle(core);
  expect((await eventsOf(core, id)).map(({ kind }) => kind)).toContain('place-lost');
  engine.expectExactlyOnce([content]);
});

test.concurrent('a place is given back before a cut-off PUT is looked for, which may wait for long', async () => {
  const { engine, team } = await inTeam({
    sandbox: {
      faults: [
        { match: { origin: 'storage', method: 'PUT' }, kind: 'reset', times: 1 },
        { match: { method: 'GET', path: '/documents/[^/]+$' }, kind: 'hang', times: 1 },
      ],
    },
  });
  let given = 0;
  team.place = async () => {
    let isLeft = false;
    return {
      lost: new AbortController().signal,
      leave() {
        given += isLeft ? 0 : 1;
        isLeft = true;
      },
    };
  };
  const core = await engine.start();
  await added(core, engine);
  const looks = () => engine.requests({ method: 'GET', path: '/documents/[^/]+$' }).length;
  await until('it is looked for, without an answer', () => looks() === 1);
  expect(given).toBe(1);
});

/** Kills: the ledger is as a process leaves it that ends in the middle of a question. */
describe('killed', () => {
  const cases: [string, keyof ScriptedTeam & ('claim' | 'name' | 'landed' | 'place'), boolean][] = [
    ['before the team heard of the claim', 'claim', false],
    ['before the answer to the claim was written down', 'claim', true],
    ['before the slot was named', 'name', false],
    ['before it knew that the slot was named', 'name', true],
    ['before the PUT had its place', 'place', false],
    ['before the landing was told', 'landed', false],
    ['before it knew that the landing was told', 'landed', true],
  ];
  test.concurrent.each(cases)('%s, it goes on where it was', async (_what, method, heard) => {
    const { engine, team, world } = await inTeam({ tuning: { slotAgeMs: 0 } });
    const reached = Promise.withResolvers<void>();
    const never = new Promise<never>(() => undefined);
    const real = { claim: team.claim, name: team.name, landed: team.landed, place: team.place };
    const stuck = async (...given: never[]) => {
      if (heard) await (real[method] as (...all: never[]) => Promise<unknown>)(...given);
      reached.resolve();
      // Nothing is written down of what never comes: the ledger is as a killed process leaves it.
      return orAborted(never, given.at(-1) as unknown as AbortSignal);
    };
    Object.assign(team, { [method]: stuck });
    const core = await engine.start();
    await added(core, engine);
    await reached.promise;
    await core.stop();
    Object.assign(team, real);
    const again = await engine.start();
    await idle(again);
    expect(await states(again)).toEqual(['completed']);
    engine.expectExactlyOnce([content]);
    await until('it is told', () => world.only().isLanded);
    expect(world.only().contentId).toBe(engine.live()[0]?.id);
  });
});

test.concurrent('two machines with the same files send each of them once', async () => {
  const { engine, world, other } = await inTeam();
  const paths = Array.from({ length: 12 }, (_, index) => engine.file(`${index}.txt`));
  const second = createCore({
    ...engine.dependencies,
    dataDirectory: join(engine.directory, 'other-data'),
    team: other,
  });
  atTestEnd(() => second.stop());
  const first = await engine.start();
  await second.start('uploads');
  await Promise.all([addUploads(first, paths), addUploads(second, paths)]);
  await Promise.all([idle(first), idle(second)]);
  const all = [...(await states(first)), ...(await states(second))];
  expect(all.filter((state) => state === 'completed')).toHaveLength(12);
  expect(all.filter((state) => state === 'duplicate')).toHaveLength(12);
  expect(engine.live()).toHaveLength(12);
  expect(engine.sandbox.audit().duplicates).toEqual({});
  expect([...world.claims.values()].every(({ isLanded }) => isLanded)).toBe(true);
});
