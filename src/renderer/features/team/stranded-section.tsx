import type { TeamShown } from '#shared/bridge/team.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './team.module.css';

/** Files that only a machine has which is gone: nobody else can send them. */
export function StrandedSection({ stranded }: Pick<TeamShown, 'stranded'>) {
  const { t, format } = useI18n();
  const { total, bytes, files } = stranded;
  const rest = total - files.length;
  return (
    <Section
      title={t('team.stranded')}
      hint={t('team.strandedHint', { count: total, size: format.size(bytes) })}
      flush
    >
      <ul className={classes.list}>
        {files.map(({ fileName, size, by, seenAt }, index) => (
          // Two may have one name, and nothing else of them is told.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
          <li key={`${index} ${fileName}`}>
            <span>
              <span className={classes.name}>{fileName ?? t('team.unnamed')}</span>{' '}
              <span className="quiet">{format.size(size)}</span>
            </span>
            <span className={classes.aside}>
              {t('team.onlyOn', { machine: by.name, when: format.lately(seenAt) })}
            </span>
          </li>
        ))}
        {rest > 0 && <li className="quiet">{t('team.moreStranded', { count: rest })}</li>}
      </ul>
    </Section>
  );
}
