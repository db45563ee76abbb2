import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { createClock } from '#core/ports/clock.ts';
import { connectTeam, type PostgresTeam } from '#core/team/postgres/postgres-team.ts';
import { type Cluster, createCluster, hasPostgres, type TeamDatabase } from '../test/team/support/cluster.ts';
import type { Benchmark, Run } from './support/benchmark.ts';
import { resultOf } from './support/result.ts';

/** How long claims are counted in each round, ms. */
const countedMs = 2_000;
/** How long agents at rest are looked at, ms: three renewals each. */
const restMs = 15_000;
/** A window of the service, ms, and how long it takes until what was idle at the start has left it. */
const windowMs = 60_000;
const settledMs = 65_000;
const perMinute = 500;

/**
 * A team's database, on a cluster of its own that writes to the disk: claims a second of agents that do
 * nothing else beside as many bare inserts, what 50 agents cost at rest, and the requests of a minute that 8
 * agents use of those permitted, in true time and with nothing held back.
 */
export const team: Benchmark = {
  name: 'team',
  about: 'claims a second, 50 agents at rest, and the shared request budget, on PostgreSQL',
  onRequest: true,
  run: async (run) => {
    if (!hasPostgres) throw new Error('it needs PostgreSQL 15 or newer (the package postgresql)');
    const cluster = await createCluster({
      settings: { fsync: 'on', max_connections: '100', shared_buffers: '128MB', autovacuum: 'on' },
      turnable: false,
    });
    try {
      for (const clients of [1, 4, 8]) await measureClaims(run, cluster, clients);
      await measureRest(run, await cluster.createTeam());
      await measureBudget(run, await cluster.createTeam());
    } finally {
      await cluster.remove();
    }
  },
};

async function measureClaims({ size, report, say }: Run, cluster: Cluster, clients: number): Promise<void> {
  const { rounds = 3 } = size;
  say(`${clients} agents claim`);
  const values: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const database = await cluster.createTeam();
    floors.push(await insertsASecond(database, clients));
    values.push(await claimsASecond(database, clients));
  }
  report(
    resultOf({ name: `team-claims-${clients}`, values, floors, unit: 'claims/s', goal: { ratio: 0.5 } }),
  );
}

async function insertsASecond({ admin, agent }: TeamDatabase, clients: number): Promise<number> {
  await admin.query('CREATE TABLE sluice.bare (sha256 bytea PRIMARY KEY, upload uuid NOT NULL)');
  const connections = Array.from({ length: clients }, () => new Client({ ...agent, user: 'postgres' }));
  await Promise.all(connections.map((connection) => connection.connect()));
  const text = 'INSERT INTO sluice.bare VALUES ($1, $2) ON CONFLICT DO NOTHING';
  const done = await countFor(connections, (connection) =>
    connection.query(text, [randomBytes(32), randomUUID()]),
  );
  await Promise.all(connections.map((connection) => connection.end()));
  return done;
}

async function claimsASecond(database: TeamDatabase, clients: number): Promise<number> {
  const agents = Array.from({ length: clients }, (_, index) => joined(database, `AGENT-${index}`));
  await Promise.all(agents.map((agent) => agent.feed(0n)));
  const done = await countFor(agents, async (agent) => {
    const sha256 = randomBytes(32).toString('hex');
    const { kind } = await agent.claim({ scope: 'scope', sha256, size: 1000, upload: randomUUID() });
    if (kind !== 'ours') throw new Error(`a claim ended as ${kind}`);
  });
  await Promise.all(agents.map((agent) => agent.close()));
  return done;
}

/** How often a second all of them together did the work, each one after the other. */
async function countFor<T>(of: readonly T[], work: (one: T) => Promise<unknown>): Promise<number> {
  await Promise.all(of.map(work));
  const start = performance.now();
  let done = 0;
  await Promise.all(
    of.map(async (one) => {
      while (performance.now() - start < countedMs) {
        await work(one);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - start) / 1000);
}

async function measureRest({ report, say }: Run, database: TeamDatabase): Promise<void> {
  const count = 50;
  say(`${count} agents at rest`);
  const agents = Array.from({ length: count }, (_, index) => joined(database, `AGENT-${index}`));
  await Promise.all(
    agents.map((agent) =>
      agent.claim({ scope: 's', sha256: 'ab'.repeat(32), size: 1, upload: randomUUID() }),
    ),
  );
  // Each statement of an agent at rest is a numbered write; the server's own counts come late.
  const written = async () => {
    const { rows } = await database.admin.query(
      `SELECT (SELECT sum(writes)::int FROM sluice.agents) AS writes,
        (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'sluice') AS connections`,
    );
    return rows[0] as { writes: number; connections: number };
  };
  const before = await written();
  await wait(restMs);
  const after = await written();
  report(
    resultOf({
      name: 'team-at-rest',
      values: [(after.writes - before.writes) / (restMs / 1000)],
      unit: 'statements/s',
      more: { agents: count, connections: after.connections },
    }),
  );
  await Promise.all(agents.map((agent) => agent.close()));
}

async function measureBudget({ report, say }: Run, database: TeamDatabase): Promise<void> {
  say('8 agents want all requests there are, for two minutes');
  await database.admin.query(`SELECT sluice.configure(10, $1, 0, 'key')`, [perMinute]);
  const agents = Array.from({ length: 8 }, (_, index) => joined(database, `AGENT-${index}`));
  const counted: number[] = [];
  const start = performance.now();
  const since = () => performance.now() - start;
  const stop = new AbortController();
  const until = settledMs + windowMs;
  await Promise.all(
    agents.map(async (agent) => {
      let answered: number[] = [];
      let flying = 0;
      const send = () => {
        flying += 1;
        // The service counts a request when it comes, and answers later.
        setTimeout(() => counted.push(since()), Math.random() * 100);
        setTimeout(
          () => {
            flying -= 1;
            answered.push(since());
          },
          100 + Math.random() * 400,
        );
      };
      while (since() < until) {
        const ages = answered.map((at) => since() - at);
        answered = [];
        const report = { ages, flying, kept: 0, want: 20, priority: 5 };
        const grant = await agent.exchange(report, stop.signal);
        if (grant === 'unreachable') throw new Error('the database went away');
        for (let left = grant.granted; left > 0; left -= 1) send();
        await wait(Math.max(100, grant.waitMs));
      }
    }),
  );
  await Promise.all(agents.map((agent) => agent.close()));
  counted.sort((one, other) => one - other);
  const most = counted.map((at, index) => index + 1 - counted.findIndex((first) => first > at - windowMs));
  const used = counted.filter((at) => at > settledMs && at <= until).length;
  report(
    resultOf({
      name: 'team-budget',
      values: [used],
      floors: [perMinute],
      unit: 'requests/min',
      goal: { ratio: 0.95 },
      more: { agents: 8, over: Math.max(0, Math.max(...most) - perMinute) },
    }),
  );
}

function joined({ agent: address }: TeamDatabase, name: string): PostgresTeam {
  return connectTeam({
    clock: createClock(),
    address,
    agent: randomUUID(),
    incarnation: randomUUID(),
    name,
    version: '0.0.0',
    scope: 'scope',
    budget: 'key',
    remembered: 0,
    remember: () => undefined,
  });
}
