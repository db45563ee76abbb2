import { randomUUID } from 'node:crypto';
import { createClock } from '#core/ports/clock.ts';
import { connectTeam, type PostgresTeam } from '#core/team/postgres/postgres-team.ts';
import type { TeamDatabase } from '../../test/team/support/cluster.ts';

/** An agent of the team that does nothing by itself. */
export function joined({ agent: address }: TeamDatabase, name: string): PostgresTeam {
  return connectTeam({
    clock: createClock(),
    address,
    agent: randomUUID(),
    incarnation: randomUUID(),
    name,
    version: '0.0.0',
    key: async () => ({ scope: 'scope', mac: () => 'code' }),
    // As all agents of the product have one.
    circle: 'circle',
    budget: 'key',
    remembered: { writes: 0, token: '' },
    remember: () => undefined,
  });
}
