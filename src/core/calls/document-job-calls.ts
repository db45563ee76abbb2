import type { Handlers } from '#shared/bridge/contract.ts';
import type { DocumentFilter, DocumentJob, ListedJob } from '#shared/bridge/documents.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { said } from '#shared/spoken/said.ts';
import { jobPriorities } from '../documents/document-work.ts';
import { activeProfile, type ServiceContext } from '../engine/core-context.ts';
import { budgetWait } from '../service/budget-wait.ts';

type JobHandlers = Pick<
  Handlers,
  | 'documents.change'
  | 'documents.jobs'
  | 'documents.jobItems'
  | 'documents.cancelJob'
  | 'documents.repeatJob'
  | 'documents.dismissJob'
>;

/** Documents written into a job in one transaction. */
const batch = 1000;

/** Long work over many documents: begun, looked at, stopped, done again where it failed. */
export function documentJobCalls(context: ServiceContext): JobHandlers {
  const { ledger, documents } = context;

  function find(jobId: number): { profileId: string; job: DocumentJob } {
    const { id: profileId } = activeProfile(context);
    const job = ledger.jobs.get(profileId, jobId);
    if (!job) throw new AppError('NOT_HERE', { spoken: said('notHere.job', { id: String(jobId) }) });
    return { profileId, job };
  }

  /** What went wrong with the ledger before is what is told. */
  function dropQuietly(jobId: number): void {
    try {
      ledger.jobs.remove(jobId);
    } catch {
      // A start drops what was never chosen to its end.
    }
  }

  /**
   * Which of the chosen documents a job is about: only what failed can be sent again, and nothing is done to
   * what is not there.
   */
  function narrowed(kind: DocumentJob['kind'], filter: DocumentFilter): DocumentFilter {
    const wanted: NonNullable<DocumentFilter['statuses']> =
      kind === 'retry'
        ? ['failed', 'gone']
        : kind === 'delete'
          ? ['waiting', 'processing', 'completed', 'failed', 'expired', 'gone']
          : ['waiting', 'processing', 'completed', 'failed'];
    const statuses = wanted.filter((status) => filter.statuses?.includes(status) ?? true);
    return { ...filter, statuses };
  }

  function listed(profile: Profile): ListedJob[] {
    const jobs = ledger.jobs.list(profile.id);
    if (jobs.length === 0) return [];
    const { budget } = context.serviceOf(profile).client;
    const wait = budgetWait(budget, context.clock, jobPriorities);
    return jobs.map((job) => ({ ...job, waitsUntil: job.state === 'running' ? wait : null }));
  }

  return {
    'documents.change': async ({ kind, filter, add, remove, shownProfileId }) => {
      if (kind === 'tag' && add.length + remove.length === 0)
        throw new AppError('USAGE', { spoken: said('usage.noTags') });
      const { id: profileId } = activeProfile(context, shownProfileId);
      documents.catchUp();
      const chosen = narrowed(kind, filter);
      const jobId = ledger.jobs.create(profileId, kind, { add, remove });
      try {
        for (let after = 0; ; ) {
          const names = ledger.documents.listNames(profileId, chosen, after, batch);
          if (names.length === 0) break;
          ledger.jobs.addItems(jobId, names);
          after = names.at(-1)?.id ?? after;
        }
        ledger.jobs.markChosen(jobId);
      } catch (error) {
        // Half of a choice is not what was asked for.
        dropQuietly(jobId);
        throw error;
      }
      documents.run(profileId, jobId);
      context.emit('jobs.changed', { jobId });
      return find(jobId).job;
    },
    'documents.jobs': async ({ profileId }) =>
      profileId === null ? context.settings.get().profiles.flatMap(listed) : listed(activeProfile(context)),
    'documents.jobItems': async ({ jobId, outcome, offset, limit }) => {
      find(jobId);
      return ledger.jobs.listItems(jobId, outcome, offset, limit);
    },
    'documents.cancelJob': async ({ jobId }) => {
      const { job } = find(jobId);
      if (documents.isAt(jobId)) documents.cancel(jobId);
      else if (job.state === 'running' || job.state === 'interrupted')
        ledger.jobs.setState(jobId, 'cancelled');
      context.emit('jobs.changed', { jobId });
      return find(jobId).job;
    },
    'documents.repeatJob': async ({ jobId }) => {
      const { profileId, job } = find(jobId);
      if (job.state !== 'running') {
        ledger.jobs.resetFailed(jobId);
        ledger.jobs.setState(jobId, 'running');
        documents.run(profileId, jobId);
        context.emit('jobs.changed', { jobId });
      }
      return find(jobId).job;
    },
    'documents.dismissJob': async ({ jobId }) => {
      find(jobId);
      const dismissed = ledger.jobs.remove(jobId);
      context.emit('jobs.changed', { jobId });
      return { dismissed };
    },
  };
}
