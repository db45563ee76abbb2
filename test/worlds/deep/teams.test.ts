import { describe, expect, test } from 'vitest';
import { hasPostgres } from '../../team/support/cluster.ts';
import { runMainJourney } from '../support/journey.ts';
import { twoInTeam } from '../support/team-world.ts';

describe.runIf(hasPostgres)('a team that was joined after 50 documents (PostgreSQL)', () => {
  test('the main journey, beside the other machine', async () => {
    const { first, agents, hashes } = await twoInTeam();
    const [one, other] = agents;
    await one?.stop();
    await runMainJourney({ ...first, folder: `${first.folder} of the first`, before: hashes });
    expect(await other?.stop()).toBe(0);
  });
});
