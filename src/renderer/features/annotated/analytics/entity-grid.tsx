import { NativeSelect, TextInput } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { GridColumn } from '../../../ui/grid/columns.ts';
import { SentimentValue } from '../../../ui/sentiment-value.tsx';
import type { EntityColumn } from '../model/tables.ts';
import type { EntityRow } from '../model/types.ts';
import type { PaneProps } from '../pane-props.ts';
import { styleOfType } from '../text/mark-style.ts';
import marks from '../text/text-pane.module.css';
import classes from './analytics.module.css';
import { FoundGrid } from './found-grid.tsx';
import { useTableQuery } from './use-table-query.ts';

const idOf = ({ entity }: EntityRow) => entity;

/** All entities, listed or only marked. */
export function EntityGrid({ remote, counts, place, show }: PaneProps) {
  const { t, format } = useI18n();
  const { query, sort, onSort, onFilter, onType } = useTableQuery<EntityColumn>('entities', 'relevance');
  // Half-counted marks would move rows about; they are counted once more at the end.
  const version = counts?.isDone === true ? 1 : 0;
  const chosen = place?.entity ?? -1;
  const load = useCallback(
    (from: number, to: number, wanted: number) => remote.entities(query, from, to, version, wanted),
    [remote, query, version],
  );
  const columns = useMemo(
    (): readonly GridColumn<EntityRow, EntityColumn>[] => [
      {
        name: 'name',
        label: t('analytics.name'),
        least: 72,
        share: 1,
        sorts: 'from-a',
        cell: ({ name }) => <span title={name}>{name}</span>,
      },
      {
        name: 'type',
        label: t('analytics.type'),
        least: 40,
        sorts: 'from-a',
        cell: ({ type }) =>
          type === '' ? (
            '–'
          ) : (
            <mark className={marks.mark} data-style={styleOfType(type)} data-depth={0}>
              {type}
            </mark>
          ),
      },
      {
        name: 'relevance',
        label: t('analytics.relevance'),
        least: 40,
        sorts: 'largest-first',
        isFigure: true,
        cell: ({ relevance }) => (relevance === null ? '–' : format.decimal(relevance)),
      },
      {
        name: 'sentiment',
        label: t('analytics.sentiment'),
        least: 50,
        sorts: 'largest-first',
        isFigure: true,
        cell: ({ sentiment }) => <SentimentValue value={sentiment} />,
      },
      {
        name: 'mentions',
        label: t('analytics.mentions'),
        least: 36,
        sorts: 'largest-first',
        isFigure: true,
        cell: ({ mentions }) => (version === 0 ? '…' : format.number(mentions)),
      },
    ],
    [t, format, version],
  );
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
        <NativeSelect
          size="xs"
          aria-label={t('analytics.type')}
          value={query.type ?? ' '}
          onChange={({ currentTarget: { value } }) => onType(value === ' ' ? null : value)}
          data={[
            { value: ' ', label: t('analytics.allTypes') },
            ...(counts?.types ?? []).map(({ type }) => ({
              value: type,
              label: type === '' ? t('text.untyped') : type,
            })),
          ]}
        />
      </div>
      <FoundGrid
        label={t('analytics.entities')}
        name="document entities"
        columns={columns}
        sort={sort}
        onSort={onSort}
        listKey={JSON.stringify(query)}
        load={load}
        idOf={idOf}
        chosen={chosen}
        turn={chosen < 0 ? -1 : (place?.turn ?? -1)}
        onChoose={({ id, name }) => void show({ kind: 'entity', key: id ?? name })}
        empty={t(query.filter === '' && query.type === null ? 'analytics.noEntities' : 'analytics.noMatch')}
      />
    </>
  );
}
