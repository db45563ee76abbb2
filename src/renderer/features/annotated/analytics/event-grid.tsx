import { useCallback, useMemo } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import type { GridColumn } from '../../../ui/grid/columns.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import type { EventColumn } from '../model/tables.ts';
import type { EventRow } from '../model/types.ts';
import type { PaneProps } from '../pane-props.ts';
import classes from './analytics.module.css';
import { FoundGrid } from './found-grid.tsx';
import { StackedName } from './stacked-name.tsx';
import { useTableQuery } from './use-table-query.ts';
import { weightColumns } from './weight-columns.tsx';

const idOf = ({ event }: EventRow) => event;
const namesOf = (roles: EventRow['roles']) => roles.map(({ name }) => name).join(', ');

/** All events, with who takes part. */
export function EventGrid({ remote, place, show }: PaneProps) {
  const { t } = useI18n();
  const { query, sort, onSort, onFilter } = useTableQuery<EventColumn>('events', 'relevance');
  const chosen = place?.event ?? -1;
  const load = useCallback(
    (from: number, to: number, wanted: number) => remote.events(query, from, to, 0, wanted),
    [remote, query],
  );
  const columns = useMemo(
    (): readonly GridColumn<EventRow, EventColumn>[] => [
      {
        name: 'type',
        label: t('analytics.event'),
        least: 96,
        share: 3,
        sorts: 'from-a',
        cell: ({ type }) => <span title={type}>{type || '–'}</span>,
      },
      {
        name: 'topic',
        label: t('analytics.topic'),
        least: 80,
        share: 2,
        sorts: 'from-a',
        cell: ({ topic }) => <span title={topic}>{topic || '–'}</span>,
      },
      {
        name: 'roles',
        label: t('analytics.roles'),
        least: 80,
        share: 2,
        sorts: 'from-a',
        cell: ({ roles }) => {
          const names = namesOf(roles);
          return <span title={names}>{names === '' ? '–' : names}</span>;
        },
      },
      ...weightColumns(t),
    ],
    [t],
  );
  const stacked = useMemo(
    (): readonly GridColumn<EventRow, EventColumn>[] => [
      {
        name: 'type',
        label: t('analytics.event'),
        least: 96,
        share: 1,
        sorts: 'from-a',
        cell: ({ type, topic, roles }) => (
          <StackedName name={type || '–'}>
            {[namesOf(roles), topic].filter((part) => part !== '').join(' · ')}
          </StackedName>
        ),
      },
      ...weightColumns(t),
    ],
    [t],
  );
  return (
    <>
      <div className={classes.filters}>
        <FilterBar>
          <SearchField label={t('analytics.filter')} value={query.filter} onChange={onFilter} />
        </FilterBar>
      </div>
      <FoundGrid
        label={t('analytics.events')}
        name="document events"
        columns={columns}
        stacked={stacked}
        sort={sort}
        onSort={onSort}
        listKey={JSON.stringify(query)}
        load={load}
        idOf={idOf}
        chosen={chosen}
        turn={chosen < 0 ? -1 : (place?.turn ?? -1)}
        onChoose={({ event }) => void show({ kind: 'event', event })}
        empty={t(query.filter === '' ? 'analytics.noEvents' : 'analytics.noMatch')}
      />
    </>
  );
}
