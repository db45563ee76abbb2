import type { Span } from '../../../src/sandbox/http/at-once.ts';
import { firstAnswerLost, tortureFaults } from '../faults.ts';
import { judge, type Verdict, type Written } from '../judge.ts';
import { killsUntil, type RunOptions } from '../options.ts';
import { startWriter, writtenBy } from '../writer-program.ts';
import { createDatabaseBlows } from './database-blows.ts';
import { deal } from './deal.ts';
import { finishTeam, whatIsLeft } from './finish-team.ts';
import { lateBytes } from './late-bytes.ts';
import { mostPuts, type Peak } from './most-puts.ts';
import { busiestMinute, overLimit } from './over-limit.ts';
import { readOwners } from './put-owners.ts';
import { rush } from './rush.ts';
import { count, type Dealt, notePuts, type Scene } from './scene.ts';
import { createStagedFiles, slowRush, stagedFaults, type StagedFiles } from './staged-files.ts';
import { standOff } from './stand-off.ts';
import { createTeamPlace, perMinute } from './team-place.ts';
import { agentCount, planTeam, standOffsInAll, type TeamPlan } from './team-plan.ts';
import { isCleanTeam, places, type TeamLine, teamLine } from './team-verdict.ts';

export interface TeamResult {
  readonly line: TeamLine;
  readonly isClean: boolean;
  readonly verdict: Verdict;
  /** What is wrong besides: agents that ended by themselves or not at all, uploads that are stuck. */
  readonly problems: readonly string[];
  /** How often what was dealt. */
  readonly dealt: Readonly<Dealt>;
  /** Slots that were taken over with their claim, and uploads whose claim somebody else took. */
  readonly takenOver: number;
  readonly fenced: number;
  readonly requests: number;
  /** The most requests in 60 s. */
  readonly busiestMinute: number;
  readonly seconds: { readonly kills: number; readonly finish: number };
  readonly base: string;
}

type TeamOptions = RunOptions & {
  /** Fewer are for tests. */
  readonly agents?: number;
};

/**
 * Eight agents watch the same three folders while these are written to, the service fails, and agents and
 * their database are killed, stopped, cut off and set to wrong times; then they finish, and stock is taken.
 */
export async function runTeam(options: TeamOptions, say: (line: string) => void): Promise<TeamResult> {
  const { kills, seed, keep, canary, restore: restores = true, agents: wanted = agentCount } = options;
  const problems: string[] = [];
  const onProblem = (problem: string) => void problems.push(problem);
  const place = await createTeamPlace({ ...options, agents: wanted, onProblem });
  let clean = false;
  try {
    const { agents, service, folders, log } = place;
    const faults = [...stagedFaults(canary), ...tortureFaults, lateBytes(canary, { probability: 0.02 })];
    await service.fail(faults);
    const writer = startWriter({ log, folders, seed });
    const blows = createDatabaseBlows(place.cluster);
    const dealt: Dealt = {};
    const spans: Span[] = [];
    const staged = createStagedFiles(seed);
    const scene: Scene = { place, blows, staged, dealt, spans, under: [] };
    const begun = performance.now();
    const until = killsUntil(options);
    const begunAt = Date.now();
    for (const agent of agents) agent.live();

    const plan = planTeam(kills, seed, wanted);
    const more = () => void writer.child.stdin.write('\n');
    const dead = await dealAll(scene, restores ? plan : { ...plan, restore: undefined }, {
      more,
      until,
      say,
    });
    const killed = performance.now();

    const written = await writtenBy(writer);
    await Promise.all(scene.under);
    for (const { proxy } of agents) proxy.mend();
    for (const agent of agents) agent.live();
    if (plan.staged) await standOff(scene, standOffsInAll);
    // Once more without a kill, which may keep the first from ever filling all places.
    if (plan.staged) rush(scene, 2);
    await service.fail([slowRush, firstAnswerLost]);
    await Promise.all(agents.map((agent) => agent.kill()));
    say('No more kills and changes, and one more fault: the agents finish.');
    problems.push(...(await finishTeam(place)));
    const finished = performance.now();

    problems.push(...(await whatIsLeft(place)));
    await notePuts(scene);
    const verdict = judge(await service.audit(), withStaged(written, staged), Object.values(folders));
    const owners = readOwners(agents.map(({ data }) => data));
    const times = (await service.apiTimes()).filter((time) => time >= begunAt);
    const peak = mostPuts(
      spans.map((span) => ({ ...span, agent: owners.agentOf(span.of) })),
      agents.map(({ stops }) => stops),
    );
    const line = teamLine({
      kills: dead,
      verdict,
      overLimit: overLimit(times, perMinute),
      mostPuts: peak.most,
      agents: agents.length,
      seed,
    });
    if (peak.most > places) problems.push(tooMany(peak));
    if (dealt.rush !== undefined && line.mostPuts < places)
      problems.push(`at most ${line.mostPuts} of ${places} places were in use: their limit was not tried`);
    clean = isCleanTeam(line, problems);
    return {
      line,
      isClean: clean,
      verdict,
      problems,
      dealt,
      takenOver: owners.takenOver,
      fenced: owners.fenced,
      requests: times.length,
      busiestMinute: busiestMinute(times),
      seconds: { kills: (killed - begun) / 1000, finish: (finished - killed) / 1000 },
      base: place.base,
    };
  } finally {
    await place.end(keep || !clean);
  }
}

interface Course {
  /** Lets the writer go on for a while. */
  readonly more: () => void;
  /** No more kills from then on, ms of `performance.now()`. */
  readonly until: number;
  readonly say: (line: string) => void;
}

/** All that is planned, one kill after the other; how many it were. */
async function dealAll(
  scene: Scene,
  { moments, restore, staged }: TeamPlan,
  { more, until, say }: Course,
): Promise<number> {
  const { blows, dealt, under } = scene;
  let dead = 0;
  for (const [index, moment] of moments.entries()) {
    if (index % 2 === 0) more();
    await deal(scene, moment);
    dead = index + 1;
    if (dead === restore?.copyAfter) await blows.copy();
    if (dead === restore?.backAfter) {
      await blows.putBack();
      count(dealt, 'restore');
    }
    if (dead === staged?.rushAfter) rush(scene, 1);
    const standOffAt = staged?.standOffsAfter.indexOf(dead) ?? -1;
    if (standOffAt >= 0) under.push(standOff(scene, standOffAt + 1));
    const isOver = performance.now() > until;
    if (dead % 20 === 0 || dead === moments.length || isOver) say(`${dead} kills`);
    if (isOver) break;
  }
  return dead;
}

function withStaged(written: Written, staged: StagedFiles): Written {
  return {
    versions: [...written.versions, ...staged.versions],
    files: [...written.files, ...staged.files],
  };
}

/** Whose they were, so that what went wrong can be looked for. */
function tooMany({ most, at, puts }: Peak): string {
  const each = puts.map(({ of, agent, from, to }) => {
    const since = Math.round(at - from);
    const left = to === null ? 'open' : `${Math.round(to - at)} ms more`;
    return `FILESRV${agent === undefined ? '?' : agent + 1} ${of} since ${since} ms, ${left}`;
  });
  return `${most} PUTs at once at ${new Date(at).toISOString()}: ${each.join('; ')}`;
}
