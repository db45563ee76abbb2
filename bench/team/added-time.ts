import { join } from 'node:path';
import type { Cluster } from '../../test/team/support/cluster.ts';
import { withAgent } from '../support/agent-process.ts';
import type { Run } from '../support/benchmark.ts';
import { writeFiles } from '../support/files.ts';
import { lastLanding } from '../support/ledger-facts.ts';
import { median, resultOf } from '../support/result.ts';
import { withSandbox } from '../support/sandbox.ts';

const fileSize = 10 * 1024;
/** As many as a team may permit: neither side is to wait for the service's limit. */
const perMinute = 1_000_000;

/**
 * Milliseconds a file of one agent that uploads with a team and nobody else in it, beside the same agent
 * alone; `added` is what the team adds, `addedProcessor` how much of that is processor time of the agent.
 */
export async function measureAddedTime(run: Run, cluster: Cluster): Promise<void> {
  const { size, directory, report, say } = run;
  const { files: count = 2_000, rounds = 3 } = size;
  const root = join(directory, 'files');
  writeFiles(root, count, fileSize);
  const alone: Pass[] = [];
  const together: Pass[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const { admin, agent } = await cluster.createTeam();
    await admin.query(`SELECT sluice.configure(10, $1, 0, 'key')`, [perMinute]);
    const address = `postgres://${agent.user}@${agent.host}:${agent.port}/${agent.database}`;
    alone.push(await pass(root, count, join(directory, `alone-${round}`)));
    together.push(await pass(root, count, join(directory, `team-${round}`), address));
    say(`round ${round} of ${rounds} of added time`);
  }
  const added = (of: keyof Pass) =>
    median(together.map((pass) => pass[of])) - median(alone.map((pass) => pass[of]));
  report(
    resultOf({
      name: 'team-file',
      values: together.map(({ wall }) => wall),
      floors: alone.map(({ wall }) => wall),
      unit: 'ms/file',
      more: {
        files: count,
        added: Number(added('wall').toFixed(2)),
        addedProcessor: Number(added('processor').toFixed(2)),
      },
    }),
  );
}

/** A home office over a VPN, ms for both ways. */
const roundTripMs = 100;
/** What a service on the internet takes for a request or a PUT, ms; the sandbox answers in one or two. */
const serviceMs = 100;

/**
 * Milliseconds a file with a database that is 100 ms away, beside the same database next to it: with a
 * service that takes no time, where the database is all that an upload waits for, and with one that takes as
 * long as a hosted one.
 */
export async function measureLatency({ size, directory, report, say }: Run, cluster: Cluster): Promise<void> {
  const { files: count = 500, rounds = 3 } = size;
  const root = join(directory, 'files-far');
  writeFiles(root, count, fileSize);
  const services = [
    { name: 'team-latency', waitMs: 0 },
    { name: 'team-latency-hosted', waitMs: serviceMs },
  ] as const;
  for (const { name, waitMs } of services) {
    const near: number[] = [];
    const far: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const [values, delay] of [
        [near, 0],
        [far, roundTripMs / 2],
      ] as const) {
        const { admin, agent } = await cluster.createTeam();
        await admin.query(`SELECT sluice.configure(10, $1, 0, 'key')`, [perMinute]);
        const proxy = await cluster.createProxy();
        proxy.delay(delay);
        const address = `postgres://${agent.user}@${agent.host}:${proxy.port}/${agent.database}`;
        const { wall } = await pass(
          root,
          count,
          join(directory, `${name}-${delay}-ms-${round}`),
          address,
          waitMs,
        );
        values.push(wall);
      }
      say(`round ${round} of ${rounds} of ${name}`);
    }
    report(
      resultOf({
        name,
        values: far,
        floors: near,
        unit: 'ms/file',
        more: { files: count, roundTripMs, serviceMs: waitMs },
        goal: { ratioAtMost: 2 },
      }),
    );
  }
}

/** Milliseconds a file. */
interface Pass {
  readonly wall: number;
  readonly processor: number;
}

/** `waitMs`: how long the service takes for each request and each PUT. */
function pass(root: string, count: number, dataDirectory: string, team?: string, waitMs = 0): Promise<Pass> {
  return withSandbox([], async (sandbox) => {
    if (waitMs > 0) await sandbox.fail([{ match: {}, kind: 'slow', delayMs: waitMs }]);
    return withAgent({ dataDirectory, sandbox, ...(team === undefined ? {} : { team }) }, async (agent) => {
      const processor = async () => (await agent.tell({ do: 'cpu' })).value as number;
      await agent.tell({ do: 'start', engine: 'uploads' });
      const before = await processor();
      const startedAt = Date.now();
      await agent.add(root);
      await agent.tell({ do: 'until-landed' });
      const used = (await processor()) - before;
      const landed = lastLanding(dataDirectory);
      if (landed.count !== count) throw new Error(`${landed.count} of ${count} files landed`);
      return { wall: (landed.at - startedAt) / count, processor: used / count };
    });
  });
}
