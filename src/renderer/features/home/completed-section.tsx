import { uploadsHref } from '../../lib/addresses/uploads.ts';
import { everyProfile } from '../../lib/every-profile.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { Answer } from '../../ui/answer.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './home-page.module.css';

/** The newest documents that are searchable. */
export function CompletedSection() {
  const { t, format } = useI18n();
  const done = useCall('uploads.list', { filter: { ...everyProfile, states: ['completed'] }, limit: 6 });
  const all = uploadsHref({ states: ['completed'] });
  return (
    <Section
      title={t('home.completed')}
      flush
      actions={done.data?.total ? <a href={all}>{t('common.showAll')}</a> : undefined}
    >
      <Answer query={done} waiting={t('common.loading')}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={classes.sentence} style={{ padding: '14px 16px' }}>
              {t('home.noneCompleted')}
            </p>
          ) : (
            <ul className={classes.done}>
              {rows.map((upload) => (
                <li key={upload.id}>
                  <a href={uploadsHref({ open: upload.id })}>
                    <span title={upload.path}>{upload.fileName}</span>
                    <span className="quiet">{format.size(upload.size)}</span>
                    <time className="quiet">{format.ago(upload.finishedAt ?? upload.updatedAt)}</time>
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </Section>
  );
}
