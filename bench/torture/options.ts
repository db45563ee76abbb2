import { parseArgs } from 'node:util';
import { type Canary, canaries } from './team/canaries.ts';

export interface TortureOptions {
  readonly set: 'kills' | 'watch' | 'crash' | 'team';
  readonly kills: number;
  /** After so many minutes no more kills, however many were asked for. */
  readonly minutes?: number | undefined;
  /** Every so many statements, for the set `crash`. */
  readonly step: number;
  readonly seed: number;
  readonly profile: 'spec' | 'field';
  /** Whether the sandbox has the list endpoint. */
  readonly list: boolean;
  /** What is made wrong on purpose, for the set `team`. */
  readonly canary?: Canary | undefined;
  /** Whether the database becomes its backup once, for the set `team`. */
  readonly restore?: boolean | undefined;
  /** A checkout of an older version, from which the last agent of the set `team` is started. */
  readonly behind?: string | undefined;
  /** A file to which the set `team` adds what it came to, with the machine's load. */
  readonly note?: string | undefined;
  /** Keeps the folders of the run even when it ends clean. */
  readonly keep: boolean;
}

/** What a run of kills takes, of one agent or of a team; not which set it is, nor where it is noted. */
export type RunOptions = Omit<TortureOptions, 'set' | 'step' | 'note'>;

/** When no more kills come, ms of `performance.now()`. */
export function killsUntil({ minutes }: RunOptions): number {
  return minutes === undefined ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;
}

export const tortureHelp = `npm run torture -- [options]

  --kills N             how often the agent is killed (default: 50)
  --minutes N           no more kills after so long
  --seed N              decides files, faults and moments (default: a new one, printed)
  --profile spec|field  how the sandbox behaves (default: spec)
  --no-list             the sandbox has no list endpoint
  --set kills|watch|crash
                        kills (default); the slow file operations with real quiet times and no kill; or a
                        ledger that fails, dies or loses power at each statement
  --team                eight agents with one database, which they share three folders by (needs PostgreSQL)
  --canary no-fencing|fenced-deletes|late-bytes
                        for --team: what has to be found is made wrong on purpose
  --behind DIR          for --team: the last agent is started from this checkout of an older version
  --no-restore          for --team: the database never becomes its backup again
  --note FILE           for --team: adds its line to this file, with the machine and its load
  --step N              for the set crash: at every N-th statement (default: 1)
  --keep                keep the folders of the run
  --json                one line of JSON on stdout, the rest on stderr
`;

export function readTortureOptions(
  argumentList: readonly string[],
): TortureOptions & { json: boolean; help: boolean } {
  const { values } = parseArgs({
    args: [...argumentList],
    options: {
      kills: { type: 'string', default: '50' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      profile: { type: 'string', default: 'spec' },
      'no-list': { type: 'boolean', default: false },
      set: { type: 'string', default: 'kills' },
      team: { type: 'boolean', default: false },
      canary: { type: 'string' },
      note: { type: 'string' },
      behind: { type: 'string' },
      'no-restore': { type: 'boolean', default: false },
      step: { type: 'string', default: '1' },
      keep: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return {
    set: values.team ? 'team' : choice(values.set, 'set', ['kills', 'watch', 'crash']),
    canary: values.canary === undefined ? undefined : choice(values.canary, 'canary', canaries),
    step: Math.max(1, count(values.step, 'step')),
    kills: count(values.kills, 'kills'),
    minutes: values.minutes === undefined ? undefined : count(values.minutes, 'minutes'),
    seed: values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : count(values.seed, 'seed'),
    profile: choice(values.profile, 'profile', ['spec', 'field']),
    list: !values['no-list'],
    note: values.note,
    behind: values.behind,
    restore: !values['no-restore'],
    keep: values.keep,
    json: values.json,
    help: values.help,
  };
}

function count(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new TypeError(`--${name} takes a whole number, not "${text}".`);
  return Number(text);
}

function choice<T extends string>(text: string, name: string, choices: readonly T[]): T {
  const found = choices.find((one) => one === text);
  if (found === undefined) throw new TypeError(`--${name} takes ${choices.join(' or ')}, not "${text}".`);
  return found;
}
