import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withAgent } from './support/agent-process.ts';
import type { Wanted } from './support/agent-setup.ts';
import type { Benchmark } from './support/benchmark.ts';
import { writeFiles } from './support/files.ts';
import { makeKnown } from './support/known-folder.ts';
import { megabyte, processFacts } from './support/process-facts.ts';
import { resultOf } from './support/result.ts';
import { withSandbox } from './support/sandbox.ts';

const hour = 3_600_000;

/**
 * Seconds of processor time in an hour of an agent that watches 100,000 known files to which nothing happens,
 * its regular passes included, and its resident memory at the end. The hour is of a clock that goes faster in
 * agent and sandbox alike: what is done by the clock is done as often as in a real hour.
 */
export const idle: Benchmark = {
  name: 'idle',
  about: 'an hour of an agent at rest over 100,000 watched files',
  async run({ size, directory, report, say }) {
    const { files = 100_000, rounds = 1, speed = 30 } = size;
    const root = join(directory, 'files');
    say(`writing ${files} files`);
    writeFiles(root, files, 1024);
    await withSandbox(['--speed', String(speed)], async (sandbox) => {
      const folders = [{ id: 'folder', path: root, settleSeconds: 0 }];
      const wanted: Wanted = {
        dataDirectory: join(directory, 'data'),
        sandbox,
        folders,
        unfinishedFor: 0,
        speed,
      };
      say('first run');
      await makeKnown(wanted, files);
      const cpu: number[] = [];
      const resident: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        await withAgent(wanted, async (agent) => {
          const used = async () => (await agent.tell({ do: 'cpu' })).value as number;
          await agent.tell({ do: 'start', engine: 'watch' });
          await agent.tell({ do: 'until-idle' });
          const before = await used();
          await wait(hour / speed);
          cpu.push(((await used()) - before) / 1_000);
          resident.push(processFacts(agent.pid).rss / megabyte);
        });
        say(`round ${round} of ${rounds}: ${cpu.at(-1)?.toFixed(1)} s of processor an hour`);
      }
      const more = { files, speed };
      report(resultOf({ name: 'idle', values: cpu, unit: 's an hour', goal: { atMost: 20 }, more }));
      report(resultOf({ name: 'idle-memory', values: resident, unit: 'MB', goal: { below: 150 }, more }));
    });
  },
};
