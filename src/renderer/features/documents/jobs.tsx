import { Button, Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { DocumentJob, ListedJob } from '#shared/bridge/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { progressEvery, useAction, useCall } from '../../lib/queries.ts';
import { notify } from '../../ui/notify.tsx';
import classes from './documents.module.css';
import { JobResults } from './job-results.tsx';

/**
 * Long work over documents: how far it is, what failed, and how to go on. It runs in the core, whatever page
 * is open.
 */
export function Jobs() {
  const { t } = useI18n();
  const { data: jobs } = useCall(
    'documents.jobs',
    {},
    {
      refetchInterval: (last) => (last?.some(({ state }) => state === 'running') ? progressEvery : false),
    },
  );
  const [shown, setShown] = useState<number>();
  const dismiss = useAction('documents.dismissJob');
  const put = dismiss.mutate;
  const told = useRef(new Set<number>());
  // What went well needs no place of its own: it is said once, and put away.
  useEffect(() => {
    for (const { id, kind, state, failed, done, total } of jobs ?? []) {
      if (state !== 'done' || failed > 0 || told.current.has(id)) continue;
      told.current.add(id);
      const words = { kind: t(`job.${kind}`), count: done };
      notify(total === 0 ? t('job.nothing', words) : t('job.finished', words));
      put({ jobId: id });
    }
  }, [jobs, t, put]);
  const left = (jobs ?? []).filter(({ state, failed }) => state !== 'done' || failed > 0);
  const open = left.find(({ id }) => id === shown);
  if (left.length === 0) return null;
  return (
    <section className={classes.jobs} aria-label={t('job.label')}>
      {left.map((job) => (
        <Job
          key={job.id}
          job={job}
          onShow={() => setShown(job.id)}
          onDismiss={() => put({ jobId: job.id })}
        />
      ))}
      {open && <JobResults job={open} onClose={() => setShown(undefined)} />}
    </section>
  );
}

interface JobProps {
  readonly job: ListedJob;
  readonly onShow: () => void;
  readonly onDismiss: () => void;
}

function Job({ job, onShow, onDismiss }: JobProps) {
  const { t, format } = useI18n();
  const cancel = useAction('documents.cancelJob');
  const { id, kind, state, total, done, failed, waitsUntil } = job;
  const left = total - done - failed;
  return (
    <div className={classes.job}>
      <div className={classes.jobWords}>
        <strong>{t(`job.${kind}`)}</strong>{' '}
        <span className="quiet">
          {t('job.progress', { done: format.number(done), total: format.number(total) })}
        </span>
        {failed > 0 && <span className={classes.failures}>{t('job.failures', { count: failed })}</span>}
        {waitsUntil !== null && (
          <span className="quiet">{t('job.waitsBudget', { time: format.time(waitsUntil) })}</span>
        )}
        {state === 'interrupted' && <span>{t('job.interrupted', { count: left })}</span>}
        {state === 'cancelled' && <span className="quiet">{t('job.cancelled', { count: left })}</span>}
      </div>
      <div className={classes.jobActs}>
        {state === 'running' && (
          <Progress
            w={140}
            size="sm"
            value={(100 * (done + failed)) / Math.max(1, total)}
            aria-label={t(`job.${kind}`)}
          />
        )}
        {total > 0 && (
          <Button variant="default" onClick={onShow}>
            {t('job.results')}
          </Button>
        )}
        {state === 'running' ? (
          <Button variant="default" onClick={() => cancel.mutate({ jobId: id })}>
            {t('common.cancel')}
          </Button>
        ) : (
          <>
            <RepeatJob job={job} />
            <Button variant="subtle" onClick={onDismiss}>
              {t('job.dismiss')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** The one button that does again what failed, or goes on with what was not done. */
export function RepeatJob({ job }: { readonly job: DocumentJob }) {
  const { t } = useI18n();
  const repeat = useAction('documents.repeatJob');
  if (job.state === 'running' || job.done === job.total) return null;
  return (
    <Button variant="default" loading={repeat.isPending} onClick={() => repeat.mutate({ jobId: job.id })}>
      {t(job.state === 'interrupted' ? 'job.goOn' : 'job.again')}
    </Button>
  );
}
