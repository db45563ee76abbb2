import type { Clock } from '#core/ports/clock.ts';
import type { TeamJobs } from '#core/ports/team-jobs.ts';
import { jobStatements as statements } from './job-statements.ts';
import type { Life } from './life.ts';
import type { Statement } from './statements.ts';
import { TeamTrouble, untilAborted } from './trouble.ts';

export interface JobsOptions {
  readonly clock: Clock;
  readonly agent: string;
  readonly life: Life;
  readonly read: <T>(statement: Statement<T>, values: readonly unknown[]) => Promise<T>;
  readonly areFree: () => boolean;
}

/** The agent's side of the team's jobs over documents. */
export function createJobs({ clock, agent, life, read, areFree }: JobsOptions): {
  readonly port: TeamJobs;
  /** The lease of this life ended: whoever may takes what was held by it. */
  lapse(): void;
} {
  let held = new AbortController();
  /** A lease that ended before its answer came is none. */
  const lost = () => (life.heldUntil() > clock.monotonic() ? held.signal : AbortSignal.abort());
  const unreachable = { kind: 'unreachable' } as const;

  const port: TeamJobs = {
    self: agent,
    areFree,
    async offer({ scope, job, epoch, kind, options, askedBy, ageMs, documents, isAll }, signal) {
      const age = Math.round(ageMs);
      const items = JSON.stringify(documents);
      const values = [scope, job, epoch, kind, JSON.stringify(options), askedBy, age, items, isAll];
      const answer = await untilAborted(signal, () => life.write(statements.offer, values));
      if (answer === 'unreachable') return unreachable;
      return answer.kind === 'ours' ? { ...answer, lost: lost() } : answer;
    },
    async report({ scope, job, epoch }, stands, outcomes, signal) {
      const values = [scope, job, epoch, stands, JSON.stringify(outcomes)];
      const answer = await untilAborted(signal, () => life.write(statements.report, values));
      if (answer === 'unreachable') return unreachable;
      return answer.kind === 'written' ? { kind: 'written', lost: lost() } : { kind: answer.kind };
    },
    async take({ scope, job = null }, signal) {
      const answer = await untilAborted(signal, () => life.write(statements.take, [scope, job]));
      if (answer === 'unreachable') return unreachable;
      if (answer.kind !== 'ours') return answer;
      const { epoch, jobKind: kind, options, askedBy, ageMs } = answer;
      const hold = { scope, job: answer.job, epoch };
      return { kind: 'ours', hold, wish: { kind, options, askedBy, ageMs }, lost: lost() };
    },
    async cancel({ scope, job }, signal) {
      const answer = await untilAborted(signal, () => life.write(statements.cancel, [scope, job]));
      return answer === 'unreachable' ? answer : answer.kind;
    },
    async open(scope, signal) {
      const answer = await untilAborted(signal, () => read(statements.open, [scope]));
      if (answer === 'unreachable') return answer;
      return answer.jobs.map(({ jobKind: kind, by, ...job }) => ({ ...job, kind, by: by ?? undefined }));
    },
    async follow({ scope, job }, after, signal) {
      const answer = await untilAborted(signal, () => read(statements.follow, [scope, job, after]));
      if (answer === 'unreachable') return answer;
      return answer.kind === 'known' ? { ...answer, by: answer.by ?? undefined } : answer.kind;
    },
    async documents({ scope, job }, after, signal) {
      const answer = await untilAborted(signal, () => read(statements.documents, [scope, job, after]));
      return answer === 'unreachable' ? answer : answer.documents;
    },
  };

  return {
    port,
    lapse() {
      held.abort(new TeamTrouble('network', 'LEASE_LOST'));
      held = new AbortController();
    },
  };
}
