import { setTimeout as wait } from 'node:timers/promises';
import type { Audit } from '../../src/sandbox/admin/audit.ts';
import { startBenchSandbox } from '../support/sandbox.ts';
import { judge } from './judge.ts';
import type { TortureOptions } from './options.ts';
import { createTorturePlace } from './torture-place.ts';
import type { Tuning } from './tuning.ts';
import { type Expected, type Scenario, watchScenarios } from './watch-scenarios.ts';
import { sha256Of } from './writer/content.ts';

export interface WatchResult {
  /** `way: scenario: what` for everything that is not as it should be. */
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<'files' | 'lost' | 'duplicated' | 'half', number>>;
}

/**
 * Ways to watch: with the system's events, and with every one of them lost, so that passes alone find
 * everything (W20).
 */
const ways: Readonly<Record<string, Tuning>> = {
  events: {},
  'no events': { watch: { dropAllEvents: true, reconcileEvery: 3_000 } },
};
/** Slow enough that the PUT of some megabytes takes seconds. */
const bandwidth = '2MB';
const uploadPatience = 60_000;
const finishPatience = 180_000;

/**
 * Slow file operations in real time, with the quiet time that folders have by default, an agent process for
 * each way.
 */
export async function runWatch(
  { profile, list, keep }: Pick<TortureOptions, 'profile' | 'list' | 'keep'>,
  say: (line: string) => void,
  scenarios = watchScenarios,
): Promise<WatchResult> {
  const results = await Promise.all(
    Object.entries(ways).map(([way, tuning]) => runWay(way, tuning, scenarios, { profile, list, keep }, say)),
  );
  const sum = (what: keyof WatchResult['counts']) =>
    results.reduce((total, { counts }) => total + counts[what], 0);
  return {
    problems: results.flatMap((result) => result.problems),
    counts: { files: sum('files'), lost: sum('lost'), duplicated: sum('duplicated'), half: sum('half') },
  };
}

async function runWay(
  way: string,
  tuning: Tuning,
  scenarios: Readonly<Record<string, Scenario>>,
  { profile, list, keep }: Pick<TortureOptions, 'profile' | 'list' | 'keep'>,
  say: (line: string) => void,
): Promise<WatchResult> {
  const sandbox = await startBenchSandbox(
    ...['--profile', profile, '--enrich-seconds', '0.1-0.5'],
    ...(list ? [] : ['--no-list']),
  );
  const place = createTorturePlace(sandbox, tuning);
  let clean = false;
  try {
    await place.command([...['profiles', 'add', 'torture', sandbox.baseUrl], ...['--bandwidth', bandwidth]]);
    await place.command(['folders', 'add', place.folder('inbox')]);
    const agent = place.agent(['watch', '--json']);
    await agent.line((line) => line.includes('"event":"started"'));

    const uploaded = async (bytes: Buffer) => {
      const sha256 = sha256Of(bytes);
      for (const end = performance.now() + uploadPatience; performance.now() < end; await wait(250)) {
        if ((await sandbox.audit()).documents.some((document) => document.sha256 === sha256)) return;
      }
      throw new Error('the first version was not uploaded');
    };
    const problems: string[] = [];
    const expected = await Promise.all(
      Object.entries(scenarios).map(async ([name, scenario]): Promise<[string, Expected]> => {
        const expects = await scenario({ folder: place.folder(`inbox/${name}`), uploaded }).catch(
          (error: unknown) => {
            problems.push(`${way}: ${name}: ${String(error)}`);
            return { documents: [] };
          },
        );
        say(`${way}: ${name} is written`);
        return [name, expects];
      }),
    );
    const wanted = expected.flatMap(([, { documents }]) => documents.map(sha256Of));
    const isThere = async () => {
      const held = new Set((await sandbox.audit()).documents.map(({ sha256 }) => sha256));
      return wanted.every((sha256) => held.has(sha256));
    };
    for (const end = performance.now() + finishPatience; performance.now() < end; await wait(500)) {
      if (await isThere()) break;
    }
    const { code, stderr } = await agent.kill('SIGTERM');
    if (code !== 0) problems.push(`${way}: watch ended with ${code} after SIGTERM: ${stderr.slice(-600)}`);
    // Whatever may still be on its way, as a second document of the same bytes, has its time now.
    const last = await place.agent(['watch', '--once', '--json']).ended;
    if (last.code !== 0)
      problems.push(`${way}: watch --once ended with ${last.code}: ${last.stderr.slice(-600)}`);
    const result = judgeWay(way, await sandbox.audit(), expected, problems);
    clean = result.problems.length === 0;
    if (!clean) say(`${way}: everything is left in ${place.base}`);
    return result;
  } finally {
    await sandbox.stop();
    if (clean && !keep) place.remove();
  }
}

function judgeWay(
  way: string,
  audit: Audit,
  expected: readonly (readonly [string, Expected])[],
  problems: readonly string[],
): WatchResult {
  const bytesOf = (choose: (one: Expected) => readonly Buffer[]) =>
    new Set(expected.flatMap(([, one]) => choose(one).map(sha256Of)));
  const versions = [...bytesOf(({ documents, allowed = [] }) => [...documents, ...allowed])];
  const { half, duplicated, held } = judge(audit, { versions, files: [] }, []);
  const lost = expected.flatMap(([name, { documents }]) =>
    documents.filter((bytes) => !held.has(sha256Of(bytes))).map(() => `${name}: not uploaded`),
  );
  return {
    problems: [
      ...problems,
      ...lost.map((what) => `${way}: ${what}`),
      ...half.map((what) => `${way}: no whole file: ${what}`),
      ...duplicated.map((what) => `${way}: twice: ${what}`),
    ],
    counts: {
      files: bytesOf(({ documents }) => documents).size,
      lost: lost.length,
      half: half.length,
      duplicated: duplicated.length,
    },
  };
}
