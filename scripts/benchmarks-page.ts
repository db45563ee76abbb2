import { readdirSync, readFileSync } from 'node:fs';
import type { Result } from '../bench/support/result.ts';
import type { TeamLine } from '../bench/torture/team/team-verdict.ts';
import { tableRow, writePart } from './write-part.ts';

/**
 * Writes the figures of `docs/BENCHMARKS.md` from what `npm run bench -- … --json` printed, kept in
 * `docs/benchmarks`: `node scripts/benchmarks-page.ts`. With `--check` it only says whether they are current;
 * a test asks for that.
 */
const titles = {
  'quiet.ndjson': 'Alone on the machine',
  'busy.ndjson': 'With six busy loops beside it',
};
const kept = readdirSync(new URL('../docs/benchmarks', import.meta.url));
const runs = Object.entries(titles)
  .map(([file, title]) => ({ file, title }))
  .filter(({ file }) => kept.includes(file));

interface Measured {
  readonly measured: string;
  readonly processor: string;
  readonly node: string;
  readonly load: readonly number[];
}

/** A line that `bench -- --json` printed. */
type Line = Result &
  Measured & {
    readonly rounds?: readonly number[];
    readonly floorRounds?: readonly number[];
  };

function allOf<T>(file: string): readonly T[] {
  const text = readFileSync(new URL(`../docs/benchmarks/${file}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** The last result of each name: a benchmark that was run again counts as it was then. */
function linesOf(file: string): readonly Line[] {
  return [...new Map(allOf<Line>(file).map((line) => [line.name, line])).values()];
}

function rowOf({
  name,
  value,
  floor,
  ratio,
  unit,
  goal,
  met,
  load,
  measured,
  rounds,
  floorRounds,
}: Line): string {
  return tableRow([
    `\`${name}\``,
    withRounds(value, rounds, ` ${unit}`),
    floor === null ? '–' : withRounds(floor, floorRounds),
    ratio === null ? '–' : String(ratio),
    goal === undefined ? '–' : `${goal}: ${met === true ? 'met' : '**missed**'}`,
    load.join(' to '),
    measured,
  ]);
}

function withRounds(median: number, rounds: readonly number[] | undefined, unit = ''): string {
  return `${median}${unit}${rounds ? ` (${rounds.join(', ')})` : ''}`;
}

function tableOf({ file, title }: (typeof runs)[number]): string {
  const lines = linesOf(file);
  const machines = new Set(lines.map(({ processor, node }) => `${processor}, Node ${node}`));
  const head = ['name', 'median (rounds)', 'floor (rounds)', 'ratio', 'goal', 'load', 'day'];
  const rows = [tableRow(head), tableRow(head.map(() => '---')), ...lines.map(rowOf)];
  return `### ${title}\n\n${[...machines].join('; ')}.\n\n${rows.join('\n')}\n`;
}

/**
 * What `npm run torture -- --team --note docs/benchmarks/torture-team.ndjson` added, runs with a canary too.
 */
function tableOfTortures(): string {
  const runs = allOf<
    TeamLine &
      Measured & { canary?: string; isBehind?: boolean; problems: number; dealt: { restore?: number } }
  >('torture-team.ndjson');
  const head = ['spoilt by', 'a version behind', 'kills', 'files', 'lost', 'duplicated', 'half'];
  const rows = runs.map((run) =>
    tableRow([
      run.canary ?? '–',
      run.isBehind ? 'one' : '–',
      ...[run.kills, run.files, run.lost, run.duplicated, run.half, run.overLimit, run.mostPuts].map(String),
      ...[run.problems, run.dealt.restore ?? 0, run.seed].map(String),
      run.load.join(' to '),
      run.measured,
    ]),
  );
  const all = [...head, 'over the limit', 'most PUTs', 'problems', 'restores', 'seed', 'load', 'day'];
  return `### A team of eight under torture\n\n${[tableRow(all), tableRow(all.map(() => '---')), ...rows].join('\n')}\n`;
}

interface Jumps {
  readonly jumps: number;
  readonly missed: number;
  readonly moved: number;
  readonly p50: number;
  readonly p99: number;
}

/** What `npm run jumps -- --json` printed last. */
function tableOfJumps(): string {
  const run = allOf<
    Jumps & {
      readonly goals: { readonly p50: number; readonly p99: number };
      readonly warmths: Readonly<Record<string, Jumps>>;
      readonly seed: number;
      readonly machine: Measured;
    }
  >('jumps.ndjson').at(-1);
  if (run === undefined) throw new Error('jumps.ndjson is empty');
  const { goals, warmths, seed, machine } = run;
  const head = ['document', 'jumps', 'missed', 'moved', 'p50', 'p99'];
  const rows = Object.entries({ ...warmths, all: run }).map(([name, { jumps, missed, moved, p50, p99 }]) =>
    tableRow([name, ...[jumps, missed, moved].map(String), `${p50} ms`, `${p99} ms`]),
  );
  const isMet = run.p50 <= goals.p50 && run.p99 <= goals.p99;
  const said = `Seed ${seed}, load ${machine.load.join(' to ')}, ${machine.measured}. Over all, p50 at most ${goals.p50} ms and p99 at most ${goals.p99} ms: ${isMet ? 'met' : '**missed**'}; no jump missed: ${run.missed === 0 ? 'met' : '**missed**'}.`;
  return `### Jumps in real filings\n\n${said}\n\n${[tableRow(head), tableRow(head.map(() => '---')), ...rows].join('\n')}\n`;
}

writePart({
  document: 'BENCHMARKS.md',
  mark: 'figures',
  command: 'node scripts/benchmarks-page.ts',
  text: [
    ...runs.map(tableOf),
    ...(kept.includes('jumps.ndjson') ? [tableOfJumps()] : []),
    ...(kept.includes('torture-team.ndjson') ? [tableOfTortures()] : []),
  ].join('\n'),
});
