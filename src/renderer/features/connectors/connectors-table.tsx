import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { Connector } from '#shared/bridge/connectors.ts';
import { isArchived } from '#shared/connectors/is-archived.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { href } from '../../lib/route.ts';
import table from '../../ui/table.module.css';
import { connectorName, enrichmentList, typeName } from './connector-words.ts';
import classes from './connectors.module.css';
import { LastSync } from './last-sync.tsx';
import type { SortKey, Sorting } from './sort-connectors.ts';
import { SyncNow } from './sync-now.tsx';

interface ConnectorsTableProps {
  readonly connectors: readonly Connector[];
  readonly sorting: Sorting;
  readonly onSort: (key: SortKey) => void;
}

const columns: readonly (SortKey | 'enrichments')[] = [
  'label',
  'type',
  'owner',
  'enrichments',
  'lastSync',
  'files',
];

/** Goes up and down between the rows' links; Enter on a link is the browser's own. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-row]')];
  const current = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (current < 0) return;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(current + 1, links.length - 1),
    ArrowUp: Math.max(current - 1, 0),
    Home: 0,
    End: links.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  links[target]?.focus();
  event.preventDefault();
}

/** Connectors, a row each; every column but the enrichments sorts. */
export function ConnectorsTable({ connectors, sorting, onSort }: ConnectorsTableProps) {
  const { t } = useI18n();
  return (
    <div className={classes.scroll}>
      <table
        className={table.table}
        aria-label={t('connectors.list')}
        aria-description={t('connectors.keys')}
        onKeyDown={moveFocus}
      >
        <thead>
          <tr>
            {columns.map((column) => {
              const isSorted = column === sorting.key;
              const Icon = sorting.descending ? IconArrowDown : IconArrowUp;
              return (
                <th
                  key={column}
                  scope="col"
                  className={column === 'files' ? table.figure : undefined}
                  aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}
                >
                  {column === 'enrichments' ? (
                    t('connectors.enrichments')
                  ) : (
                    <button type="button" className={classes.sort} onClick={() => onSort(column)}>
                      {t(column === 'owner' ? 'connectors.ownerSharing' : `connectors.${column}`)}
                      {isSorted && <Icon size={12} aria-hidden />}
                    </button>
                  )}
                </th>
              );
            })}
            <th scope="col">{t('connectors.action')}</th>
          </tr>
        </thead>
        <tbody>
          {connectors.map((one) => (
            <ConnectorRow key={one.connector_id} connector={one} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ConnectorRow({ connector }: { readonly connector: Connector }) {
  const { t, format } = useI18n();
  const { connector_id: id, description, user_id, share_with_org, files_count } = connector;
  const name = connectorName(connector);
  return (
    <tr>
      <td className={classes.name}>
        <a href={href(['connectors', id])} data-row>
          {name}
        </a>
        {isArchived(connector) && <span className={classes.mark}>{t('connectors.isArchived')}</span>}
        {description && (
          <span className={classes.second} title={description}>
            {description}
          </span>
        )}
      </td>
      <td>{typeName(t, connector.type)}</td>
      <td className={classes.owner} title={user_id ?? undefined}>
        {user_id ?? '–'}
        <span className={classes.second}>
          {t(share_with_org ? 'connectors.shared' : 'connectors.private')}
        </span>
      </td>
      <td>{enrichmentList(t, connector.enrichments)}</td>
      <td>
        <LastSync connector={connector} />
      </td>
      <td className={table.figure}>
        {typeof files_count === 'number' ? (
          <a href={href(['documents'], { connector: id })}>{format.number(files_count)}</a>
        ) : (
          '–'
        )}
      </td>
      <td className={classes.action}>
        <SyncNow connector={connector} compact />
      </td>
    </tr>
  );
}
