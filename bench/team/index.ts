import { createCluster, hasPostgres } from '../../test/team/support/cluster.ts';
import type { Benchmark } from '../support/benchmark.ts';
import { measureAddedTime, measureLatency } from './added-time.ts';
import { measureClaims } from './claims.ts';
import { measureClaimSize, measureExchanges } from './growth.ts';
import { measureRest } from './rest.ts';
import { measureBudget } from './shared-budget.ts';

/**
 * A team's database, on a cluster of its own that writes to the disk: claims a second of agents that do
 * nothing else beside as many bare inserts, what a file takes longer than alone, what 50 agents cost at rest,
 * how the costs grow with documents and agents, and the requests of a minute that 8 agents use of those
 * permitted, in true time and with nothing held back.
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
      await measureAddedTime(run, cluster);
      await measureLatency(run, cluster);
      await measureRest(run, await cluster.createTeam());
      await measureClaimSize(run, await cluster.createTeam());
      for (const agents of [8, 50, 500]) await measureExchanges(run, await cluster.createTeam(), agents);
      await measureBudget(run, await cluster.createTeam());
    } finally {
      await cluster.remove();
    }
  },
};
