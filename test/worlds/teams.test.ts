import { describe, expect, test } from 'vitest';
import { hasPostgres } from '../team/support/cluster.ts';
import { twoInTeam } from './support/team-world.ts';

describe.runIf(hasPostgres)('a team (PostgreSQL)', () => {
  test('a second machine joins after 50 documents, and sends none of them again', async () => {
    const { agents } = await twoInTeam();
    expect(await Promise.all(agents.map((agent) => agent.stop()))).toEqual([0, 0]);
  });
});
