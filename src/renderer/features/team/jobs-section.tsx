import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TeamJobShown, TeamShown } from '#shared/bridge/team.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './team.module.css';

/** Work over many documents with this key, whichever machine is at it: how far it is, and how to stop it. */
export function JobsSection({ jobs }: Pick<TeamShown, 'jobs'>) {
  const { t } = useI18n();
  return (
    <Section title={t('team.jobs')} hint={t('team.jobsHint')} flush>
      <ul className={classes.list}>
        {jobs.map((job) => (
          <Job key={job.job} job={job} />
        ))}
      </ul>
    </Section>
  );
}

function Job({
  job: { job, kind, askedBy, by, isStopped, total, done, failed },
}: {
  readonly job: TeamJobShown;
}) {
  const { t, format } = useI18n();
  const cancel = useAction('team.cancelJob');
  const [asks, setAsks] = useState(false);
  const name = t(`job.${kind}`);
  return (
    <li>
      <span>
        <span className={classes.name}>{name}</span>{' '}
        <span className="quiet">
          {t('job.progress', { done: format.number(done), total: format.number(total) })}
          {failed > 0 && ` · ${t('job.failures', { count: failed })}`}
          {` · ${t('job.askedBy', { machine: askedBy })}`}
        </span>
      </span>
      <span className={classes.aside}>
        {isStopped
          ? t('team.jobStopped', { machine: askedBy })
          : by
            ? t('team.jobBy', { machine: by.name })
            : t('team.jobFree')}
        <Button
          variant="default"
          size="compact-xs"
          aria-label={t('team.cancelJob', { kind: name, machine: askedBy })}
          loading={cancel.isPending}
          onClick={() => setAsks(true)}
        >
          {t('common.cancel')}
        </Button>
        <Confirm
          opened={asks}
          title={t('team.cancelJobTitle')}
          text={t('team.cancelJobText', { kind: name, machine: askedBy, count: total - done - failed })}
          confirm={t('team.cancelJobYes')}
          keep={t('team.cancelJobKeep')}
          onConfirm={() => cancel.mutate({ job })}
          onClose={() => setAsks(false)}
        />
      </span>
    </li>
  );
}
