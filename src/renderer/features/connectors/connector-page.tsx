import { Alert, Button } from '@mantine/core';
import { IconFiles, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Connector } from '#shared/bridge/connectors.ts';
import { documentsHref } from '../../lib/addresses/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { failureCode, useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { Empty } from '../../ui/empty.tsx';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Collecting } from './collecting.tsx';
import { ConnectorFacts } from './connector-facts.tsx';
import { connectorName, typeName } from './connector-words.ts';
import classes from './connectors.module.css';
import { DeleteEverything } from './delete-everything.tsx';
import { SyncNow } from './sync-now.tsx';

/** What an open page asks again after, milliseconds: the service's own syncs tell nobody. */
const askAgainEvery = 30_000;

/** One connector: what it is, how it collects, its documents, and far below the way to delete everything. */
export function ConnectorPage({ connectorId }: { readonly connectorId: string }) {
  const { t } = useI18n();
  const show = useCall(
    'connectors.show',
    { connectorId },
    { refetchInterval: (last) => (last === undefined ? false : askAgainEvery) },
  );
  if (show.error && failureCode(show.error) === 'NOT_FOUND')
    return (
      <Page title={t('connectors.title')}>
        <Empty
          title={t('connector.gone')}
          action={<a href={href(['connectors'])}>{t('connector.backToList')}</a>}
        >
          {t('connector.goneText')}
        </Empty>
      </Page>
    );
  if (show.data) return <ShownConnector connector={show.data} />;
  return (
    <Page title={t('connectors.title')}>
      {show.error ? (
        <ExplainedFailure error={show.error} onRetry={() => void show.refetch()} />
      ) : (
        <Loading>{t('common.loading')}</Loading>
      )}
    </Page>
  );
}

function ShownConnector({ connector }: { readonly connector: Connector }) {
  const { t, format } = useI18n();
  const { connector_id: id, activity } = connector;
  const isRemoving = activity?.kind === 'removal';
  const actions = (
    <>
      <Button
        variant="default"
        component="a"
        href={documentsHref({ connector: id })}
        leftSection={<IconFiles size={14} />}
      >
        {t('connector.documents')}
      </Button>
      {!isRemoving && (
        <Button
          variant="default"
          component="a"
          href={href(['connectors', id, 'edit'])}
          leftSection={<IconPencil size={14} />}
        >
          {t('common.edit')}
        </Button>
      )}
    </>
  );
  return (
    <Page title={connectorName(connector)} aside={typeName(t, connector.type)} actions={actions}>
      {isRemoving && (
        <Alert
          color="gray"
          variant="light"
          icon={<IconTrash size={16} />}
          title={t('connector.removingTitle')}
        >
          {t('connector.removingText', { when: format.ago(activity.since) })}
        </Alert>
      )}
      <Section title={t('connector.collecting')} actions={<SyncNow connector={connector} />}>
        <Collecting connector={connector} />
      </Section>
      <Section title={t('connector.details')}>
        <ConnectorFacts connector={connector} />
      </Section>
      {!isRemoving && (
        <div className={classes.danger}>
          <DeleteEverything connector={connector} />
        </div>
      )}
    </Page>
  );
}
