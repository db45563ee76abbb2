import { useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { Answer } from '../../ui/answer.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { HelpFrame } from './help-frame.tsx';
import classes from './help.module.css';
import { type Licence, readNotices } from './read-notices.ts';

/** The licence of Sluice, and those of all that ships with it. */
export function LicencesPage() {
  const { t } = useI18n();
  const notices = useCall('host.notices', {});
  const [search, setSearch] = useState('');
  return (
    <HelpFrame part="licences">
      <p className={classes.note}>{t('licences.own')}</p>
      <SearchField label={t('licences.find')} value={search} onChange={setSearch} />
      <Answer query={notices} waiting={t('common.loading')}>
        {({ pages, programs }) => (
          <>
            <Licences title={t('licences.pages')} text={pages} search={search} />
            <Licences title={t('licences.programs')} text={programs} search={search} />
          </>
        )}
      </Answer>
    </HelpFrame>
  );
}

interface LicencesProps {
  readonly title: string;
  /** The notices as they ship; null where nothing was packaged. */
  readonly text: string | null;
  readonly search: string;
}

function Licences({ title, text, search }: LicencesProps) {
  const { t } = useI18n();
  if (text === null) return <Section title={title} hint={t('licences.none')} />;
  const wanted = search.toLowerCase();
  const found = readNotices(text).filter(({ name, kind }) =>
    `${name} ${kind}`.toLowerCase().includes(wanted),
  );
  return (
    <Section title={title} hint={t('licences.count', { count: found.length })} flush>
      {found.map((licence) => (
        <OneLicence key={licence.name} {...licence} />
      ))}
    </Section>
  );
}

/** Its text is drawn once it is opened: together they are longer than a book. */
function OneLicence({ name, kind, text }: Licence) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.licence} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {name}
        <span className={classes.kind}>{kind}</span>
      </summary>
      {isOpen && <pre lang="en">{text}</pre>}
    </details>
  );
}
