import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { Section } from '../../ui/section.tsx';
import { connectorName } from '../connectors/connector-words.ts';
import { LastSync } from '../connectors/last-sync.tsx';
import classes from './home-page.module.css';

/** Connectors shown; the page of connectors has all. */
const most = 5;

/**
 * What collects by itself beside the folders, and how its last sync went. Without one, or without a list,
 * nothing is said.
 */
export function ConnectorsSection() {
  const { t } = useI18n();
  const { data } = useCall('connectors.list', {});
  const active = (data ?? []).filter(({ archived, activity }) => !archived || activity?.kind === 'removal');
  if (active.length === 0) return null;
  return (
    <Section
      title={t('nav.connectors')}
      flush
      actions={<a href={href(['connectors'])}>{t('common.showAll')}</a>}
    >
      <ul className={classes.connectors}>
        {active.slice(0, most).map((connector) => (
          <li key={connector.connector_id}>
            <a href={href(['connectors', connector.connector_id])}>{connectorName(connector)}</a>
            <LastSync connector={connector} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
