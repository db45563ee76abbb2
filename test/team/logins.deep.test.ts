import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, createCluster, hasPostgres, type TeamDatabase } from './support/cluster.ts';
import { connectAgent, intent, signIn } from './support/connect-agent.ts';

/** What one login of a team can do to the machines of the others. */
describe.runIf(hasPostgres)('logins of a team (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
    await cluster.watcher.query('CREATE ROLE stranger LOGIN IN ROLE sluice_agent');
  });
  afterAll(() => cluster.remove());

  /** Calls functions as another login; the arguments are SQL. */
  async function strangerOf(team: TeamDatabase) {
    await team.admin.query(`GRANT CONNECT ON DATABASE ${team.name} TO stranger`);
    const client = await signIn({ ...team.agent, user: 'stranger' });
    return async (name: string, values: readonly unknown[]) => {
      const places = values.map((_, index) => `$${index + 1}`).join(', ');
      const { rows } = await client.query(`SELECT sluice_v1.${name}(${places}) AS answer`, [...values]);
      return rows[0].answer;
    };
  }
  const join = (agent: string, write: number, acknowledged: number) =>
    [agent, randomUUID(), write, acknowledged, 'X', '0', 1, 15_000, null] as const;
  const isRestoring = async ({ admin }: TeamDatabase) =>
    (await admin.query('SELECT restoring FROM sluice.team')).rows[0].restoring;

  test('who only claims to remember more closes the team for no one', async () => {
    const team = await cluster.createTeam();
    const anna = connectAgent(team.agent, 'ANNA');
    expect(await anna.claim(intent('a'))).toMatchObject({ kind: 'ours' });
    const call = await strangerOf(team);
    const unknown = randomUUID();
    await call('join_team', join(unknown, 2, 1));
    expect(await isRestoring(team)).toBe(false);
    // Nor with a machine of its own, which joined before.
    const own = join(randomUUID(), 1, 0);
    expect(await call('join_team', own)).toMatchObject({ kind: 'joined' });
    await call('join_team', join(own[0], 9, 8));
    await call('renew', [own[0], own[1], 12, 11, 0]);
    expect(await isRestoring(team)).toBe(false);
    expect(await anna.claim(intent('b'))).toMatchObject({ kind: 'ours' });
    expect(anna.standing()).toEqual({ kind: 'reachable' });
  });

  test('no login joins, writes or reports as the machine of another', async () => {
    const team = await cluster.createTeam();
    const anna = connectAgent(team.agent, 'ANNA');
    const claim = await anna.claim(intent('a'));
    if (claim.kind !== 'ours') throw new Error(claim.kind);
    const { rows } = await team.admin.query('SELECT agent, incarnation, writes::int FROM sluice.agents');
    const { agent, incarnation, writes } = rows[0];
    const call = await strangerOf(team);
    const refused = { problem: 'stranger' };
    expect(await call('join_team', join(agent, writes + 1, 0))).toEqual(refused);
    const frame = [agent, incarnation, writes + 1, writes];
    expect(await call('renew', [...frame, 0])).toEqual(refused);
    const { scope, sha256, upload, epoch } = claim.claim;
    const release = [...frame, 'release', scope, sha256, upload, epoch, null, null];
    expect(await call('write_claim', release)).toEqual(refused);
    const other = [...frame, scope, '{}', sha256.replaceAll('a', 'b'), 1, randomUUID(), null, false];
    expect(await call('claim', other)).toEqual(refused);
    const report = [agent, incarnation, 'key-1', scope, 1, '{}', 0, 0, 500, 0, 2_000, 3_600_000];
    expect(await call('exchange', report)).toEqual(refused);
    // The machine itself noticed nothing.
    expect(await anna.claim(intent('c'))).toMatchObject({ kind: 'ours' });
    expect(await anna.release(claim.claim)).toBe('written');
  });

  test('no report of a login takes the budget of all for longer than requests count', async () => {
    const team = await cluster.createTeam();
    await team.admin.query(`SELECT sluice.configure(10, 500, 0, 'team')`);
    const call = await strangerOf(team);
    const own = join(randomUUID(), 1, 0);
    await call('join_team', own);
    const most = 2_147_483_647;
    await call('exchange', [own[0], own[1], 'key', 'scope', 1, [-most], most, most, 0, 1, most, 0]);
    const { rows } = await team.admin.query(
      `SELECT x.open, extract(epoch from x.open_until - now())::float AS seconds,
        (SELECT max(extract(epoch from u.free_at - now()))::float FROM sluice.budget_used u) AS used
      FROM sluice.budget_lives x`,
    );
    expect(rows).toEqual([{ open: 2_000_000, seconds: expect.closeTo(60, 0), used: expect.closeTo(60, 0) }]);
  });

  test('a machine whose place another login has says so', async () => {
    const team = await cluster.createTeam();
    const agent = randomUUID();
    const call = await strangerOf(team);
    expect(await call('join_team', join(agent, 1, 0))).toMatchObject({ kind: 'joined' });
    const anna = connectAgent(team.agent, 'ANNA', { agent });
    expect(await anna.claim(intent('a'))).toEqual({ kind: 'unreachable' });
    expect(anna.standing()).toEqual({ kind: 'refused', why: 'stranger' });
  });
});
