import { setTimeout as wait } from 'node:timers/promises';
import type { Span } from '../../../src/sandbox/http/at-once.ts';
import { coverageProblems } from '../coverage-problems.ts';
import { firstAnswerLost, tortureFaults } from '../faults.ts';
import { judge, type Verdict } from '../judge.ts';
import { lookAtLedger } from '../ledger-look.ts';
import type { TortureOptions } from '../options.ts';
import { startWriter, writtenBy } from '../writer-program.ts';
import { createDatabaseBlows, type DatabaseBlows } from './database-blows.ts';
import { readOwners } from './put-owners.ts';
import { lateBytes } from './late-bytes.ts';
import { mostPuts } from './most-puts.ts';
import { overLimit } from './over-limit.ts';
import type { TeamAgent } from './team-agent.ts';
import { createTeamPlace, perMinute, type TeamPlace } from './team-place.ts';
import { agentCount, planTeam, type TeamMoment, type Trouble } from './team-plan.ts';
import { isCleanTeam, type TeamLine, teamLine } from './team-verdict.ts';

export interface TeamResult {
  readonly line: TeamLine;
  readonly isClean: boolean;
  readonly verdict: Verdict;
  /** What is wrong besides: agents that ended by themselves or not at all, uploads that are stuck. */
  readonly problems: readonly string[];
  /** How often what was dealt. */
  readonly dealt: Readonly<Partial<Record<Trouble | 'database' | 'restore' | 'clock', number>>>;
  /** Slots that were taken over with their claim, and uploads whose claim somebody else took. */
  readonly takenOver: number;
  readonly fenced: number;
  readonly requests: number;
  readonly seconds: { readonly kills: number; readonly finish: number };
  readonly base: string;
}

/** How long all agents together may take to their own end, ms. */
const finishPatience = 600_000;
/** How long until one of them watches, ms. */
const startPatience = 120_000;

type TeamOptions = Omit<TortureOptions, 'set' | 'step' | 'note'> & {
  /** Fewer are for tests. */
  readonly agents?: number;
};

/**
 * Eight agents watch the same three folders while these are written to, the service fails, and agents and
 * their database are killed, stopped, cut off and set to wrong times; then they finish, and stock is taken.
 */
export async function runTeam(
  {
    kills,
    minutes = Number.POSITIVE_INFINITY,
    seed,
    profile,
    list,
    keep,
    canary,
    behind,
    restore: restores = true,
    agents: wanted = agentCount,
  }: TeamOptions,
  say: (line: string) => void,
): Promise<TeamResult> {
  const problems: string[] = [];
  const onProblem = (problem: string) => void problems.push(problem);
  const place = await createTeamPlace({ agents: wanted, seed, profile, list, canary, behind, onProblem });
  let clean = false;
  try {
    const { agents, service, folders, log } = place;
    await service.fail([...tortureFaults, lateBytes(canary, { probability: 0.02 })]);
    const writer = startWriter({ log, folders, seed });
    const blows = createDatabaseBlows(place.cluster);
    const dealt: Record<string, number> = {};
    const spans: Span[] = [];
    const scene: Scene = { place, blows, dealt, spans, under: [] };
    const begun = performance.now();
    const begunAt = Date.now();
    for (const agent of agents) agent.live();

    const { moments, restore } = planTeam(kills, seed, wanted);
    let dead = 0;
    for (const [index, moment] of moments.entries()) {
      if (index % 2 === 0) writer.child.stdin.write('\n');
      await deal(scene, moment);
      dead = index + 1;
      if (restores && dead === restore?.copyAfter) await blows.copy();
      if (restores && dead === restore?.backAfter) {
        await blows.putBack();
        count(dealt, 'restore');
      }
      const isOver = performance.now() - begun > minutes * 60_000;
      if (dead % 20 === 0 || dead === kills || isOver) say(`${dead} kills`);
      if (isOver) break;
    }
    const killed = performance.now();

    const written = await writtenBy(writer);
    await Promise.all(scene.under);
    for (const { proxy } of agents) proxy.mend();
    await service.fail([firstAnswerLost]);
    await Promise.all(agents.map((agent) => agent.kill()));
    say('No more kills and changes, and one more fault: the agents finish.');
    problems.push(...(await finish(place)));
    const finished = performance.now();

    problems.push(...(await whatIsLeft(place)));
    await notePuts(scene);
    const verdict = judge(await service.audit(), written, Object.values(folders));
    const owners = readOwners(agents.map(({ data }) => data));
    const times = (await service.apiTimes()).filter((time) => time >= begunAt);
    const line = teamLine({
      kills: dead,
      verdict,
      overLimit: overLimit(times, perMinute),
      mostPuts: mostPuts(
        spans.map((span) => ({ ...span, agent: owners.agentOf(span.of) })),
        agents.map(({ stops }) => stops),
      ),
      agents: agents.length,
      seed,
    });
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
      seconds: { kills: (killed - begun) / 1000, finish: (finished - killed) / 1000 },
      base: place.base,
    };
  } finally {
    await place.end(keep || !clean);
  }
}

interface Scene {
  readonly place: TeamPlace;
  readonly blows: DatabaseBlows;
  readonly dealt: Record<string, number>;
  readonly spans: Span[];
  /** What goes on beside the kills. */
  readonly under: Promise<void>[];
}

function count(dealt: Record<string, number>, what: string): void {
  dealt[what] = (dealt[what] ?? 0) + 1;
}

async function deal(scene: Scene, { after, victim, trouble, clock }: TeamMoment): Promise<void> {
  const { place, blows, dealt, under } = scene;
  if (trouble && (await makeTrouble(scene, trouble))) count(dealt, trouble.kind);
  await wait(after);
  if ('databaseFor' in victim) {
    count(dealt, 'database');
    under.push(blows.kill(victim.databaseFor));
    return;
  }
  const agent = await findVictim(place, victim);
  await agent.kill();
  if (clock) count(dealt, 'clock');
  agent.live(clock);
}

/** The one that is planned, or the next that is as it has to be; one soon is. */
async function findVictim(
  { agents }: TeamPlace,
  { agent: index, started }: { readonly agent: number; readonly started: boolean },
): Promise<TeamAgent> {
  const order = [...agents.slice(index), ...agents.slice(0, index)];
  for (const end = performance.now() + startPatience; performance.now() < end; await wait(20)) {
    const found = order.find((one) => (started ? one.hasStarted() : one.isAlive()));
    if (found) return found;
  }
  throw new Error(`No agent started within ${startPatience / 1000} s.`);
}

async function makeTrouble(
  scene: Scene,
  { kind, agent: index, milliseconds }: NonNullable<TeamMoment['trouble']>,
): Promise<boolean> {
  const { place, under } = scene;
  const sending = kind === 'stop' ? await whoSends(place) : undefined;
  const agent = place.agents[sending ?? index];
  if (!agent || agent.isBusy()) return false;
  const passes = async (begin: () => void) => {
    begin();
    await wait(milliseconds);
    agent.proxy.mend();
  };
  switch (kind) {
    case 'stop':
    case 'nap':
      under.push(agent.stop(milliseconds));
      return true;
    case 'away':
      under.push(agent.stayDead(milliseconds));
      return true;
    case 'cut':
      under.push(passes(agent.proxy.cut));
      return true;
    case 'stall':
      under.push(passes(agent.proxy.stall));
      return true;
    case 'lost-answer':
      agent.proxy.loseNextAnswer();
      return true;
    case 'service':
      await notePuts(scene);
      await place.service.restart();
      return true;
  }
}

/** An agent that is in the middle of a PUT and can be stopped there; the longer it sends the better. */
async function whoSends({ agents, service }: TeamPlace): Promise<number | undefined> {
  const { agentOf } = readOwners(agents.map(({ data }) => data));
  const senders = (await service.puts()).filter(({ to }) => to === null).map(({ of }) => agentOf(of));
  return senders.find((one) => one !== undefined && agents[one]?.isAlive() && !agents[one].isBusy());
}

/** Keeps what the service knows of its PUTs, which it forgets when it ends. */
async function notePuts({ place, spans }: Scene): Promise<void> {
  spans.push(...(await place.service.puts()));
}

/** All agents to their own end, as people would run them; those whose tries were killed once more. */
async function finish({ agents }: TeamPlace): Promise<string[]> {
  const finishAll = async () =>
    (await Promise.all(agents.map((agent) => agent.finish(finishPatience)))).flat();
  const first = await finishAll();
  const usedUp = agents.map((agent) => lookAtLedger(agent.data).usedUp);
  if (usedUp.every((ids) => ids.length === 0)) return first;
  for (const [index, ids] of usedUp.entries()) {
    if (ids.length > 0) await agents[index]?.command(['retry', ...ids.map(String)]);
  }
  return finishAll();
}

async function whatIsLeft({ agents }: TeamPlace): Promise<string[]> {
  const found: string[] = [];
  for (const [index, agent] of agents.entries()) {
    const { integrity, stuck } = lookAtLedger(agent.data);
    const all = [
      ...(integrity === 'ok' ? [] : [`the ledger is damaged: ${integrity}`]),
      ...stuck.map((upload) => `stuck: ${upload}`),
      ...(await coverageProblems(agent.command)),
    ];
    found.push(...all.map((problem) => `FILESRV${index + 1}: ${problem}`));
  }
  return found;
}
