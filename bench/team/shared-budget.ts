import { setTimeout as wait } from 'node:timers/promises';
import type { TeamDatabase } from '../../test/team/support/cluster.ts';
import type { Run } from '../support/benchmark.ts';
import { resultOf } from '../support/result.ts';
import { joined } from './joined.ts';

/** A window of the service, ms, and how long it takes until what was idle at the start has left it. */
const windowMs = 60_000;
const settledMs = 65_000;
const perMinute = 500;

/** The requests of a true minute that 8 agents use of those permitted, with nothing held back. */
export async function measureBudget({ report, say }: Run, database: TeamDatabase): Promise<void> {
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
