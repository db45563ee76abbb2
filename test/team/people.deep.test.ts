import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '#core/ports/clock.ts';
import { askTeam } from '../../src/core/team/postgres/ask-team.ts';
import type { TeamPause } from '../../src/core/team/postgres/postgres-team.ts';
import { until } from '../support/until.ts';
import { type Cluster, createCluster, hasPostgres } from './support/cluster.ts';
import { connectAgent, intent, slot, signIn } from './support/connect-agent.ts';

const never = new AbortController().signal;
const report = { ages: [], flying: 0, kept: 0, want: 1, priority: 5 };
/** Renews three times a second. */
const brisk = { leaseMs: 2_000 };

describe.runIf(hasPostgres)('what people see of a team, and pause (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  async function two() {
    const team = await cluster.createTeam();
    const anna = connectAgent(team.agent, 'ANNA-LAPTOP', brisk);
    const server = connectAgent(team.agent, 'FILESRV1', { ...brisk, version: '0.3.0' });
    return { team, anna, server };
  }

  test('one that ended says what waits on it; one that left for good is off the list, unless its claims stand', async () => {
    const { team, anna } = await two();
    const names = async () => {
      const status = await anna.status();
      if (status === 'unreachable') throw new Error(status);
      return status.agents.map(({ name, alive, queue }) => ({ name, alive, queue }));
    };
    let waiting = 43;
    const ended = connectAgent(team.agent, 'ENDED', { queue: () => waiting });
    const left = connectAgent(team.agent, 'LEFT');
    const owes = connectAgent(team.agent, 'OWES');
    for (const agent of [ended, left]) await agent.exchange({ ...report, want: 0 }, never);
    await owes.claim(intent('a'));
    waiting = 2;
    await ended.close();
    await left.close({ isForGood: true });
    await owes.close({ isForGood: true });
    const listed = await names();
    expect(listed).toContainEqual({ name: 'ENDED', alive: false, queue: 2 });
    expect(listed).toContainEqual({ name: 'OWES', alive: false, queue: 0 });
    expect(listed.map(({ name }) => name)).not.toContain('LEFT');
    // Whoever comes back is there again.
    await connectAgent(team.agent, 'LEFT', { agent: left.agent, remembered: left.remembered() }).exchange(
      { ...report, want: 0 },
      never,
    );
    expect(await names()).toContainEqual({ name: 'LEFT', alive: true, queue: 0 });
    // One that ended and is released by a person is off the list as well.
    await team.admin.query('SELECT sluice_v1.release_agent($1)', [ended.agent]);
    expect((await names()).map(({ name }) => name)).not.toContain('ENDED');
  });

  test('who is there, what waits on each, and its share of the requests', async () => {
    const team = await cluster.createTeam();
    await team.admin.query(`SELECT sluice.configure(10, 300, 0, 'key')`);
    let waiting = 7;
    const anna = connectAgent(team.agent, 'ANNA-LAPTOP', { ...brisk, queue: () => waiting });
    const server = connectAgent(team.agent, 'FILESRV1', { version: '0.3.0' });
    await anna.exchange({ ...report, want: 0, ages: [10, 20, 30_000] }, never);
    await server.exchange({ ...report, want: 0, ages: [50] }, never);
    const claim = await server.claim(intent('a'));
    if (claim.kind !== 'ours') throw new Error(claim.kind);
    await server.name(claim.claim, slot('A'));
    await server.landed(claim.claim, slot('A'));
    await server.claim(intent('b'));
    const statusOf = async (of: typeof anna) => {
      const status = await of.status();
      if (status === 'unreachable') throw new Error(status);
      return status;
    };
    await until('the queue is told', async () => (await statusOf(anna)).agents[0]?.queue === 7);
    const status = await statusOf(anna);
    expect(status).toMatchObject({
      places: 10,
      permitted: 300,
      used: 4,
      landed: 1,
      sending: 1,
      paused: null,
      agents: [
        { agent: anna.agent, name: 'ANNA-LAPTOP', version: '0.2.0', alive: true, queue: 7, used: 3 },
        { agent: server.agent, name: 'FILESRV1', version: '0.3.0', alive: true, sending: 1, used: 1 },
      ],
    });
    // Nothing by which bytes, documents or keys are known.
    expect(JSON.stringify(status)).not.toMatch(/[0-9a-f]{64}|key-1|A{32}/);
    waiting = 0;
    await until('it is empty', async () => (await statusOf(anna)).agents[0]?.queue === 0);
    // A minute later nothing of it counts, and whoever has gone silent is told from who is there.
    await team.turn(61_000);
    await anna.lead('stranded', 'x');
    expect(await statusOf(anna)).toMatchObject({
      used: 0,
      agents: [
        { alive: true, used: 0 },
        { alive: false, used: 0 },
      ],
    });
    expect((await statusOf(anna)).agents[1]?.seenMs).toBeGreaterThanOrEqual(60_000);
  });

  test('whoever asks need not belong to the team, nobody is added by asking, and why nobody answers is said', async () => {
    const team = await cluster.createTeam();
    const proxy = await cluster.createProxy();
    const ask = (more: object = {}) =>
      askTeam({
        clock: createClock(),
        random: Math.random,
        address: { ...team.agent, ...more },
        password: async () => undefined,
      });
    expect(await ask()).toMatchObject({ agents: [], used: 0, landed: 0 });
    expect(await ask()).toMatchObject({ agents: [] });
    expect(await ask({ database: 'nowhere' })).toMatchObject({ kind: 'not-set-up', code: '3D000' });
    proxy.cut();
    expect(await ask({ port: proxy.port })).toMatchObject({ kind: 'network' });
  });

  test('one machine is paused by another: it hears of it by itself, gets no place, and goes on when it may', async () => {
    const team = await cluster.createTeam();
    const heard: (TeamPause | undefined)[] = [];
    const anna = connectAgent(team.agent, 'ANNA-LAPTOP', { ...brisk, onPause: (pause) => heard.push(pause) });
    const server = connectAgent(team.agent, 'FILESRV1', brisk);
    (await anna.place(never)).leave();
    expect(anna.paused()).toBeUndefined();
    expect(await server.pause(anna.agent, true)).toBe('written');
    expect(server.paused()).toBeUndefined();
    // With its next renewal, without being asked anything.
    await until('it hears of it', () => heard.length === 1);
    expect(anna.paused()).toMatchObject({ by: 'FILESRV1', ofAll: false });
    const waiting = new AbortController();
    const place = anna.place(waiting.signal);
    const held = await server.place(never);
    expect(await server.status()).toMatchObject({
      paused: null,
      placesTaken: 1,
      agents: [
        { name: 'ANNA-LAPTOP', paused: { by: 'FILESRV1' } },
        { name: 'FILESRV1', paused: null },
      ],
    });
    // Who did it first is named.
    expect(await anna.pause(anna.agent, true)).toBe('written');
    expect(anna.paused()).toMatchObject({ by: 'FILESRV1' });
    expect(await anna.pause(anna.agent, false)).toBe('written');
    expect(anna.paused()).toBeUndefined();
    expect(heard.map((pause) => pause?.by)).toEqual(['FILESRV1', undefined]);
    (await place).leave();
    held.leave();
    expect(await server.pause(randomUUID(), true)).toBe('nobody');
  });

  test('the whole team is paused, also who comes later; who was paused alone stays so when it goes on', async () => {
    const { team, anna, server } = await two();
    expect(await server.claim(intent('a'))).toMatchObject({ kind: 'ours' });
    await anna.pause(server.agent, true);
    await anna.pause(undefined, true);
    expect(anna.paused()).toMatchObject({ by: 'ANNA-LAPTOP', ofAll: true });
    // An agent hears of it with what it reports of its requests.
    expect(await server.exchange(report, never)).toMatchObject({ granted: 1 });
    expect(server.paused()).toMatchObject({ ofAll: true });
    const later = connectAgent(team.agent, 'LATER');
    await later.lead('stranded', 'x');
    expect(later.paused()).toMatchObject({ by: 'ANNA-LAPTOP', ofAll: true });
    const again = connectAgent(team.agent, 'ANNA-LAPTOP', {
      agent: anna.agent,
      remembered: anna.remembered(),
    });
    await again.lead('stranded', 'x');
    expect(again.paused()).toMatchObject({ ofAll: true });
    await again.pause(undefined, false);
    await later.exchange(report, never);
    expect([again.paused(), later.paused()]).toEqual([undefined, undefined]);
    await server.exchange(report, never);
    expect(server.paused()).toMatchObject({ by: 'ANNA-LAPTOP', ofAll: false });
  });

  test('a pause of a former life, or one that was overtaken, changes nothing; a lost answer is asked for again', async () => {
    const { team, anna, server } = await two();
    await server.lead('stranded', 'x');
    await anna.lead('stranded', 'x');
    const { rows } = await team.admin.query(
      'SELECT incarnation, writes FROM sluice.agents WHERE agent = $1',
      [anna.agent],
    );
    const login = await signIn(team.agent);
    const paused = async (incarnation: string, write: number) =>
      (
        await login.query('SELECT sluice_v1.pause($1, $2, $3, 0, NULL, true) AS answer', [
          anna.agent,
          incarnation,
          write,
        ])
      ).rows[0].answer;
    expect(await paused(randomUUID(), Number(rows[0].writes) + 1)).toEqual({ problem: 'replaced' });
    expect(await paused(rows[0].incarnation, 0)).toMatchObject({ problem: 'stale' });
    expect(await server.status()).toMatchObject({ paused: null });
    const proxy = await cluster.createProxy();
    const cut = connectAgent({ ...team.agent, port: proxy.port }, 'CUT', { patienceMs: 20_000 });
    await cut.lead('stranded', 'x');
    proxy.loseNextAnswer();
    expect(await cut.pause(undefined, true)).toBe('written');
    expect(await server.status()).toMatchObject({ paused: { by: 'CUT', ofAll: true } });
  });
});
