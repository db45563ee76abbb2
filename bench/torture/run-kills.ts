import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Program } from '../support/programs.ts';
import type { BenchSandbox } from '../support/sandbox.ts';
import { coverageProblems } from './coverage-problems.ts';
import { createDrive, type Drive } from './drive.ts';
import { firstAnswerLost, tortureFaults } from './faults.ts';
import { judge, type Verdict } from './judge.ts';
import { type Blow, furthest, type KillMoment, planKills } from './kill-plan.ts';
import { lookAtLedger } from './ledger-look.ts';
import { killsUntil, type RunOptions } from './options.ts';
import { forgetSynced, losePower, syncedVariable } from './synced-ledger.ts';
import { clockVariable } from './tuning.ts';
import { createTorturePlace, type TorturePlace } from './torture-place.ts';
import { startTorturedService } from './tortured-service.ts';
import { startWriter, writtenBy } from './writer-program.ts';

export interface KillsResult {
  /** Fewer than asked for when the time was up. */
  readonly kills: number;
  readonly verdict: Verdict;
  /** What went wrong besides: an agent that ended by itself, uploads that are stuck, a damaged ledger. */
  readonly problems: readonly string[];
  /** States that kills found uploads in, counted. */
  readonly caught: Readonly<Record<string, number>>;
  /** How often what was dealt. */
  readonly dealt: Readonly<Partial<Record<Blow | 'clock', number>>>;
  readonly unreachableSlots: number;
  /** Uploads that used up their attempts, which a person tries again. */
  readonly triedAgain: number;
  /** Requests the service had, answered or not. */
  readonly requests: number;
  /**
   * Seconds of the killing, and of the end with hardly a fault: until all is uploaded, and until the slots
   * are swept.
   */
  readonly seconds: { readonly kills: number; readonly finish: number; readonly sweep: number };
  /** Folders of the run, left there when it did not end clean. */
  readonly base: string;
}

/** Seconds of quiet before a file is taken: short, so that much happens between two kills. */
const settleSeconds = 0.2;
/** Bytes a second: a file of some megabytes takes a good part of a second. */
const bandwidth = '8MB';
/** An unnamed slot is this old before it is deleted, ms; ten minutes in real life. */
const slotAgeMs = 3_000;
/** A life may take so long, and so may the end, ms; more is a hang. */
const startPatience = 30_000;
const finishPatience = 240_000;
const sweepPatience = 180_000;

/**
 * Kills an agent over and over while its folders are written to and its service fails; lets it finish; takes
 * stock. Without `waitsForSlots` some empty slots may be left.
 */
export async function runKills(
  options: RunOptions,
  say: (line: string) => void,
  { waitsForSlots = true }: { waitsForSlots?: boolean } = {},
): Promise<KillsResult> {
  const { kills, seed, keep } = options;
  const problems: string[] = [];
  const serviceData = mkdtempSync(join(tmpdir(), 'sluice-service-'));
  const service = await startTorturedService(options, serviceData);
  const place = createTorturePlace(service, { slotAgeMs });
  const drive = createDrive(place.base);
  if (!drive.canGo) say('Nothing may be mounted here: the drive stays where it is.');
  const dealt: Partial<Record<Blow | 'clock', number>> = {};
  let clean = false;
  try {
    const folders = await setUp(place, service, drive);
    await service.fail(tortureFaults);
    const writer = startWriter({ log: place.log, folders, seed });

    const begun = performance.now();
    const until = killsUntil(options);
    let dead = 0;
    const caught: Record<string, number> = {};
    for (const [index, moment] of planKills(kills, seed).entries()) {
      writer.child.stdin.write('\n');
      const problem = await liveAndDie({ place, service, drive }, moment);
      for (const one of [moment.blow, ...(moment.clock ? (['clock'] as const) : [])])
        dealt[one] = (dealt[one] ?? 0) + 1;
      if (problem !== undefined) problems.push(`kill ${index + 1}: ${problem}`);
      const { broken, states } = lookAtLedger(place.data);
      problems.push(...broken.map((text) => `kill ${index + 1}: ${text}`));
      for (const [state, count] of Object.entries(states)) caught[state] = (caught[state] ?? 0) + count;
      dead = index + 1;
      const isOver = performance.now() > until;
      if (dead % 10 === 0 || dead === kills || isOver) say(`${dead} kills · ${statesText(states)}`);
      if (isOver) break;
    }
    const killed = performance.now();

    const written = await writtenBy(writer);
    // No life may have lasted until it asked for a slot.
    await service.fail([firstAnswerLost]);
    drive.bringBack();
    const quiet = performance.now();
    say('No more kills and changes, and one more fault: the agent finishes.');
    let unfinished = await finish(place);
    const { usedUp } = lookAtLedger(place.data);
    if (usedUp.length > 0) {
      // Tries that would have got through were killed, those that failed were counted.
      await place.command(['retry', ...usedUp.map(String)]);
      unfinished = await finish(place);
    }
    problems.push(...unfinished);
    const finished = performance.now();
    const swept = waitsForSlots ? await sweep(place) : [];
    const end = performance.now();

    const look = lookAtLedger(place.data);
    if (look.integrity !== 'ok') problems.push(`the ledger is damaged: ${look.integrity}`);
    for (const upload of look.stuck) problems.push(`stuck: ${upload}`);
    problems.push(...look.broken);
    problems.push(...swept, ...(await coverageProblems(place.command)));
    const all = { ...written, versions: [...written.versions, ...drive.versions] };
    const verdict = judge(await service.audit(), all, [...Object.values(folders), drive.folder]);
    clean = problems.length + verdict.lost.length + verdict.duplicated.length + verdict.half.length === 0;
    return {
      kills: dead,
      verdict,
      problems,
      caught,
      dealt,
      unreachableSlots: look.unreachableSlots,
      triedAgain: usedUp.length,
      requests: await service.requests(),
      seconds: {
        kills: (killed - begun) / 1000,
        finish: (finished - quiet) / 1000,
        sweep: (end - finished) / 1000,
      },
      base: place.base,
    };
  } finally {
    await service.stop();
    drive.remove();
    if (clean && !keep) {
      place.remove();
      rmSync(serviceData, { recursive: true, force: true });
    }
  }
}

type Folders = Record<'inbox' | 'replace' | 'archive' | 'done', string>;

async function setUp(place: TorturePlace, service: BenchSandbox, drive: Drive): Promise<Folders> {
  const folders = {
    inbox: place.folder('inbox'),
    replace: place.folder('replace'),
    archive: place.folder('archive'),
    done: place.folder('done'),
  };
  await place.command([
    ...['profiles', 'add', 'torture', service.baseUrl, '--agents', service.agentsUrl],
    ...['--requests-per-minute', '60000', '--bandwidth', bandwidth],
  ]);
  const settle = ['--settle', String(settleSeconds)];
  await place.command(['folders', 'add', folders.inbox, ...settle]);
  await place.command(['folders', 'add', folders.replace, ...settle, '--changed', 'replace']);
  const moving = ['--after-upload', 'move', '--done-folder', folders.done];
  await place.command(['folders', 'add', folders.archive, ...settle, ...moving]);
  // A drive that is gone is no deletion: nothing of it may go at the service.
  await place.command(['folders', 'add', drive.folder, ...settle, '--local-delete', 'delete']);
  return folders;
}

/** Resolves with undefined after so long, and keeps no process from ending. */
function patience(milliseconds: number): Promise<undefined> {
  return wait(milliseconds, undefined, { ref: false });
}

/** A laptop's sleep, short; and what comes after it, or after the service or the drive came or went, ms. */
const pauseMs = 1_500;
const afterBlowMs = 700;

interface Scene {
  readonly place: TorturePlace;
  readonly service: BenchSandbox;
  readonly drive: Drive;
}

/** One life of the agent; what is wrong with it, if anything. */
async function liveAndDie(scene: Scene, moment: KillMoment): Promise<string | undefined> {
  const { place } = scene;
  forgetSynced(place.synced);
  const agent = place.agent(['watch', '--json'], {
    [syncedVariable]: place.synced,
    ...(moment.clock ? { [clockVariable]: JSON.stringify(moment.clock) } : {}),
  });
  if (moment.after === 'started') {
    const started = agent.line((text) => text.includes('"event":"started"')).then(() => true);
    if (!(await Promise.race([started, patience(startPatience)]))) {
      await agent.kill('SIGKILL');
      return `the agent did not start within ${startPatience / 1000} s`;
    }
  }
  const own = await Promise.race([agent.ended, live(scene, agent, moment)]);
  if (own) return `the agent ended by itself with ${own.code}: ${own.stderr.slice(-600)}`;
  await agent.kill('SIGKILL');
  if (moment.blow === 'power') losePower(place.data, place.synced);
  return undefined;
}

async function live({ service, drive }: Scene, agent: Program, moment: KillMoment): Promise<undefined> {
  await patience(moment.milliseconds);
  if (moment.blow === 'kill' || moment.blow === 'power') return;
  if (moment.blow === 'pause') await agent.pause(pauseMs);
  if (moment.blow === 'service') await service.restart();
  if (moment.blow === 'drive') drive.toggle();
  await patience(afterBlowMs);
}

/** The agent to its own end, as a person would run it. */
async function finish(place: TorturePlace): Promise<string[]> {
  const agent = place.agent(['watch', '--once', '--json']);
  const end = await Promise.race([agent.ended, patience(finishPatience)]);
  if (!end) {
    await agent.kill('SIGKILL');
    return [`the agent was not done after ${finishPatience / 1000} s`];
  }
  return end.code === 0 ? [] : [`watch --once ended with ${end.code}: ${end.stderr.slice(-600)}`];
}

/** Later than any slot is due that a life journaled whose clock was set ahead, ms. */
const laterBy = furthest + 60 * 60 * 1000;

/** Until no abandoned slot is left to look for, by an agent whose clock is hours on. */
async function sweep(place: TorturePlace): Promise<string[]> {
  if (lookAtLedger(place.data).openSlots === 0) return [];
  const later: KillMoment['clock'] = { after: 0, by: laterBy };
  const agent = place.agent(['watch', '--json'], { [clockVariable]: JSON.stringify(later) });
  const until = performance.now() + sweepPatience;
  while (lookAtLedger(place.data).openSlots > 0 && performance.now() < until) await wait(500);
  const { code, stderr } = await agent.kill('SIGTERM');
  const { openSlots } = lookAtLedger(place.data);
  return [
    ...(openSlots > 0 ? [`${openSlots} abandoned slots are still open after ${sweepPatience / 1000} s`] : []),
    ...(code === 0 ? [] : [`watch ended with ${code} after SIGTERM: ${stderr.slice(-600)}`]),
  ];
}

export function statesText(states: Readonly<Record<string, number>>): string {
  return Object.entries(states)
    .sort(([, one], [, two]) => two - one)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');
}
