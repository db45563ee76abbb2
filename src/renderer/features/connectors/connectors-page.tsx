import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Connector } from '#shared/bridge/connectors.ts';
import { isArchived } from '#shared/connectors/is-archived.ts';
import { connectorLists, connectorsHref, connectorsQuery } from '../../lib/addresses/connectors.ts';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { failureCode, useCall } from '../../lib/queries.ts';
import { goTo, href } from '../../lib/route.ts';
import { Empty } from '../../ui/empty.tsx';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ConnectorGrid } from './connector-grid.tsx';
import { NoList } from './no-list.tsx';

/** The service's own syncs tell nobody: while the page is open it asks again so often, milliseconds. */
const askAgainEvery = 30_000;

/** All connectors: who owns them, what they do, how their last sync went. */
export function ConnectorsPage() {
  const { t } = useI18n();
  const list = useCall(
    'connectors.list',
    {},
    { refetchInterval: (last) => (last === undefined ? false : askAgainEvery) },
  );
  const hasNoList = list.data === undefined && failureCode(list.error) === 'NO_SUCH_OPERATION';
  const create = <CreateButton />;
  return (
    <Page fixed title={t('connectors.title')} actions={list.data?.length === 0 ? undefined : create}>
      {list.data ? (
        <ListedConnectors connectors={list.data} create={create} />
      ) : hasNoList ? (
        <NoList create={create} />
      ) : list.error ? (
        <ExplainedFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Loading>{t('common.loading')}</Loading>
      )}
    </Page>
  );
}

function CreateButton() {
  const { t } = useI18n();
  return (
    <Button component="a" href={href(['connectors', 'new'])} leftSection={<IconPlus size={14} />}>
      {t('connectors.create')}
    </Button>
  );
}

interface ListedConnectorsProps {
  readonly connectors: readonly Connector[];
  readonly create: ReactNode;
}

function ListedConnectors({ connectors, create }: ListedConnectorsProps) {
  const { t } = useI18n();
  const address = useQueryValues(connectorsQuery);
  const { show, sort } = address;
  const go = (change: Partial<typeof address>) =>
    goTo(connectorsHref({ ...address, ...change }), { replace: true });
  if (connectors.length === 0)
    return (
      <Empty title={t('connectors.none')} action={create}>
        {t('connectors.noneText')}
      </Empty>
    );

  const lists: Readonly<Record<typeof show, readonly Connector[]>> = {
    active: connectors.filter((one) => !isArchived(one)),
    archived: connectors.filter(isArchived),
    all: connectors,
  };
  const rows = lists[show];
  return (
    <>
      <FilterBar>
        <SegmentedControl
          aria-label={t('connectors.show')}
          value={show}
          onChange={(chosen) => go({ show: chosen })}
          data={connectorLists.map((one) => ({
            value: one,
            label: t(`connectors.${one}`, { count: lists[one].length }),
          }))}
        />
      </FilterBar>
      {rows.length > 0 ? (
        <ConnectorGrid
          label={t(`connectors.list.${show}`)}
          connectors={rows}
          sort={sort}
          onSort={(next) => go({ sort: next })}
        />
      ) : show === 'active' ? (
        <Empty title={t('connectors.noneActive')}>{t('connectors.noneActiveText')}</Empty>
      ) : (
        <Empty title={t('connectors.noneArchived')}>{t('connectors.noneArchivedText')}</Empty>
      )}
    </>
  );
}
