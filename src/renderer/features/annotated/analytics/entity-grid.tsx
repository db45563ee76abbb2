import { NativeSelect } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import type { GridColumn } from '../../../ui/grid/columns.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import type { EntityColumn } from '../model/tables.ts';
import type { EntityRow } from '../model/types.ts';
import type { PaneProps } from '../pane-props.ts';
import { TypeMark } from '../text/type-mark.tsx';
import classes from './analytics.module.css';
import { FoundGrid } from './found-grid.tsx';
import { StackedName } from './stacked-name.tsx';
import { useTableQuery } from './use-table-query.ts';
import { weightColumns } from './weight-columns.tsx';

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
        least: 84,
        sorts: 'from-a',
        cell: ({ type }) => (type === '' ? '–' : <TypeMark type={type} />),
      },
      ...weightColumns(t),
      {
        name: 'mentions',
        label: t('analytics.mentions'),
        least: 56,
        sorts: 'largest-first',
        isFigure: true,
        cell: ({ mentions }) => (version === 0 ? '…' : format.number(mentions)),
      },
    ],
    [t, format, version],
  );
  const stacked = useMemo(
    (): readonly GridColumn<EntityRow, EntityColumn>[] => [
      {
        name: 'name',
        label: t('analytics.name'),
        least: 96,
        share: 1,
        sorts: 'from-a',
        cell: ({ name, type, mentions }) => (
          <StackedName name={name}>
            {type !== '' && <TypeMark type={type} />}{' '}
            {version === 0 ? '…' : t('analytics.marks', { count: mentions })}
          </StackedName>
        ),
      },
      ...weightColumns(t),
    ],
    [t, version],
  );
  return (
    <>
      <div className={classes.filters}>
        <FilterBar>
          <SearchField label={t('analytics.filter')} value={query.filter} onChange={onFilter} />
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
        </FilterBar>
      </div>
      <FoundGrid
        label={t('analytics.entities')}
        name="document entities"
        columns={columns}
        stacked={stacked}
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
