import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, createCluster, hasPostgres, type TeamDatabase } from './support/cluster.ts';
import { createSimulatedAgents, mostInAMinute } from './support/simulated-agents.ts';

const perMinute = 500;

describe.runIf(hasPostgres)('the request budget of a team (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  interface Asked {
    readonly ages?: readonly number[];
    readonly flying?: number;
    readonly kept?: number;
    readonly want?: number;
    readonly priority?: number;
    readonly holdMs?: number;
    readonly seq?: number;
  }

  /** One life of an agent, which says what it likes. */
  async function aLife(team: TeamDatabase, agent: string = randomUUID()) {
    const incarnation = randomUUID();
    const { writes } = await call<{ writes: number }>(team.admin, 'writes', [agent]);
    await call(team.admin, 'join_team', [agent, incarnation, writes + 1, 0, 'ANNA', '1', 1, 15_000, null]);
    let seq = 0;
    return {
      agent,
      async ask(asked: Asked) {
        seq = asked.seq ?? seq + 1;
        const { ages = [], flying = 0, kept = 0, want = 0, priority = 5, holdMs = 0 } = asked;
        return await call<{ granted: number; waitMs: number; heldMs: number; problem?: string }>(
          team.admin,
          'exchange',
          [agent, incarnation, 'key-1', 'scope', seq, ages, flying, kept, want, priority, 2_000, holdMs],
        );
      },
    };
  }

  /** Time stands still but for `turn`; all that a minute allows is there. */
  async function aTeam(requests = perMinute) {
    const team = await cluster.createTeam();
    await team.admin.query(`SELECT sluice.configure(10, $1, 0, 'key')`, [requests]);
    await team.admin.query('UPDATE sluice.test_turn SET at = now()');
    return {
      team,
      turn: (ms: number) =>
        team.admin.query(`UPDATE sluice.test_turn SET at = at + $1 * interval '1 ms'`, [ms]),
    };
  }

  test('a person gets what the window has; others get it at a pace, and more only as time passes', async () => {
    const { team, turn } = await aTeam();
    const life = await aLife(team);
    expect(await life.ask({ want: 200 })).toMatchObject({ granted: 50 });
    expect(await life.ask({ want: 200, ages: Array(50).fill(0) })).toMatchObject({ granted: 0, waitMs: 120 });
    await turn(1_200);
    expect(await life.ask({ want: 200 })).toMatchObject({ granted: 10 });
    expect(await life.ask({ want: 600, kept: 10, priority: 0 })).toMatchObject({ granted: 440 });
    expect(await life.ask({ want: 1, kept: 450, priority: 0 })).toMatchObject({ granted: 0 });
    // What comes back unused is there for the next.
    expect(await life.ask({ want: 450, kept: 0, priority: 0 })).toMatchObject({ granted: 450 });
  });

  test('an answer counts for a minute after it came, whatever its age when it was told', async () => {
    const { team, turn } = await aTeam(10);
    const life = await aLife(team);
    await life.ask({ want: 10, priority: 0 });
    await turn(1_000);
    await life.ask({ ages: Array(10).fill(1_000), priority: 0 });
    await turn(58_900);
    expect(await life.ask({ want: 10, priority: 0 })).toMatchObject({ granted: 0 });
    await turn(202);
    expect(await life.ask({ want: 10, priority: 0 })).toMatchObject({ granted: 10 });
  });

  test('a silent agent’s requests count until its lease, ten seconds and a minute are over; its own count replaces that', async () => {
    const { team, turn } = await aTeam(10);
    const [silent, other] = [await aLife(team), await aLife(team)];
    await silent.ask({ want: 10, priority: 0 });
    await turn(2_001);
    expect(await other.ask({ want: 10, priority: 0 })).toMatchObject({ granted: 0 });
    await turn(10_000 + 60_100 - 2_000);
    expect(await other.ask({ want: 10, priority: 0 })).toMatchObject({ granted: 0 });
    // It was only late, and had used three.
    await silent.ask({ ages: [100, 200, 300] });
    expect(await other.ask({ want: 10, priority: 0 })).toMatchObject({ granted: 7 });
    await other.ask({ want: 0 });
    await silent.ask({ want: 7, priority: 0 });
    await turn(2_001 + 10_000 + 60_100);
    expect(await other.ask({ want: 10, priority: 0 })).toMatchObject({ granted: 10 });
  });

  test('a restarted agent leaves what its former life may have on its way as it is', async () => {
    const { team, turn } = await aTeam(10);
    const former = await aLife(team);
    await former.ask({ want: 6, priority: 0 });
    const again = await aLife(team, former.agent);
    expect(await again.ask({ want: 10, priority: 0 })).toMatchObject({ granted: 4 });
    await turn(2_001);
    expect(await again.ask({ want: 10, kept: 4, priority: 0 })).toMatchObject({ granted: 0 });
    // Nothing is granted to a life that ended.
    await again.ask({ want: 0 });
    expect(await former.ask({ ages: [1, 2], want: 5, priority: 0 })).toMatchObject({ granted: 0 });
    expect(await again.ask({ want: 10, priority: 0 })).toMatchObject({ granted: 8 });
  });

  test('a repeated report gets the answer it got, an overtaken one none; a gap means an older copy, and silence', async () => {
    const { team } = await aTeam();
    const life = await aLife(team);
    const first = await life.ask({ want: 5, ages: [10] });
    expect(await life.ask({ want: 5, ages: [10], seq: 1 })).toEqual(first);
    await life.ask({ want: 5, kept: 5 });
    expect(await life.ask({ want: 5, seq: 1 })).toEqual({ problem: 'stale' });
    expect(await life.ask({ want: 5, kept: 10, seq: 7 })).toMatchObject({ granted: 0, heldMs: 70_100 });
  });

  test('who is more urgent goes first, those of one urgency share, and the host’s silence is for all', async () => {
    const { team } = await aTeam(20);
    const [urgent, one, two] = [await aLife(team), await aLife(team), await aLife(team)];
    await team.admin.query(`UPDATE sluice.budgets SET paced_at = '-infinity'`);
    await one.ask({ want: 0 });
    expect(await urgent.ask({ want: 30, priority: 0 })).toMatchObject({ granted: 20 });
    await urgent.ask({ want: 15, priority: 0, kept: 5 });
    expect(await one.ask({ want: 5 })).toMatchObject({ granted: 0 });
    expect(await two.ask({ want: 5 })).toMatchObject({ granted: 0 });
    // The urgent one has had enough: each of the two gets its share.
    await urgent.ask({ want: 0, priority: 0 });
    const shares = [await one.ask({ want: 20, priority: 0 }), await two.ask({ want: 20, priority: 0 })];
    expect(shares.map(({ granted }) => granted)).toEqual([20, 0]);
    await one.ask({ want: 20, priority: 0, kept: 0 });
    await one.ask({ want: 0, holdMs: 30_000 });
    expect(await two.ask({ want: 5, priority: 0 })).toMatchObject({ granted: 0, heldMs: 30_000 });
  });

  test('one limit for all keys, where the service counts so', async () => {
    const { team } = await aTeam(10);
    await team.admin.query(`SELECT sluice.configure(10, 10, 2, 'team')`);
    const [anna, ben] = [await aLife(team), await aLife(team)];
    expect(await anna.ask({ want: 20, priority: 0 })).toMatchObject({ granted: 10 });
    expect(await ben.ask({ want: 20, priority: 0 })).toMatchObject({ granted: 0 });
    await anna.ask({ want: 0, kept: 7 });
    // Two are kept for people.
    expect(await ben.ask({ want: 20 })).toMatchObject({ granted: 1 });
  });

  test('eight agents that want all, reserve 0: 95 % and more is used, and never one over in any minute', async () => {
    const { team } = await aTeam();
    const run = createSimulatedAgents(team.admin, { agents: 8, seed: 1, faults: false });
    await run.until(131_000);
    expect(mostInAMinute(run.counted)).toBeLessThanOrEqual(perMinute);
    const used = run.counted.filter((at) => at > 70_000 && at <= 130_000).length;
    expect(used / perMinute).toBeGreaterThanOrEqual(0.95);
    // No bursts: what any second has is the pace, and what was idle at the start.
    expect(
      mostInAMinute(
        run.counted.filter((at) => at > 70_000),
        1_000,
      ),
    ).toBeLessThan(40);
  });

  test.each([
    { requests: 10, agents: 2 },
    { requests: 20, agents: 2 },
    { requests: 60, agents: 4 },
    { requests: 250, agents: 10 },
  ])(
    '$agents agents that ask in step: none gets less than four fifths of its part of $requests a minute',
    async ({ requests, agents }) => {
      const { team } = await aTeam(requests);
      const run = createSimulatedAgents(team.admin, { agents, seed: 3, faults: false });
      await run.until(131_000);
      const parts = run.countedOfEach(71_000);
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(Math.floor((0.8 * requests) / agents));
      expect(parts.reduce((sum, part) => sum + part)).toBeGreaterThanOrEqual(0.9 * requests);
    },
  );

  test('what a person takes is no turn: where somebody reads, the rest has its own', async () => {
    const { team, turn } = await aTeam(60);
    const [reader, other] = [await aLife(team), await aLife(team)];
    expect(await reader.ask({ want: 6 })).toMatchObject({ granted: 6 });
    await turn(1_000);
    expect(await other.ask({ want: 5 })).toMatchObject({ granted: 1 });
    await turn(1_000);
    expect(await reader.ask({ want: 1, kept: 6, priority: 0 })).toMatchObject({ granted: 1 });
    expect(await reader.ask({ want: 5, kept: 7 })).toMatchObject({ granted: 1 });
  });

  test('a person waits for no other person, who may have given up', async () => {
    const { team } = await aTeam(10);
    const [reader, gone, other] = [await aLife(team), await aLife(team), await aLife(team)];
    expect(await reader.ask({ want: 1 })).toMatchObject({ granted: 1 });
    expect(await other.ask({ want: 9, priority: 0 })).toMatchObject({ granted: 9 });
    expect(await gone.ask({ want: 1, priority: 0 })).toMatchObject({ granted: 0 });
    await other.ask({ kept: 8 });
    expect(await reader.ask({ want: 1, kept: 1, priority: 0 })).toMatchObject({ granted: 1 });
  });

  test('one that does not come back is waited for three seconds, which are lost to nobody', async () => {
    const { team, turn } = await aTeam(10);
    const [one, gone] = [await aLife(team), await aLife(team)];
    await one.ask({ want: 1 });
    await team.admin.query('UPDATE sluice.budgets SET paced_at = sluice.now_()');
    await turn(5_000);
    await gone.ask({ want: 1 });
    await turn(1_000);
    expect(await one.ask({ want: 5, kept: 1 })).toMatchObject({ granted: 0 });
    await turn(2_001);
    expect(await one.ask({ want: 5, kept: 1 })).toMatchObject({ granted: 1 });
    await turn(4_000);
    expect(await one.ask({ want: 5, kept: 2 })).toMatchObject({ granted: 1 });
  });

  test('agents that die, restart, go silent and lose answers: never one over', async () => {
    const { team } = await aTeam();
    const run = createSimulatedAgents(team.admin, { agents: 8, seed: 2, faults: true });
    await run.until(200_000);
    expect(mostInAMinute(run.counted)).toBeLessThanOrEqual(perMinute);
    expect(run.faults()).toBeGreaterThan(20);
    expect(run.counted.length).toBeGreaterThan(perMinute);
  });
});

async function call<T>(client: Client, name: string, values: readonly unknown[]): Promise<T> {
  const { rows } = await client.query(
    `SELECT sluice_v1.${name}(${values.map((_, index) => `$${index + 1}`).join(', ')}) AS answer`,
    [...values],
  );
  return rows[0].answer as T;
}
