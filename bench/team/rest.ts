import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { TeamDatabase } from '../../test/team/support/cluster.ts';
import type { Run } from '../support/benchmark.ts';
import { resultOf } from '../support/result.ts';
import { joined } from './joined.ts';

/** How long agents at rest are looked at, ms: three renewals each. */
const restMs = 15_000;

/** What 50 agents with nothing to do cost the database. */
export async function measureRest({ report, say }: Run, database: TeamDatabase): Promise<void> {
  const count = 50;
  const { signal } = new AbortController();
  say(`${count} agents at rest`);
  const agents = Array.from({ length: count }, (_, index) => joined(database, `AGENT-${index}`));
  await Promise.all(
    agents.map((agent) =>
      agent.claim({ scope: 's', sha256: 'ab'.repeat(32), size: 1, upload: randomUUID() }, signal),
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
