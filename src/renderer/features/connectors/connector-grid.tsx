import { useMemo } from 'react';
import type { Connector } from '#shared/bridge/connectors.ts';
import { isArchived } from '#shared/connectors/is-archived.ts';
import { documentsHref } from '../../lib/addresses/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { goTo, href } from '../../lib/route.ts';
import type { GridColumn, GridSort } from '../../ui/grid/columns.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import { connectorName, enrichmentList, typeName } from './connector-words.ts';
import classes from './connectors.module.css';
import { LastSync } from './last-sync.tsx';
import { type SortKey, sortConnectors } from './sort-connectors.ts';
import { SyncNow } from './sync-now.tsx';

interface ConnectorGridProps {
  readonly label: string;
  readonly connectors: readonly Connector[];
  readonly sort: GridSort<SortKey>;
  readonly onSort: (sort: GridSort<SortKey>) => void;
}

type ColumnName = SortKey | 'enrichments' | 'action';

const idOf = ({ connector_id }: Connector) => connector_id;
const open = (id: string) => goTo(href(['connectors', id]));

/** Connectors, a row each. */
export function ConnectorGrid({ label, connectors, sort, onSort }: ConnectorGridProps) {
  const { t, format } = useI18n();
  const source = useMemo(
    () => ({ key: label, rows: sortConnectors(connectors, sort) }),
    [label, connectors, sort],
  );
  const columns = useMemo(
    (): readonly GridColumn<Connector, ColumnName>[] => [
      {
        name: 'label',
        label: t('connectors.label'),
        least: 170,
        share: 3,
        sorts: 'from-a',
        cell: (connector) => <Name connector={connector} />,
      },
      {
        name: 'type',
        label: t('connectors.type'),
        least: 120,
        share: 2,
        sorts: 'from-a',
        cell: ({ type }) => <span title={typeName(t, type)}>{typeName(t, type)}</span>,
      },
      {
        name: 'owner',
        label: t('connectors.ownerSharing'),
        least: 130,
        share: 2,
        sorts: 'from-a',
        cell: ({ user_id, share_with_org }) => (
          <>
            <span title={user_id ?? undefined}>{user_id ?? '–'}</span>
            <span className={classes.second}>
              {t(share_with_org ? 'connectors.shared' : 'connectors.private')}
            </span>
          </>
        ),
      },
      {
        name: 'enrichments',
        label: t('connectors.enrichments'),
        least: 110,
        share: 1,
        cell: ({ enrichments }) => {
          const words = enrichmentList(t, enrichments);
          return <span title={words}>{words}</span>;
        },
      },
      {
        name: 'lastSync',
        label: t('connectors.lastSync'),
        least: 200,
        share: 4,
        sorts: 'largest-first',
        cell: (connector) => <LastSync connector={connector} compact />,
      },
      {
        name: 'files',
        label: t('connectors.files'),
        least: 84,
        isFigure: true,
        sorts: 'largest-first',
        cell: ({ connector_id, files_count }) =>
          typeof files_count === 'number' ? (
            <a href={documentsHref({ connector: connector_id })}>{format.number(files_count)}</a>
          ) : (
            '–'
          ),
      },
      {
        name: 'action',
        label: t('connectors.action'),
        least: 96,
        cell: (connector) => <SyncNow connector={connector} compact />,
      },
    ],
    [t, format],
  );
  return (
    <Grid
      name="connectors"
      density="tall"
      label={label}
      source={source}
      total={connectors.length}
      columns={columns}
      sort={sort}
      // Only columns of these keys can be sorted by.
      onSort={(next) => onSort(next as GridSort<SortKey>)}
      idOf={idOf}
      onOpen={open}
    />
  );
}

function Name({ connector }: { readonly connector: Connector }) {
  const { t } = useI18n();
  const { connector_id: id, description } = connector;
  const name = connectorName(connector);
  return (
    <>
      <a className={classes.name} href={href(['connectors', id])} title={name} tabIndex={-1}>
        {name}
      </a>
      {isArchived(connector) && <span className={classes.mark}>{t('connectors.isArchived')}</span>}
      {description && (
        <span className={classes.second} title={description}>
          {description}
        </span>
      )}
    </>
  );
}
