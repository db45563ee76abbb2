import type { Clock } from '#core/ports/clock.ts';
import type { FollowedJob, JobHold, JobStands, TeamJobs } from '#core/ports/team-jobs.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { TeamJob } from '../ledger/team-jobs.ts';
import { hearJob } from './hear-job.ts';
import type { JobHolds } from './job-holds.ts';

/** What runs jobs here, whoever was asked for them. */
export interface JobsHere {
  readonly holds: JobHolds;
  isAt(jobId: number): boolean;
  run(profileId: string, jobId: number): void;
  cancel(jobId: number): void;
  /** Another machine did what the job is about to these documents. */
  heardDone(profileId: string, job: TeamJob, contentIds: readonly string[]): void;
  /** How a job stands changed. */
  changed(jobId: number): void;
}

export interface ShareJobsContext {
  readonly profileId: string;
  readonly jobs: TeamJobs;
  readonly here: JobsHere;
  readonly ledger: Pick<Ledger, 'jobs' | 'teamJobs'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** As of an upload's context. */
  readonly scope: () => Promise<string | undefined>;
  /** Jobs that were begun here since it was asked before. */
  readonly begun: () => readonly number[];
  /** Whether this machine may go on with what nobody does. */
  readonly mayTake: () => boolean;
}

/** Told or offered at once. */
const together = 500;
/** What a job here did is told, and what a person said elsewhere is heard, so often, ms. */
const tellMs = 2_000;
/** What another machine does is heard, and a team out of reach tried again, so often, ms. */
const hearMs = 5_000;
/** A job that waits for a person may be gone on with elsewhere; ms. */
const restMs = 60_000;
/** The team forgets what ended after a week, ms. */
const keptMs = 7 * 24 * 60 * 60_000;

/**
 * Shares the jobs of a profile with the machines that have the same key (docs/adr/0043): tells the team what
 * is to be done and what was, hears what others did, and goes on with what nobody does. What is to be told
 * stands in the ledger until it is.
 */
export function createJobSharing(
  context: ShareJobsContext,
): (signal: AbortSignal) => Promise<number | undefined> {
  const { profileId, jobs, here, ledger, clock, begun, mayTake } = context;
  const { teamJobs } = ledger;
  /** An answer that did not come may have given us a job. */
  let isAsked = false;
  let askAgainAt = Number.NEGATIVE_INFINITY;
  /** When the next word of a job elsewhere is due, monotonic ms: a renewal may wake us more often. */
  const hearAt = new Map<number, number>();

  /** Whole, or again from the beginning. */
  async function offer(job: TeamJob, signal: AbortSignal): Promise<number> {
    const { jobId, kind, askedBy } = job;
    let hold: JobHold = job;
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const documents = teamJobs.listNumbered(jobId, after, together);
      const isAll = documents.length < together;
      if (isAll) teamJobs.noteOffered(jobId);
      const wish = { kind, options: job.input, askedBy, ageMs: clock.now() - job.createdAt };
      const answer = await jobs.offer({ ...hold, ...wish, documents, isAll }, signal);
      if (answer.kind === 'unreachable') {
        // All the same the team may have it, and give it to another machine once ours is gone for it.
        if (isAll || job.isOffered) rest(jobId);
        return hearMs;
      }
      if (answer.kind === 'fenced') return giveUp(job);
      hold = { ...hold, epoch: answer.epoch };
      teamJobs.told(
        jobId,
        documents.flatMap((document) => (document.outcome === 'waiting' ? [] : document)),
      );
      if (isAll) {
        teamJobs.stand(jobId, 'ours', hold.epoch, null);
        holdOn(job, answer.lost);
        return 0;
      }
      after = documents.at(-1)?.number ?? after;
    }
  }

  function holdOn({ jobId }: TeamJob, lost: AbortSignal): void {
    const wasLeft = !here.holds.mayWork(jobId) || !here.isAt(jobId);
    here.holds.hold(jobId, lost);
    if (wasLeft && ledger.jobs.get(profileId, jobId)?.state === 'running') here.run(profileId, jobId);
  }

  /** Nothing is done of it before the team says whose it is. */
  function rest(jobId: number): void {
    here.holds.giveUp(jobId);
    here.changed(jobId);
  }

  function giveUp({ jobId, epoch }: TeamJob): number {
    hearAt.delete(jobId);
    teamJobs.stand(jobId, 'elsewhere', epoch, null);
    // A person stopped it here, maybe while the team was asked, and whoever has it now is to know.
    if (teamJobs.of(jobId)?.state === 'cancelled') teamJobs.wish(jobId, 'cancel');
    rest(jobId);
    return 0;
  }

  function end(job: TeamJob): undefined {
    here.holds.forget(job.jobId);
    hearAt.delete(job.jobId);
    teamJobs.stand(job.jobId, 'over', job.epoch, job.machine);
    if (teamJobs.of(job.jobId)?.isPutAway) ledger.jobs.remove(job.jobId);
    here.changed(job.jobId);
  }

  async function report(job: TeamJob, signal: AbortSignal): Promise<number | undefined> {
    const { jobId, state } = job;
    // The others are not to begin with what is stopped; what is under way of it is told while it ends.
    const isEnding = state === 'cancelled' && here.isAt(jobId);
    if (isEnding && (await jobs.cancel(job, signal)) === 'unreachable') return hearMs;
    const outcomes = teamJobs.listUntold(jobId, together);
    const isPart = outcomes.length === together;
    const stands = isPart || isEnding ? 'running' : standsOf(job);
    const answer = await jobs.report(job, stands, outcomes, signal);
    if (answer.kind === 'unreachable') return hearMs;
    if (answer.kind === 'fenced') return giveUp(job);
    if (answer.kind === 'unknown') {
      teamJobs.readAnew(jobId);
      // As old as a backup that was put back, here or there, or ended by others: nothing begins by itself.
      const isOld = state === 'running' && !here.holds.mayWork(jobId) && clock.now() - job.createdAt > keptMs;
      if (isOld) ledger.jobs.setState(jobId, 'interrupted');
      if (isOld || state === 'interrupted') return giveUp(job);
      teamJobs.stand(jobId, 'offer', job.epoch, null);
      return state === 'cancelled' ? withdraw(job, signal) : 0;
    }
    teamJobs.told(jobId, outcomes);
    if (isPart) return 0;
    if (answer.kind === 'cancelled') return heardCancel(job, stands);
    if (stands === 'running') {
      holdOn(job, answer.lost);
      return tellMs;
    }
    if (stands === 'done' || stands === 'cancelled') return end(job);
    return giveUp(job);
  }

  /** Stopped before the team said that it knows all of it. */
  async function withdraw(job: TeamJob, signal: AbortSignal): Promise<number | undefined> {
    if ((await jobs.cancel(job, signal)) === 'unreachable') return hearMs;
    return here.isAt(job.jobId) ? tellMs : end(job);
  }

  /** What is under way is finished, and told with the next report; the last one says that it was. */
  function heardCancel(job: TeamJob, told: JobStands): number | undefined {
    if (told !== 'running') {
      if (job.state !== 'done') ledger.jobs.setState(job.jobId, 'cancelled');
      return end(job);
    }
    stopHere(job.jobId);
    return here.isAt(job.jobId) ? tellMs : 0;
  }

  /** Written down at once, so that it survives whatever comes; what is under way is finished. */
  function stopHere(jobId: number): void {
    if (here.isAt(jobId)) here.cancel(jobId);
    if (teamJobs.of(jobId)?.state !== 'done') ledger.jobs.setState(jobId, 'cancelled');
    here.changed(jobId);
  }

  async function carryOut(job: TeamJob, signal: AbortSignal): Promise<number | undefined> {
    const { jobId, stands, wish, isOffered } = job;
    if (wish === 'cancel' && stands === 'elsewhere') {
      if ((await jobs.cancel(job, signal)) === 'unreachable') return hearMs;
      teamJobs.heeded(jobId, wish);
      ledger.jobs.setState(jobId, 'cancelled');
      hearAt.delete(jobId);
      return 0;
    }
    if (wish === 'cancel') {
      teamJobs.heeded(jobId, wish);
      stopHere(jobId);
      return 0;
    }
    if (isOffered) return await take(job, signal);
    here.holds.forget(jobId);
    goOn(jobId);
    return 0;
  }

  /** A person says so, or nobody else does: unless a person said no since. */
  function goOn(jobId: number): void {
    const now = teamJobs.of(jobId);
    if (now === undefined || now.wish === 'cancel' || now.state === 'cancelled') return;
    ledger.jobs.markChosen(jobId);
    if (now.wish === 'go-on') ledger.jobs.resetFailed(jobId);
    teamJobs.heeded(jobId, 'go-on');
    ledger.jobs.setState(jobId, 'running');
    here.run(profileId, jobId);
    here.changed(jobId);
  }

  /** Goes on with this job, which a person asked for, or with one that nobody goes on with. */
  async function take(asked: TeamJob | undefined, signal: AbortSignal): Promise<number | undefined> {
    const scope = asked?.scope ?? (await context.scope());
    if (scope === undefined) return restMs;
    const answer = await jobs.take({ scope, ...(asked === undefined ? {} : { job: asked.job }) }, signal);
    if (answer.kind === 'unreachable') return hearMs;
    isAsked = false;
    if (answer.kind === 'ours') {
      const jobId = teamJobs.take(profileId, answer.hold, answer.wish);
      const lost = answer.lost;
      here.holds.hold(jobId, lost);
      if (!(await read(answer.hold, jobId, signal))) {
        teamJobs.stand(jobId, 'elsewhere', answer.hold.epoch, null);
        if (asked === undefined) isAsked = true;
        return hearMs;
      }
      goOn(jobId);
      return tellMs;
    }
    if (asked === undefined) {
      // Those of other keys are not ours to take, and stay free.
      askAgainAt = clock.monotonic() + restMs;
      return undefined;
    }
    if (answer.kind === 'none') {
      // Nobody knows it any more: it is offered again.
      teamJobs.stand(asked.jobId, 'offer', asked.epoch, null);
      here.holds.forget(asked.jobId);
      goOn(asked.jobId);
      return 0;
    }
    teamJobs.heeded(asked.jobId, 'go-on');
    teamJobs.stand(asked.jobId, 'elsewhere', asked.epoch, null);
    return 0;
  }

  /** All its documents, and what became of them. False when the team did not tell to the end. */
  async function read(hold: JobHold, jobId: number, signal: AbortSignal): Promise<boolean> {
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const documents = await jobs.documents(hold, after, signal);
      if (documents === 'unreachable') return false;
      teamJobs.addDocuments(jobId, documents);
      if (documents.length === 0) break;
      after = documents.at(-1)?.number ?? after;
    }
    const heard = await hearJob(context, jobId, signal);
    return heard !== 'unreachable' && heard !== 'unknown';
  }

  async function hear(job: TeamJob, signal: AbortSignal): Promise<number | undefined> {
    const wait = (hearAt.get(job.jobId) ?? 0) - clock.monotonic();
    if (wait > 0) return wait;
    const heard = await hearJob(context, job.jobId, signal);
    if (heard === 'unreachable') return hearMs;
    // What a person wants by now comes first.
    if (teamJobs.of(job.jobId)?.wish !== null) return 0;
    if (heard === 'unknown') teamJobs.readAnew(job.jobId);
    const by = heard === 'unknown' || heard.by?.agent === jobs.self ? undefined : heard.by;
    // Ours, and the answer that said so never came.
    if (heard !== 'unknown' && heard.state === 'running' && heard.by?.agent === jobs.self) isAsked = true;
    const state = heard === 'unknown' ? 'interrupted' : stateOf(heard.state, by !== undefined);
    const machine = by?.name ?? null;
    // Who is at it after a cancel still tells what was under way.
    if (by === undefined && (state === 'done' || state === 'cancelled')) {
      ledger.jobs.setState(job.jobId, state);
      return end(job);
    }
    if (state !== job.state || machine !== job.machine) {
      ledger.jobs.setState(job.jobId, state);
      teamJobs.stand(job.jobId, 'elsewhere', job.epoch, machine);
      here.changed(job.jobId);
    }
    const againMs = by === undefined ? restMs : hearMs;
    hearAt.set(job.jobId, clock.monotonic() + againMs);
    return againMs;
  }

  function settle(job: TeamJob, signal: AbortSignal): Promise<number | undefined> {
    if (job.wish !== null) return carryOut(job, signal);
    if (job.stands === 'ours') return report(job, signal);
    if (job.stands === 'elsewhere') return hear(job, signal);
    if (job.state === 'cancelled') return withdraw(job, signal);
    if (job.state !== 'interrupted') return offer(job, signal);
    // Nobody else's, and a person says when it goes on; or the answer did not come, and somebody may have it.
    return Promise.resolve(job.isOffered ? giveUp(job) : undefined);
  }

  /** Only that key may do or read what the job is about: its machines go on with it, and here it waits. */
  async function leaveToItsKey(job: TeamJob, signal: AbortSignal): Promise<number | undefined> {
    const { jobId, stands, state } = job;
    if (here.holds.mayWork(jobId)) rest(jobId);
    if (stands !== 'elsewhere' && state === 'running') ledger.jobs.setState(jobId, 'interrupted');
    if (stands !== 'ours') return undefined;
    // What was not told may be what the other key was answered, to which no such document is there.
    if ((await jobs.report(job, 'free', [], signal)).kind === 'unreachable') return hearMs;
    giveUp(job);
    return undefined;
  }

  const isAtRest = ({ stands, state, wish }: TeamJob) =>
    wish === null && (stands === 'elsewhere' || (stands === 'offer' && state === 'interrupted'));
  const isIdle = () => teamJobs.list(profileId).every(isAtRest);

  return async function shareJobs(signal) {
    const scope = await context.scope();
    if (scope === undefined) return restMs;
    for (const jobId of begun()) teamJobs.adopt(profileId, jobId, scope);
    const waits: number[] = [];
    for (const { jobId } of teamJobs.list(profileId)) {
      signal.throwIfAborted();
      // As it stands by now: the answer for another one may have taken its time.
      const job = teamJobs.of(jobId);
      if (job === undefined || job.stands === 'over') continue;
      const isStopped = job.wish === 'cancel' || job.state === 'cancelled';
      const isOfKey = job.scope === scope || isStopped;
      const wait = await (isOfKey ? settle(job, signal) : leaveToItsKey(job, signal));
      if (wait !== undefined) waits.push(wait);
    }
    isAsked ||= jobs.areFree() && clock.monotonic() >= askAgainAt;
    if (isAsked && mayTake() && isIdle()) {
      const wait = await take(undefined, signal);
      if (wait !== undefined) waits.push(wait);
    }
    return waits.length === 0 ? undefined : Math.min(...waits);
  };
}

/** How a job that is this machine's stands for the team. */
function standsOf({ state, isBlocked }: TeamJob): JobStands {
  return state !== 'interrupted' ? state : isBlocked ? 'stopped' : 'free';
}

/** What nobody is at waits here as one that was interrupted does. */
function stateOf(state: FollowedJob['state'], isHeld: boolean): TeamJob['state'] {
  if (state === 'running') return isHeld ? 'running' : 'interrupted';
  return state === 'stopped' ? 'interrupted' : state;
}
