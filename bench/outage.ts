import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withAgent } from './support/agent-process.ts';
import type { Benchmark } from './support/benchmark.ts';
import { writeFiles } from './support/files.ts';
import { resultOf } from './support/result.ts';
import { withSandbox } from './support/sandbox.ts';

const minute = 60_000;
const lasts = 15 * minute;

/**
 * Requests the service sees in 15 minutes in which it answers 503 to everything, while 300 files wait, from
 * the first refusal on. All minutes are of a clock that goes faster in agent and sandbox alike.
 */
export const outage: Benchmark = {
  name: 'outage',
  about: 'requests in 15 minutes of 503 with 300 files waiting',
  async run({ size, directory, report, say }) {
    const { files = 300, rounds = 1, speed = 60 } = size;
    const root = join(directory, 'files');
    writeFiles(root, files, 1024);
    const values: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const dataDirectory = join(directory, `round-${round}`);
      values.push(await requestsWhileDown(root, dataDirectory, files, speed));
      say(`round ${round} of ${rounds}: ${values.at(-1)} requests`);
    }
    report(
      resultOf({
        name: 'outage',
        values,
        unit: 'requests',
        goal: { atMost: 40 },
        more: { files, minutes: 15 },
      }),
    );
  },
};

function requestsWhileDown(
  root: string,
  dataDirectory: string,
  files: number,
  speed: number,
): Promise<number> {
  return withSandbox(['--speed', String(speed)], async (sandbox) => {
    await sandbox.fail([{ match: { origin: 'api' }, kind: 'status', status: 503 }]);
    return withAgent({ dataDirectory, sandbox, speed }, async (agent) => {
      await agent.tell({ do: 'start', engine: 'uploads' });
      await agent.add(root);
      await sandbox.asked();
      await wait(lasts / speed);
      const requests = await sandbox.requests('api');
      const { value } = await agent.tell({ do: 'call', name: 'uploads.counts', input: { filter: {} } });
      const { queued = 0, enriching = 0 } = value as { queued?: number; enriching?: number };
      if (queued + enriching !== files) throw new Error(`${queued + enriching} of ${files} files still wait`);
      return requests;
    });
  });
}
