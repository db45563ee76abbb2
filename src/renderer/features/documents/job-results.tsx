import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { DocumentJob, DocumentJobItem } from '#shared/bridge/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import classes from './documents.module.css';
import { RepeatJob } from './jobs.tsx';

/** Results drawn at once; more come on demand. */
const step = 100;

/** What became of each document of a job, the failures with their reasons. */
export function JobResults({ job, onClose }: { readonly job: DocumentJob; readonly onClose: () => void }) {
  const { t } = useI18n();
  const [only, setOnly] = useState<'all' | 'failed'>(job.failed > 0 ? 'failed' : 'all');
  const [limit, setLimit] = useState(step);
  const items = useCall(
    'documents.jobItems',
    { jobId: job.id, limit, ...(only === 'failed' ? { outcome: 'failed' as const } : {}) },
    { keepPrevious: true },
  );
  return (
    <SideDrawer title={t(`job.${job.kind}`)} onClose={onClose}>
      <div className={classes.fields}>
        <div className={classes.bulk}>
          <SegmentedControl
            aria-label={t('job.results')}
            value={only}
            onChange={(chosen) => setOnly(chosen === 'failed' ? 'failed' : 'all')}
            data={[
              { value: 'failed', label: `${t('job.failedOnly')} (${job.failed})` },
              { value: 'all', label: `${t('job.all')} (${job.total})` },
            ]}
          />
          <RepeatJob job={job} />
        </div>
        <Answer query={items} waiting={t('common.loading')}>
          {(answer) => (
            <>
              <ul className={classes.results}>
                {answer.items.map((item) => (
                  <Item key={item.contentId} item={item} isOver={job.state === 'cancelled'} />
                ))}
              </ul>
              {answer.total > answer.items.length && limit < 1000 && (
                <Button variant="default" onClick={() => setLimit(Math.min(1000, limit + 3 * step))}>
                  {t('common.showAll')}
                </Button>
              )}
            </>
          )}
        </Answer>
      </div>
    </SideDrawer>
  );
}

/** `isOver`: what was not done stays so. */
function Item({ item, isOver }: { readonly item: DocumentJobItem; readonly isOver: boolean }) {
  const { t } = useI18n();
  const reasons = useReasons();
  const reason = item.code === null ? undefined : reasons.of(item.code);
  return (
    <li>
      <p>
        <a href={href(['documents', item.contentId])}>{item.fileName}</a>{' '}
        <span className="quiet">
          {t(isOver && item.outcome === 'waiting' ? 'job.outcome.left' : `job.outcome.${item.outcome}`)}
        </span>
      </p>
      {reason && <p>{reason.happened}</p>}
      {item.detail !== null && item.detail !== '' && <p className="quiet">{item.detail}</p>}
      {reason && <p className="quiet">{reason.remedy}</p>}
    </li>
  );
}
