import type { TeamShown } from '#shared/bridge/team.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './team.module.css';

/** Folders that several machines have, and which of them reads each first. */
export function FoldersSection({ roots }: Pick<TeamShown, 'roots'>) {
  const { t } = useI18n();
  return (
    <Section title={t('team.folders')} hint={t('team.foldersHint')} flush>
      <ul className={classes.list}>
        {roots.map(({ name, by }) => (
          <li key={`${name} ${by?.agent}`}>
            <PathText path={name} />
            <span className={by ? classes.aside : classes.warn}>
              {by ? t('team.readsFirst', { machine: by.name }) : t('team.nobodyReads')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
