import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findOrBuildAgent } from '../scripts/build-agent.ts';
import { builtAgentVariable } from '../scripts/built-variables.ts';
import type { Benchmark, Size } from './support/benchmark.ts';
import { annotated } from './annotated/index.ts';
import { budget } from './budget.ts';
import { history } from './history/index.ts';
import { idle } from './idle.ts';
import { latency } from './latency.ts';
import { queue } from './queue.ts';
import { rescan, rescanMillion } from './rescan.ts';
import { compiledSources } from './support/compiled-sources.ts';
import { machineFacts } from './support/machine-facts.ts';
import { printTable } from './support/print-table.ts';
import type { Result } from './support/result.ts';
import { team } from './team/index.ts';
import { throughput } from './throughput.ts';

// Sandboxes run from sources, agents and floors from a bundle; as `bin/sluice.js` does, what was compiled of
// them is kept.
process.env.NODE_COMPILE_CACHE ??= compiledSources;

/** In the order they are run. */
const benchmarks: readonly Benchmark[] = [
  throughput,
  rescan,
  rescanMillion,
  queue,
  idle,
  budget,
  latency,
  annotated,
  history,
  team,
];

const list = benchmarks.map(
  ({ name, about, onRequest }) => `  ${name.padEnd(12)} ${about}${onRequest ? ' (on request only)' : ''}`,
);
const help = `npm run bench -- [NAME…] [options]

${list.join('\n')}

  --json           one line of JSON a result
  --files N        files or documents, instead of the full size
  --rounds N       rounds, of which the median counts
  --megabytes N    size of the file of \`annotated\`
  --speed N        speed of the turned clock of \`budget\` and \`idle\`
  --profile-to DIR CPU profiles of the measured agent

Without names all are run but those on request; \`all\` is really all. See docs/BENCHMARKS.md.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    files: { type: 'string' },
    rounds: { type: 'string' },
    megabytes: { type: 'string' },
    speed: { type: 'string' },
    'profile-to': { type: 'string' },
  },
});

function count(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${option} takes a whole number above 0, not "${text}"`);
}

function sizeGiven(): Size {
  const given = {
    files: count(values.files, 'files'),
    rounds: count(values.rounds, 'rounds'),
    megabytes: count(values.megabytes, 'megabytes'),
    speed: count(values.speed, 'speed'),
    profileTo: values['profile-to'],
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function chosen(): readonly Benchmark[] {
  if (positionals.includes('all')) return benchmarks;
  const unknown = positionals.find((name) => benchmarks.every((one) => one.name !== name));
  if (unknown !== undefined) throw new Error(`there is no benchmark "${unknown}"\n\n${help}`);
  if (positionals.length === 0) return benchmarks.filter(({ onRequest }) => onRequest !== true);
  return benchmarks.filter(({ name }) => positionals.includes(name));
}

async function runAll(): Promise<void> {
  const results: Result[] = [];
  const size = sizeGiven();
  // Minified as what ships is, since a program keeps its own text in memory; a profile is to be read.
  const built = await findOrBuildAgent({ minify: size.profileTo === undefined });
  process.env[builtAgentVariable] = built.directory;
  for (const benchmark of chosen()) {
    const directory = mkdtempSync(join(tmpdir(), `sluice-bench-${benchmark.name}-`));
    const say = (text: string) => process.stderr.write(`${benchmark.name}: ${text}\n`);
    const machine = machineFacts();
    try {
      await benchmark.run({
        size,
        directory,
        say,
        report(measured) {
          const result = { ...measured, ...machine() };
          if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`);
          results.push(result);
        },
      });
    } catch (error) {
      // The others are run all the same: one may need a program that is not here.
      say(`ended early: ${(error as Error).message}`);
      process.exitCode = 1;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  built.remove();
  if (!values.json) printTable(results);
}

if (values.help) process.stdout.write(help);
else
  await runAll().catch((error: Error) => {
    process.stderr.write(`The benchmarks ended early: ${error.message}\n`);
    process.exitCode = 1;
  });
