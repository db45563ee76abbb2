import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type AgentProcess, startAgent } from './support/agent-process.ts';
import { agentSetup } from './support/agent-setup.ts';
import type { Benchmark } from './support/benchmark.ts';
import { writeFiles } from './support/files.ts';
import { resultOf } from './support/result.ts';
import { startBenchSandbox } from './support/sandbox.ts';

const fileSize = 10 * 1024;
/** How long the idle agent is looked at, ms. */
const idleMs = 2_000;

interface Lag {
  readonly p99: number;
  readonly max: number;
}

/**
 * 99th percentile of the delay of the agent's main event loop, in milliseconds, while it takes in 10,000 files that lie in a
 * watched folder, from the start of the engine until the last is completed. The floor: the same agent when it has nothing to do.
 */
export const loopLag: Benchmark = {
  name: 'loop-lag',
  about: 'delay of the event loop while 10,000 files are taken in',
  async run({ size, directory, report, say }) {
    const { files: count = 10_000, rounds = 1 } = size;
    const root = join(directory, 'files');
    writeFiles(root, count, fileSize);
    const busy: Lag[] = [];
    const idle: Lag[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const sandbox = await startBenchSandbox();
      const folder = { id: 'folder', path: root, settleSeconds: 1 };
      const dataDirectory = join(directory, `data-${round}`);
      const agent = await startAgent(agentSetup({ dataDirectory, sandbox, folders: [folder] }));
      try {
        busy.push(await lagWhile(agent, () => takeIn(agent)));
        idle.push(await lagWhile(agent, () => wait(idleMs)));
        await agent.end();
      } finally {
        await agent.kill();
        await sandbox.stop();
      }
      say(`round ${round} of ${rounds}: ${JSON.stringify(busy.at(-1))}`);
    }
    report(
      resultOf({
        name: 'loop-lag',
        values: busy.map(({ p99 }) => p99),
        floors: idle.map(({ p99 }) => p99),
        unit: 'ms (p99)',
        goal: 'p99 below 50 ms',
        met: (value) => value < 50,
        more: { files: count, highest: Math.round(Math.max(...busy.map(({ max }) => max))) },
      }),
    );
  },
};

async function takeIn(agent: AgentProcess): Promise<void> {
  await agent.tell({ do: 'start', engine: 'watch' });
  await agent.tell({ do: 'until-idle' });
}

async function lagWhile(agent: AgentProcess, work: () => Promise<unknown>): Promise<Lag> {
  await agent.tell({ do: 'measure-lag' });
  await work();
  const { value } = await agent.tell({ do: 'lag' });
  return value as Lag;
}
