import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Cluster, TeamDatabase } from '../../test/team/support/cluster.ts';
import type { Run } from '../support/benchmark.ts';
import { resultOf } from '../support/result.ts';
import { joined } from './joined.ts';

/** How long claims are counted in each round, ms. */
const countedMs = 2_000;

/** Claims a second of so many agents that do nothing else, beside as many bare inserts. */
export async function measureClaims(
  { size, report, say }: Run,
  cluster: Cluster,
  clients: number,
): Promise<void> {
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
  const { signal } = new AbortController();
  const agents = Array.from({ length: clients }, (_, index) => joined(database, `AGENT-${index}`));
  await Promise.all(agents.map((agent) => agent.feed(0n, signal)));
  const done = await countFor(agents, async (agent) => {
    const sha256 = randomBytes(32).toString('hex');
    const intent = { scope: 'scope', sha256, size: 1000, upload: randomUUID() };
    const { kind } = await agent.claim(intent, signal);
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
