import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Core, createCore } from '#core/create-core.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { addUploads, createEngine, eventsOf, idle, states, until } from '../support/engine-fixture.ts';
import { agentUser, type Cluster, createCluster, hasPostgres } from './support/cluster.ts';

const hourMs = 3_600_000;
/** What the test itself may take, on a machine that is full. */
const slackMs = 5 * 60_000;

describe.runIf(hasPostgres)('machines of a team with wrong clocks (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster({ turnable: false });
  });
  afterAll(() => cluster.remove());

  async function machines() {
    const { name: database } = await cluster.createTeam();
    const address = `postgres://${agentUser}@127.0.0.1:${cluster.port}/${database}`;
    const engine = await createEngine({ speed: 4 });
    const { clock } = engine.dependencies;
    /** One whose hands stand wrong by so much. */
    const machine = (name: string, by: number) => {
      const now = () => clock.now() + by;
      const start = async () => {
        const core = createCore({
          ...engine.dependencies,
          clock: { ...clock, now },
          dataDirectory: join(engine.directory, name),
          teamAccess: { team: { address, machine: name, certificates: null } },
        });
        atTestEnd(() => core.stop());
        await core.start('uploads');
        return core;
      };
      const isNow = (time: number) => Math.abs(time - now()) < slackMs;
      return { start, isNow };
    };
    return { engine, ahead: machine('ANNA', 3 * hourMs), behind: machine('FILESRV1', -3 * hourMs) };
  }

  const shown = async (core: Core) => (await core.calls['team.show']({})).team;

  test('each tells of the other by its own clock: when it was seen, and when it sent', async () => {
    const { engine, ahead, behind } = await machines();
    const [anna, server] = [await ahead.start(), await behind.start()];
    const path = engine.file('report.txt');
    await addUploads(anna, [path]);
    await until('it is told', async () => (await shown(anna))?.landed === 1);
    const [id = 0] = await addUploads(server, [path]);
    await idle(server);
    expect(await states(server)).toEqual(['duplicate']);
    const told = (await eventsOf(server, id)).find(({ kind }) => kind === 'duplicate');
    expect(told?.detail).toMatchObject({ machine: 'ANNA' });
    expect(behind.isNow(Number(told?.detail?.sentAt))).toBe(true);
    for (const [core, { isNow }] of [
      [anna, ahead],
      [server, behind],
    ] as const) {
      const seen = (await shown(core))?.machines ?? [];
      expect(seen.map(({ name, seenAt }) => [name, isNow(seenAt)])).toEqual([
        ['ANNA', true],
        ['FILESRV1', true],
      ]);
    }
  });

  test('a clock that is ahead sets no times of another machine back', async () => {
    const { engine, ahead, behind } = await machines();
    const anna = await ahead.start();
    const first = await behind.start();
    await addUploads(anna, [engine.file('report.txt')]);
    await until('it is told', async () => (await shown(first))?.landed === 1);
    await addUploads(first, [engine.file('report.txt')]);
    await idle(first);
    await first.stop();
    const again = await behind.start();
    await addUploads(again, [engine.file('other.txt')]);
    await idle(again);
    expect((await states(again)).toSorted()).toEqual(['completed', 'duplicate']);
    expect(engine.log.filter((line) => line.includes('was set back'))).toEqual([]);
  });
});
