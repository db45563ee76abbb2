import { join } from 'node:path';
import type { FaultRule } from '../src/sandbox/http/fault-rule.ts';
import { startAgent } from './support/agent-process.ts';
import { agentSetup } from './support/agent-setup.ts';
import type { Benchmark } from './support/benchmark.ts';
import { writeFiles } from './support/files.ts';
import { resultOf } from './support/result.ts';
import { type BenchSandbox, withSandbox } from './support/sandbox.ts';

const everything = { match: { origin: 'api' }, kind: 'status', retryAfter: 3600 } as const;
const services: readonly (readonly [name: string, rule: FaultRule])[] = [
  ['stop-429', { ...everything, status: 429 }],
  ['stop-503', { ...everything, status: 503 }],
];

/**
 * Milliseconds from the wish to stop until the agent's process has ended, while the service asks everybody to
 * come back in an hour (`Retry-After: 3600`).
 */
export const stop: Benchmark = {
  name: 'stop',
  about: 'the end of an agent whose service says to come back in an hour',
  async run({ size, directory, report, say }) {
    const { files = 20, rounds = 3 } = size;
    writeFiles(join(directory, 'files'), files, 1024);
    for (const [name, rule] of services) {
      const values: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const dataDirectory = join(directory, `${name}-${round}`);
        const taken = await withSandbox([], (sandbox) =>
          stopOnce(sandbox, rule, join(directory, 'files'), dataDirectory),
        );
        values.push(taken);
        say(`${name}, round ${round} of ${rounds}: ${Math.round(taken)} ms`);
      }
      report(resultOf({ name, values, unit: 'ms', goal: { below: 2_000 }, more: { files } }));
    }
  },
};

async function stopOnce(
  sandbox: BenchSandbox,
  rule: FaultRule,
  root: string,
  dataDirectory: string,
): Promise<number> {
  await sandbox.fail([rule]);
  const agent = await startAgent(agentSetup({ dataDirectory, sandbox }));
  try {
    await agent.tell({ do: 'start', engine: 'uploads' });
    await agent.add(root);
    await sandbox.asked();
    const before = performance.now();
    await agent.end();
    return performance.now() - before;
  } finally {
    await agent.kill();
  }
}
