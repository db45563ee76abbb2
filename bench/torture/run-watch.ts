import { setTimeout as wait } from 'node:timers/promises';
import { startSandboxProcess } from '../../src/cli/sandbox-process.ts';
import type { Audit } from '../../src/sandbox/admin/audit.ts';
import type { TortureOptions } from './options.ts';
import { createTorturePlace } from './torture-place.ts';
import type { Tuning } from './tuning.ts';
import { type Expected, type Scenario, watchScenarios } from './watch-scenarios.ts';
import { sha256Of } from './writer/content.ts';

export interface WatchResult {
  /** `way: scenario: what` for everything that is not as it should be. */
  readonly problems: readonly string[];
  readonly files: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly half: number;
}

/** Ways to watch: with the system's events, and with every one of them lost, so that passes alone find everything (W20). */
const ways: Readonly<Record<string, Tuning>> = {
  events: {},
  'no events': { watch: { dropAllEvents: true, reconcileEvery: 3_000 } },
};
/** Slow enough that the PUT of some megabytes takes seconds. */
const bandwidth = '2MB';
const uploadPatience = 60_000;
const finishPatience = 180_000;

/** Slow file operations in real time, with the quiet time that folders have by default, an agent process for each way. */
export async function runWatch(
  { profile, list, keep }: Pick<TortureOptions, 'profile' | 'list' | 'keep'>,
  say: (line: string) => void,
  scenarios = watchScenarios,
): Promise<WatchResult> {
  const results = await Promise.all(
    Object.entries(ways).map(([way, tuning]) => runWay(way, tuning, scenarios, { profile, list, keep }, say)),
  );
  const sum = (count: (result: WatchResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  return {
    problems: results.flatMap((result) => result.problems),
    files: sum((result) => result.files),
    lost: sum((result) => result.lost),
    duplicated: sum((result) => result.duplicated),
    half: sum((result) => result.half),
  };
}

async function runWay(
  way: string,
  tuning: Tuning,
  scenarios: Readonly<Record<string, Scenario>>,
  { profile, list, keep }: Pick<TortureOptions, 'profile' | 'list' | 'keep'>,
  say: (line: string) => void,
): Promise<WatchResult> {
  const sandbox = await startSandboxProcess(
    ['--profile', profile, '--enrich-seconds', '0.1-0.5', '--no-annotate', ...(list ? [] : ['--no-list'])],
    process.env,
  );
  const place = createTorturePlace(sandbox, tuning);
  const headers = { 'x-api-key': sandbox.apiKey };
  const audit = async () =>
    (await (await fetch(`${sandbox.baseUrl}/_sandbox/audit`, { headers })).json()) as Audit;
  let clean = false;
  try {
    await place.command([...['profiles', 'add', 'torture', sandbox.baseUrl], ...['--bandwidth', bandwidth]]);
    await place.command(['folders', 'add', place.folder('inbox')]);
    const agent = place.agent(['watch', '--json']);
    await agent.line((line) => line.includes('"event":"started"'));

    const uploaded = async (bytes: Buffer) => {
      const sha256 = sha256Of(bytes);
      for (const end = performance.now() + uploadPatience; performance.now() < end; await wait(250)) {
        if ((await audit()).documents.some((document) => document.sha256 === sha256)) return;
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
      const held = new Set((await audit()).documents.map(({ sha256 }) => sha256));
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
    const result = judgeWay(way, await audit(), expected, problems);
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
  const live = audit.documents.filter((document) => !document.deleted);
  const held = new Set(live.map(({ sha256 }) => sha256));
  const known = new Set(
    expected.flatMap(([, { documents, allowed = [] }]) => [...documents, ...allowed].map(sha256Of)),
  );
  const lost = expected.flatMap(([name, { documents }]) =>
    documents.filter((bytes) => !held.has(sha256Of(bytes))).map(() => `${way}: ${name}: not uploaded`),
  );
  const half = live
    .filter(({ sha256 }) => sha256 !== null && !known.has(sha256))
    .map(({ file_name, raw_size }) => `${way}: ${file_name}: ${raw_size} bytes that are no whole file`);
  const duplicated = Object.keys(audit.duplicates).map(
    (sha256) => `${way}: twice: ${live.find((document) => document.sha256 === sha256)?.file_name}`,
  );
  return {
    problems: [...problems, ...lost, ...half, ...duplicated],
    files: new Set(expected.flatMap(([, { documents }]) => documents.map(sha256Of))).size,
    lost: lost.length,
    half: half.length,
    duplicated: duplicated.length,
  };
}
