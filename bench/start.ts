import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findOrBuildPackage } from '../scripts/build-package.ts';
import { installPackage } from '../scripts/install-package.ts';
import type { Benchmark } from './support/benchmark.ts';
import { median, resultOf } from './support/result.ts';

const execute = promisify(execFile);
const program = fileURLToPath(new URL('../bin/sluice.js', import.meta.url));

/** Seconds that an installed agent may take to tell its version, beside what Node takes to do nothing. */
const installedBudget = 0.2;

/**
 * Seconds from the spawn of the command line until it has ended, from sources and from its package, after two
 * starts that warm the caches. The floor is bare Node with nothing to do, in turns with it.
 */
export const start: Benchmark = {
  name: 'start',
  about: 'how long `--version` and `status` take from sources and installed, against bare Node',
  async run({ size, directory, report, say }) {
    const { rounds = 7 } = size;
    const dataDirectory = join(directory, 'data');
    mkdirSync(dataDirectory);
    const installed = await install(directory);
    const status = ['status', '--data-dir', dataDirectory];
    const commands = {
      version: [program, '--version'],
      status: [program, ...status],
      'version-installed': [installed, '--version'],
      'status-installed': [installed, ...status],
    };
    for (const [name, parameters] of Object.entries(commands)) {
      const values: number[] = [];
      const floors: number[] = [];
      for (let round = -1; round <= rounds; round += 1) {
        const floor = await secondsOf(['-e', '0'], dataDirectory);
        const value = await secondsOf(parameters, dataDirectory);
        if (round < 1) continue;
        floors.push(floor);
        values.push(value);
      }
      const below = name === 'version-installed' ? median(floors) + installedBudget : 0.5;
      report(resultOf({ name: `start-${name}`, values, floors, unit: 's', goal: { below } }));
      say(`${name}: ${values.map((value) => value.toFixed(2)).join(', ')} s`);
    }
  },
};

/** The agent in a prefix of its own; without pages, which have nothing to do with a start. */
async function install(directory: string): Promise<string> {
  const pages = join(directory, 'pages');
  mkdirSync(pages);
  return installPackage(await findOrBuildPackage({ pages, to: directory }), join(directory, 'prefix'));
}

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
