import type { FollowedJob } from '#core/ports/team-jobs.ts';
import type { ShareJobsContext } from './share-jobs.ts';

/** Reads what others did of a job since the last time, to the end, and how it stands now. */
export async function hearJob(
  { profileId, jobs, here, ledger: { teamJobs } }: ShareJobsContext,
  jobId: number,
  signal: AbortSignal,
): Promise<FollowedJob | 'unknown' | 'unreachable'> {
  for (;;) {
    const job = teamJobs.of(jobId);
    if (job === undefined) return 'unknown';
    const followed = await jobs.follow(job, job.seen, signal);
    if (followed === 'unknown' || followed === 'unreachable') return followed;
    const last = followed.outcomes.at(-1)?.seq;
    if (last === undefined) return followed;
    const outcomes = followed.outcomes.map(({ by, ...outcome }) => ({
      ...outcome,
      machine: by.agent === jobs.self ? null : by.name,
    }));
    const done = teamJobs.heard(jobId, outcomes, last);
    if (done.length > 0) here.heardDone(profileId, job, done);
    here.changed(jobId);
  }
}
