import type { ReactNode } from 'react';
import type { Connector } from '#shared/bridge/connectors.ts';
import { documentsHref } from '../../lib/addresses/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { connectorName, enrichmentList, timeOf, typeName } from './connector-words.ts';
import classes from './connectors.module.css';
import { Copyable } from './copyable.tsx';

function stateKey({ activity, archived }: Connector) {
  if (activity?.kind === 'removal') return 'connectors.removing';
  return archived ? 'connectors.isArchived' : 'connectors.isActive';
}

/** What the service says of a connector; what it does not say is left out. */
export function ConnectorFacts({ connector }: { readonly connector: Connector }) {
  const { t, format } = useI18n();
  const { connector_id: id, files_count, user_id, org_id, description, created_at, updated_at } = connector;
  const time = (text: string | null | undefined) => {
    const at = timeOf(text);
    return at === undefined ? text : format.dateTime(at);
  };
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('connectors.label'), connectorName(connector)],
    [t('connector.description'), description],
    [t('connectors.type'), typeName(t, connector.type)],
    [t('connector.state'), t(stateKey(connector))],
    [t('connectors.sharing'), t(connector.share_with_org ? 'connectors.shared' : 'connectors.private')],
    [t('connectors.enrichments'), enrichmentList(t, connector.enrichments)],
    [
      t('connectors.files'),
      typeof files_count === 'number' && (
        <a href={documentsHref({ connector: id })}>{format.number(files_count)}</a>
      ),
    ],
    [t('connectors.owner'), user_id],
    [t('connector.organization'), org_id],
    [t('connector.created'), time(created_at)],
    [t('connector.updated'), time(updated_at)],
    [t('connector.id'), <Copyable key="id" text={id} label={t('connectors.copyId')} />],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== null &&
          value !== false &&
          value !== '' && (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
