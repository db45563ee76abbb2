import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '#core/ports/clock.ts';
import { createBudget } from '../../src/core/service/budget.ts';
import { until } from '../support/until.ts';
import { type Cluster, createCluster, hasPostgres, type TeamDatabase } from './support/cluster.ts';
import { connectAgent, type TestAgent } from './support/connect-agent.ts';

describe.runIf(hasPostgres)('the request budget of a team (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  /** A machine whose requests are answered at once. */
  function machine(agent: TestAgent) {
    const budget = createBudget({ clock: createClock(), requestsPerMinute: 500, personReserve: 0 });
    budget.joinTeam(agent);
    const stop = new AbortController();
    return {
      budget,
      sent: () => budget.snapshot().sent,
      ask: async (priority: 'person' | 'fresh') => (await budget.acquire(priority, stop.signal)).done(),
      /** Wants so many, and leaves off with the test. */
      want(count: number) {
        for (let index = 0; index < count; index += 1)
          budget.acquire('fresh', stop.signal).then(
            (permit) => permit.done(),
            () => undefined,
          );
      },
      stop: () => stop.abort(),
    };
  }

  async function usedIn({ admin }: TeamDatabase): Promise<number> {
    const { rows } = await admin.query('SELECT coalesce(sum(n), 0)::int AS used FROM sluice.budget_used');
    return rows[0].used as number;
  }

  test('two machines share one limit; what each sent is told, and a person need not wait for the pace', async () => {
    const team = await cluster.createTeam();
    await team.admin.query(`SELECT sluice.configure(10, 20, 0, 'key')`);
    // The team's time stands still, and with it the pace and the minute.
    await team.admin.query('UPDATE sluice.test_turn SET at = now()');
    // A machine with other things to do is waited for.
    const patient = { deadlineMs: 60_000, patienceMs: 60_000 };
    const anna = machine(connectAgent(team.agent, 'ANNA', patient));
    const ben = machine(connectAgent(team.agent, 'BEN', patient));
    const sent = () => anna.sent() + ben.sent();
    anna.want(100);
    ben.want(100);
    await until('what the pace lets go at once is sent', () => sent() === 2);
    const persons = Promise.allSettled(
      Array.from({ length: 15 }, () => [anna.ask('person'), ben.ask('person')]).flat(),
    );
    await until('the minute is used up', () => sent() === 20);
    await until('all is told', async () => (await usedIn(team)) === 20);
    expect(sent()).toBe(20);
    anna.stop();
    ben.stop();
    // The pace alone lets two go. A permit that lapses on a busy machine gives it one more.
    const served = (await persons).filter(({ status }) => status === 'fulfilled');
    expect(served.length).toBeGreaterThanOrEqual(10);
  });

  test('silence that one is asked for holds for all, and a database that is away sends nobody anything', async () => {
    const team = await cluster.createTeam();
    const proxy = await cluster.createProxy();
    const short = { deadlineMs: 400, patienceMs: 500 };
    const anna = machine(connectAgent(team.agent, 'ANNA'));
    const ben = machine(connectAgent({ ...team.agent, port: proxy.port }, 'BEN', short));
    await anna.ask('fresh');
    await ben.ask('fresh');
    (await anna.budget.acquire('fresh')).rateLimited(3_600_000);
    ben.want(1);
    await until('the other keeps silent too', () => ben.budget.snapshot().hold?.by === 'team');
    ben.stop();
    const carla = machine(connectAgent({ ...team.agent, port: proxy.port }, 'CARLA', short));
    proxy.stall();
    const before = carla.sent();
    carla.want(3);
    await expect(carla.ask('person')).rejects.toMatchObject({ code: 'TEAM_UNREACHABLE' });
    expect(carla.sent()).toBe(before);
    carla.stop();
  });
});
