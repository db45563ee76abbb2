import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Claim, ClaimAnswer, Held } from '#core/ports/team.ts';
import { scopeOf } from '#core/team/scope.ts';
import { addUploads, createEngine, idle, sha256, states } from '../support/engine-fixture.ts';
import { until } from '../support/until.ts';
import { type Cluster, createCluster, hasPostgres } from './support/cluster.ts';
import { connectAgent, intent, scope, sha, slot, type TestAgent } from './support/connect-agent.ts';
import { backup } from './support/put-back.ts';

/**
 * Longer than a restored database waits for those that were cut off, and than it leaves the service alone,
 * ms.
 */
const goesOnMs = 80_000;

describe.runIf(hasPostgres)('a team’s database that was put back (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  const heldOf = (claim: Claim, contentId: Held['contentId'], isLanded: boolean): Held => ({
    ...claim,
    size: 1000,
    contentId,
    isLanded,
  });

  async function isToReplay(agent: TestAgent): Promise<void> {
    await until('it is to tell its claims again', async () => {
      await agent.claim(intent('f'));
      return agent.needsReplay() !== undefined;
    });
  }

  test('claims of the lost time are told again, the later epoch counts, and what was given up is free', async () => {
    const team = await cluster.createTeam();
    const [anna, ben] = [connectAgent(team.agent, 'ANNA'), connectAgent(team.agent, 'BEN')];
    const givenUp = claimOf(await anna.claim(intent('a')));
    const taken = claimOf(await anna.claim(intent('b')));
    const putBack = await backup(cluster, team);
    const landed = claimOf(await anna.claim(intent('c')));
    await anna.name(landed, slot('C'));
    await anna.landed(landed, slot('C'));
    await anna.release(givenUp);
    await anna.release(taken);
    const bens = claimOf(await ben.claim(intent('b')));
    await ben.name(bens, slot('B'));
    const { head } = (await anna.feed(0n)) as { head: bigint };
    await putBack();

    await isToReplay(anna);
    await isToReplay(ben);
    // Nothing of it is written or deleted before that.
    expect(await anna.landed(landed, slot('C'))).toBe('unreachable');
    expect(await ben.namedByOthers(scope, [slot('C')])).toBe('unreachable');
    expect(await ben.toldByOthers(scope, [slot('C')])).toEqual(new Set());
    expect(await anna.replay(scope, [heldOf(landed, slot('C'), true)], true)).toMatchObject({
      epochs: [landed.epoch],
      twice: [],
    });
    // What she answers for, nobody else has to look at.
    expect(await ben.toldByOthers(scope, [slot('B'), slot('C')])).toEqual(new Set([slot('C')]));
    expect(await anna.toldByOthers(scope, [slot('C')])).toEqual(new Set());
    await team.turn(goesOnMs);
    // One that lives has not told its own yet.
    expect(await anna.claim(intent('d'))).toEqual({ kind: 'unreachable' });
    await isToReplay(ben);
    expect(await ben.replay(scope, [heldOf(bens, slot('B'), false)], true)).toMatchObject({
      epochs: [bens.epoch],
      twice: [],
    });
    await until('it goes on', async () => (await anna.claim(intent('d'))).kind === 'ours');

    expect(await ben.claim(intent('c'))).toMatchObject({ kind: 'landed', contentId: slot('C') });
    expect(await anna.claim(intent('b'))).toMatchObject({ kind: 'held', by: { name: 'BEN' } });
    expect(await ben.landed(bens, slot('B'))).toBe('written');
    expect(await ben.claim(intent('a'))).toMatchObject({ kind: 'ours' });
    // Whoever read the feed to its old end misses nothing.
    const { entries } = (await ben.feed(head)) as { entries: readonly { sha256: string }[] };
    expect(entries.map((entry) => entry.sha256)).toEqual([sha('c'), sha('b')]);
    await until('it is heard', () => anna.standing().kind === 'reachable');
  });

  test('bytes that two copies of the database gave to one machine each are named when both are told', async () => {
    const team = await cluster.createTeam();
    const [anna, ben] = [connectAgent(team.agent, 'ANNA'), connectAgent(team.agent, 'BEN')];
    const wanted = intent('a');
    const annas = claimOf(await anna.claim(wanted));
    await anna.name(annas, slot('A'));
    await anna.landed(annas, slot('A'));
    await ben.feed(0n);
    // In the other copy the same bytes are Ben's, as another document.
    const bens = { ...annas, upload: intent('a').upload, epoch: annas.epoch };
    expect(await ben.replay(scope, [heldOf(bens, slot('B'), true)], false)).toMatchObject({
      epochs: [null],
      twice: [0],
    });
    expect(await anna.replay(scope, [heldOf(annas, slot('A'), true)], false)).toMatchObject({ twice: [] });
    // The same for one that never told any of it.
    const own = { ...heldOf({ ...bens, epoch: 0 }, slot('B'), true), isOwn: true };
    expect(await ben.replay(scope, [own], false)).toMatchObject({ epochs: [0], twice: [0] });
  });

  test('who slept meanwhile tells its own when it wakes, and holds up nobody', async () => {
    const team = await cluster.createTeam();
    const anna = connectAgent(team.agent, 'ANNA');
    const ben = connectAgent(team.agent, 'BEN');
    await ben.feed(0n);
    await anna.claim(intent('a'));
    const putBack = await backup(cluster, team);
    const landed = claimOf(await ben.claim(intent('c')));
    await ben.name(landed, slot('C'));
    await ben.landed(landed, slot('C'));
    const remembered = ben.remembered();
    await ben.close();
    await anna.claim(intent('b'));
    await putBack();
    await isToReplay(anna);
    await anna.replay(scope, [], true);
    await team.turn(goesOnMs);
    await until('it goes on', async () => (await anna.claim(intent('d'))).kind === 'ours');

    const woken = connectAgent(team.agent, 'BEN', { agent: ben.agent, remembered });
    await isToReplay(woken);
    expect((await anna.claim(intent('e'))).kind).toBe('ours');
    await woken.replay(scope, [heldOf(landed, slot('C'), true)], true);
    expect((await woken.claim(intent('9'))).kind).toBe('ours');
    expect(await anna.claim(intent('c'))).toMatchObject({ kind: 'landed', by: { name: 'BEN' } });
  });

  test('who stood for a document since the backup, and was away when it went, is told', async () => {
    const team = await cluster.createTeam();
    const [anna, ben] = [connectAgent(team.agent, 'ANNA'), connectAgent(team.agent, 'BEN')];
    await ben.feed(0n);
    const [annas, stays, bens] = [intent('a'), intent('b'), intent('a')];
    const claims: Claim[] = [];
    for (const one of [annas, stays]) {
      const claim = claimOf(await anna.claim(one));
      await anna.name(claim, slot(one.sha256.charAt(0).toUpperCase()));
      await anna.landed(claim, slot(one.sha256.charAt(0).toUpperCase()));
      claims.push(claim);
    }
    const putBack = await backup(cluster, team);
    expect(await ben.claim(bens)).toMatchObject({ kind: 'landed', contentId: slot('A') });
    await anna.claim(intent('e'));
    const held = [annas, stays, intent('c')].map(({ sha256: hash }) => ({
      ...heldOf({ ...bens, sha256: hash, epoch: 0 }, slot('A'), true),
    }));
    const remembered = ben.remembered();
    await ben.close();
    await putBack();
    await isToReplay(anna);
    // Others may still come to tell what is not known here.
    const cat = connectAgent(team.agent, 'CAT');
    expect(await cat.replay(scope, held, false)).toMatchObject({ epochs: [0, 0, 0] });
    await cat.close();
    await anna.replay(
      scope,
      claims.map((claim) => heldOf(claim, slot(claim.sha256.charAt(0).toUpperCase()), true)),
      true,
    );
    await team.admin.query('DELETE FROM sluice.holdings');
    await team.turn(goesOnMs);
    await until('it goes on', async () => (await anna.claim(intent('d'))).kind === 'ours');
    expect(await anna.letGo(annas)).toEqual({ kind: 'last', contentId: slot('A') });

    const woken = connectAgent(team.agent, 'BEN', { agent: ben.agent, remembered });
    await isToReplay(woken);
    expect(await woken.replay(scope, held, true)).toEqual({
      epochs: [null, 0, null],
      twice: [],
      isRestoring: false,
    });
    expect(await woken.claim(bens)).toMatchObject({ kind: 'ours' });
  });

  test('so is who stood for a document that went before anybody noticed the older copy', async () => {
    const team = await cluster.createTeam();
    const [anna, ben] = [connectAgent(team.agent, 'ANNA'), connectAgent(team.agent, 'BEN')];
    await ben.feed(0n);
    const [annas, bens] = [intent('a'), intent('a')];
    const claim = claimOf(await anna.claim(annas));
    await anna.name(claim, slot('A'));
    await anna.landed(claim, slot('A'));
    const putBack = await backup(cluster, team);
    expect(await ben.claim(bens)).toMatchObject({ kind: 'landed', contentId: slot('A') });
    const held = [heldOf({ ...bens, epoch: 0 }, slot('A'), true)];
    await putBack();
    // Anna wrote nothing in the time that is lost, so she sees no loss.
    await until('it is away no more', async () => (await anna.letGo(annas)).kind === 'last');

    await isToReplay(ben);
    expect(await ben.replay(scope, held, false)).toMatchObject({ epochs: [0], isRestoring: true });
    expect(await ben.replay(scope, [], true)).toMatchObject({ isRestoring: true });
    await anna.replay(scope, [], true);
    await team.turn(goesOnMs);
    await until('it goes on', async () => (await anna.claim(intent('d'))).kind === 'ours');
    expect(await ben.replay(scope, held, false)).toMatchObject({ epochs: [null], isRestoring: false });
    expect(await ben.claim(bens)).toMatchObject({ kind: 'ours' });
  });

  test('an agent does all that by itself, and what it sent in the lost time is not sent again', async () => {
    const team = await cluster.createTeam();
    const anna = connectAgent(team.agent, 'ANNA');
    const engine = await createEngine({ team: anna });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt', 'Sent before the backup.')]);
    await idle(core);
    const putBack = await backup(cluster, team);
    const lost = 'Sent in the time that was lost.';
    await addUploads(core, [engine.file('b.txt', lost)]);
    await idle(core);
    const sending = {
      scope: await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey),
      size: lost.length,
    };
    const ben = connectAgent(team.agent, 'BEN');
    const claimLost = (agent: TestAgent) => agent.claim({ ...intent('a'), ...sending, sha256: sha256(lost) });
    await until('it is told', async () => (await claimLost(ben)).kind === 'landed');
    await putBack();

    await until('it is noticed', () => anna.standing().kind === 'refused');
    await until('its claims are told', async () => {
      const { rows } = await team.admin.query(
        'SELECT count(*)::int AS n FROM sluice.claims WHERE seq IS NOT NULL',
      );
      return rows[0].n === 2;
    });
    await team.turn(goesOnMs);
    const told = new Set<string>();
    // Its first report since then has the service left alone for a minute more.
    const turnHeld = async () => {
      const { findings } = (await core.calls['agent.status']({})).health;
      for (const { code, said } of findings) told.add(code ?? said.code);
      const { rows } = await team.admin.query(
        'SELECT max(held_until) > sluice.now_() AS held FROM sluice.budgets',
      );
      if (rows[0].held) await team.turn(goesOnMs);
    };
    const answers = new Set<string>();
    await until('it goes on', async () => {
      await turnHeld();
      // It has nothing to tell, and says so.
      if (ben.needsReplay()) await ben.replay(sending.scope, [], true);
      answers.add((await claimLost(ben)).kind);
      return answers.has('landed') || answers.has('ours');
    });
    // No service asked for anything.
    expect([...told]).not.toContain('RATE_LIMITED');
    expect([...answers].filter((kind) => kind !== 'unreachable')).toEqual(['landed']);
    await until('it has told all', async () => {
      await turnHeld();
      return anna.needsReplay() === undefined;
    });
    await addUploads(core, [engine.file('c.txt', 'Sent after it.'), engine.file('d.txt', lost)]);
    await idle(core);
    expect(await states(core)).toEqual(['completed', 'completed', 'completed', 'duplicate']);
    engine.expectExactlyOnce(['Sent before the backup.', lost, 'Sent after it.']);
  });
});

function claimOf(answer: ClaimAnswer): Claim {
  if (answer.kind !== 'ours' && answer.kind !== 'adopt') throw new Error(`no claim: ${answer.kind}`);
  return answer.claim;
}
