import type { Core } from '#core/create-core.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { ListedJob } from '#shared/bridge/documents.ts';
import { lookWhenWanted } from './look-when-wanted.ts';

/** Work over documents that a person began at another machine of the team. */
export type TakenJob = ListedJob & { readonly askedBy: string };

/** How it stands here. `left`: another machine is at it now, or it waits. */
export type JobPhase = 'taken' | 'done' | 'cancelled' | 'left';

interface FollowJobsOptions {
  readonly core: Pick<Core, 'calls' | 'on'>;
  readonly logger: Logger;
  readonly onJob: (job: TakenJob, phase: JobPhase) => void;
}

/**
 * Tells when this machine goes on with work that began at another one, and how that ends here, while an agent
 * runs. The returned function ends it, once what is being asked was told.
 */
export function followJobs({ core, logger, onJob }: FollowJobsOptions): () => Promise<void> {
  const told = new Map<number, JobPhase>();
  let isFirst = true;

  const tell = (job: TakenJob) => {
    const phase = phaseOf(job);
    const before = told.get(job.id);
    told.set(job.id, phase);
    // What ended before this agent began was told by an earlier one.
    if (phase === before || (isFirst && phase !== 'taken')) return;
    // What another machine went on with ended there.
    if (before === 'left' && phase !== 'taken') return;
    // Begun and ended since the last look.
    if (before === undefined && phase !== 'taken') onJob(job, 'taken');
    onJob(job, phase);
  };
  const looks = lookWhenWanted(
    async () => {
      const jobs = await core.calls['documents.jobs']({ profileId: null });
      for (const job of jobs) if (isTaken(job)) tell(job);
      isFirst = false;
    },
    (error) => logger.warn('work over documents could not be told', { error }),
  );
  const unsubscribe = core.on('jobs.changed', looks.want);
  looks.want();
  return async () => {
    unsubscribe();
    await looks.end();
  };
}

function isTaken(job: ListedJob): job is TakenJob {
  return job.askedBy !== undefined;
}

function phaseOf({ state, machine }: TakenJob): JobPhase {
  if (state === 'done' || state === 'cancelled') return state;
  return state === 'running' && machine === undefined ? 'taken' : 'left';
}
