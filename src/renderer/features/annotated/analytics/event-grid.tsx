import { TextInput } from '@mantine/core';
import { useCallback } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { EventColumn } from '../model/tables.ts';
import type { EventRow } from '../model/types.ts';
import type { PaneProps } from '../pane-props.ts';
import classes from './analytics.module.css';
import { DataGrid, type GridColumn } from './data-grid.tsx';
import { SentimentValue } from './sentiment-value.tsx';
import { useTableQuery } from './use-table-query.ts';

/** All events, with who takes part. */
export function EventGrid({ remote, place, show }: PaneProps) {
  const { t, format } = useI18n();
  const { query, onSort, onFilter } = useTableQuery<EventColumn>('relevance', ['relevance', 'sentiment']);
  const chosen = place?.event ?? -1;
  const load = useCallback(
    (from: number, to: number) => remote.events(query, from, to, 0, chosen),
    [remote, query, chosen],
  );
  const columns: readonly GridColumn<EventRow, EventColumn>[] = [
    {
      name: 'type',
      label: t('analytics.event'),
      cell: ({ type }) => <span title={type}>{type || '–'}</span>,
    },
    {
      name: 'topic',
      label: t('analytics.topic'),
      cell: ({ topic }) => <span title={topic}>{topic || '–'}</span>,
    },
    {
      name: 'roles',
      label: t('analytics.roles'),
      cell: ({ roles }) => {
        const names = roles.map(({ name }) => name).join(', ');
        return <span title={names}>{names === '' ? '–' : names}</span>;
      },
    },
    {
      name: 'relevance',
      label: t('analytics.relevance'),
      isFigure: true,
      cell: ({ relevance }) => (relevance === null ? '–' : format.decimal(relevance)),
    },
    {
      name: 'sentiment',
      label: t('analytics.sentiment'),
      isFigure: true,
      cell: ({ sentiment }) => <SentimentValue value={sentiment} />,
    },
  ];
  return (
    <>
      <div className={classes.filters}>
        <TextInput
          className={classes.filter}
          aria-label={t('analytics.filter')}
          placeholder={t('analytics.filter')}
          value={query.filter}
          onChange={(event) => onFilter(event.currentTarget.value)}
        />
      </div>
      <DataGrid
        label={t('analytics.events')}
        template="events"
        columns={columns}
        sort={query.sort}
        isDescending={query.isDescending}
        onSort={onSort}
        load={load}
        idOf={({ event }) => event}
        chosen={chosen}
        turn={chosen < 0 ? -1 : (place?.turn ?? -1)}
        onChoose={({ event }) => void show({ kind: 'event', event })}
        empty={t(query.filter === '' ? 'analytics.noEvents' : 'analytics.noMatch')}
      />
    </>
  );
}
