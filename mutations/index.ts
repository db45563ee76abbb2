import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { readKept, thisQuarter } from './read-kept.ts';
import { runKept } from './run-kept.ts';

/**
 * `npm run mutations`: asks the tests what they hold. First the kept list (`kept/*.json`): one-line mistakes
 * that must each make a named integration test fail. Then StrykerJS over the pure modules, which must reach
 * the score in `stryker.config.json`.
 *
 * - `--kept`, `--pure`: only the one or the other
 * - `--quarter`: a quarter of the kept list, another one with each commit; what CI runs
 * - `--only TEXT`: kept mutations whose name or file contains it
 * - `--copies N`: how many mutants run beside each other; as many as there are cores, unless told
 * - `--minutes N`: begins no kept mutation after so long, and says which ones it did not come to
 */
const { values } = parseArgs({
  options: {
    kept: { type: 'boolean', default: false },
    pure: { type: 'boolean', default: false },
    quarter: { type: 'boolean', default: false },
    only: { type: 'string' },
    copies: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const both = !values.kept && !values.pure;

let failed = false;
if (values.kept || both) {
  const all = readKept();
  const wanted =
    values.only === undefined ? all : all.filter((one) => namesOf(one).includes(values.only ?? ''));
  failed = !(await runKept(values.quarter ? thisQuarter(wanted) : wanted, {
    copies: atLeastOne('copies', values.copies, availableParallelism()),
    minutes: atLeastOne('minutes', values.minutes, Number.POSITIVE_INFINITY),
    say: (line) => console.log(line),
  }));
}
if (!failed && (values.pure || both)) {
  const { status } = spawnSync('stryker', ['run', 'mutations/stryker.config.json'], { stdio: 'inherit' });
  failed = status !== 0;
}
process.exitCode = failed ? 1 : 0;

function namesOf({ name, file }: { name: string; file: string }): string {
  return `${name} ${file}`;
}

function atLeastOne(option: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  const number = Number(given);
  if (!(number >= 1)) throw new Error(`--${option} wants a number, 1 or more`);
  return number;
}
