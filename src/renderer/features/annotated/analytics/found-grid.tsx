import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GridColumn, GridSort } from '../../../ui/grid/columns.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { TableRows } from '../model/tables.ts';
import classes from './analytics.module.css';

interface FoundGridProps<Row, Name extends string> {
  readonly name: 'document entities' | 'document events';
  readonly label: string;
  readonly columns: readonly GridColumn<Row, Name>[];
  readonly sort: GridSort<Name>;
  readonly onSort: (sort: GridSort<Name>) => void;
  /** What is asked for: another key is another list. */
  readonly listKey: string;
  /**
   * Asks the worker for the rows from one to another, and where a wanted row stands. Another function means
   * other rows.
   */
  readonly load: (from: number, to: number, wanted: number) => Promise<TableRows<Row>>;
  readonly idOf: (row: Row) => number;
  /** The row that is shown everywhere; -1 for none. */
  readonly chosen: number;
  /** Changes when `chosen` was chosen anew. */
  readonly turn: number;
  readonly onChoose: (row: Row) => void;
  readonly empty: string;
}

/** Rows asked for at once. */
const pageSize = 100;

/** What the service found in a document, as its worker lists it. */
export function FoundGrid<Row, Name extends string>(props: FoundGridProps<Row, Name>) {
  const { name, label, columns, sort, onSort, listKey, load, idOf, chosen, turn, onChoose, empty } = props;
  const source = useMemo(() => {
    // Documents are many, and their lists must not be taken for each other.
    const list = [name, crypto.randomUUID()];
    return {
      key: listKey,
      pageSize,
      queryKey: (offset: number, limit: number) => [...list, offset, limit],
      load: (offset: number, limit: number) => load(offset, offset + limit, -1),
    };
  }, [name, listKey, load]);
  const first = useQuery({
    queryKey: source.queryKey(0, pageSize),
    queryFn: () => source.load(0, pageSize),
    placeholderData: keepPreviousData,
  });
  const wanted = useQuery({
    queryKey: [...source.queryKey(0, 0), chosen],
    queryFn: () => load(0, 0, chosen),
    enabled: chosen >= 0,
  });
  if (first.data === undefined) return null;
  if (first.data.total === 0) return <p className={classes.empty}>{empty}</p>;
  return (
    <Grid
      name={name}
      density="dense"
      label={label}
      source={source}
      total={first.data.total}
      columns={columns}
      sort={sort}
      onSort={onSort}
      idOf={idOf}
      chosen={{ id: chosen, at: chosen < 0 ? -1 : (wanted.data?.at ?? -1), turn }}
      onOpen={(_id, row) => onChoose(row)}
    />
  );
}
