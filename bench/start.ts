import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Benchmark } from './support/benchmark.ts';
import { resultOf } from './support/result.ts';

const execute = promisify(execFile);
const program = fileURLToPath(new URL('../bin/sluice.js', import.meta.url));

/**
 * Seconds from the spawn of the command line until it has ended, from sources, after two starts that warm
 * the caches. The floor is bare Node with nothing to do, in turns with it.
 */
export const start: Benchmark = {
  name: 'start',
  about: 'how long `--version` and `status` take from sources, against bare Node',
  async run({ size, directory, report, say }) {
    const { rounds = 7 } = size;
    const dataDirectory = join(directory, 'data');
    mkdirSync(dataDirectory);
    const commands = { version: ['--version'], status: ['status', '--data-dir', dataDirectory] };
    for (const [name, parameters] of Object.entries(commands)) {
      const values: number[] = [];
      const floors: number[] = [];
      for (let round = -1; round <= rounds; round += 1) {
        const floor = await secondsOf(['-e', '0'], dataDirectory);
        const value = await secondsOf([program, ...parameters], dataDirectory);
        if (round < 1) continue;
        floors.push(floor);
        values.push(value);
      }
      report(resultOf({ name: `start-${name}`, values, floors, unit: 's', goal: { below: 0.5 } }));
      say(`${name}: ${values.map((value) => value.toFixed(2)).join(', ')} s`);
    }
  },
};

/** What the command says of an empty data folder, and how it ends, does not matter here. */
async function secondsOf(parameters: readonly string[], home: string): Promise<number> {
  const before = performance.now();
  await execute(process.execPath, parameters, { env: { ...process.env, HOME: home } }).catch(
    (error: { code?: unknown }) => {
      if (typeof error.code !== 'number') throw error;
    },
  );
  return (performance.now() - before) / 1_000;
}
