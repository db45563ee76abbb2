import { useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { GridColumn, GridSort } from '../../../ui/grid/columns.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { TableRows } from '../model/tables.ts';
import classes from './analytics.module.css';

interface FoundGridProps<Row, Name extends string> {
  readonly name: 'document entities' | 'document events';
  readonly label: string;
  readonly columns: readonly GridColumn<Row, Name>[];
  /** The same where there is little width: a name says below it what has no column of its own. */
  readonly stacked: readonly GridColumn<Row, Name>[];
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
/** CSS pixels from which on names stay whole with all columns beside them. */
const roomForAll = 480;

/** What the service found in a document, as its worker lists it. */
export function FoundGrid<Row, Name extends string>(props: FoundGridProps<Row, Name>) {
  const { name, label, columns, stacked, sort, onSort, listKey, load, idOf, chosen, turn, onChoose, empty } =
    props;
  const { ref, width } = useElementSize();
  const [isStacked, setStacked] = useState(false);
  // Out of sight it has no width, and stays as it was.
  useEffect(() => {
    if (width > 0) setStacked(width < roomForAll);
  }, [width]);
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
    <div ref={ref} className={classes.found}>
      <Grid
        // Rows of another height are another grid.
        key={isStacked ? 'stacked' : 'beside'}
        name={isStacked ? `${name}, stacked` : name}
        density={isStacked ? 'stacked' : 'dense'}
        label={label}
        source={source}
        total={first.data.total}
        columns={isStacked ? stacked : columns}
        sort={sort}
        onSort={onSort}
        idOf={idOf}
        chosen={{ id: chosen, at: chosen < 0 ? -1 : (wanted.data?.at ?? -1), turn }}
        onOpen={(_id, row) => onChoose(row)}
      />
    </div>
  );
}
