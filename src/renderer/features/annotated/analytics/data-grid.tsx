// biome-ignore-all lint/a11y/useSemanticElements: rows are drawn as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid takes the keys.

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useTallRows } from '../../json-tree/use-tall-rows.ts';
import type { TableRows } from '../model/tables.ts';
import classes from './analytics.module.css';

export interface GridColumn<Row, Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly isFigure?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface DataGridProps<Row, Name extends string> {
  readonly label: string;
  readonly columns: readonly GridColumn<Row, Name>[];
  readonly template: 'entities' | 'events';
  readonly sort: Name;
  readonly isDescending: boolean;
  readonly onSort: (name: Name) => void;
  /** Asks for a window of rows. Another function means other rows. */
  readonly load: (from: number, to: number) => Promise<TableRows<Row>>;
  readonly idOf: (row: Row) => number;
  /** The row that is shown everywhere; -1 for none. */
  readonly chosen: number;
  /** Changes when `chosen` was chosen anew. */
  readonly turn: number;
  readonly onChoose: (row: Row) => void;
  readonly empty: string;
}

const rowHeight = 32;
const headHeight = 30;
const margin = 40;

/** A sortable grid of any length: only rows in sight are drawn and asked for. */
export function DataGrid<Row, Name extends string>(props: DataGridProps<Row, Name>) {
  const { label, columns, template, sort, isDescending, onSort, load, idOf, chosen, turn, onChoose } = props;
  const { t } = useI18n();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<TableRows<Row> & { from: number }>({
    from: 0,
    total: 0,
    rows: [],
    at: -1,
  });
  const [isLoaded, setLoaded] = useState(false);
  const [current, setCurrent] = useState(0);
  const rows = useTallRows(scroller, { count: shown.total, rowHeight, head: headHeight });
  const asked = useRef<{ load: typeof load; from: number; to: number } | null>(null);
  const { from, to, scrollTo } = rows;
  useEffect(() => {
    const last = asked.current;
    if (last !== null && last.load === load && from >= last.from && to <= last.to) return;
    const request = { load, from: Math.max(0, from - margin), to: to + margin };
    asked.current = request;
    void load(request.from, request.to).then((answer) => {
      if (asked.current !== request) return;
      setShown({ ...answer, from: request.from });
      setLoaded(true);
    });
  }, [load, from, to]);
  // What was chosen elsewhere is brought into sight, once for each time it was.
  const wanted = useRef(-1);
  useEffect(() => {
    wanted.current = turn;
  }, [turn]);
  useEffect(() => {
    if (wanted.current !== turn || turn < 0 || shown.at < 0) return;
    wanted.current = -1;
    setCurrent(shown.at);
    scrollTo(shown.at, 'center');
  }, [shown, turn, scrollTo]);

  const rowAt = (index: number): Row | undefined => shown.rows[index - shown.from];
  const active = Math.max(0, Math.min(current, shown.total - 1));
  function onKeyDown(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + rows.page,
      PageUp: active - rows.page,
      Home: 0,
      End: shown.total - 1,
    };
    const target = steps[event.key];
    const row = rowAt(active);
    if (target !== undefined) {
      const next = Math.max(0, Math.min(shown.total - 1, target));
      setCurrent(next);
      scrollTo(next, 'nearest');
    } else if (event.key === 'Enter' && row !== undefined) onChoose(row);
    else return;
    event.preventDefault();
  }

  const drawn = [];
  for (let index = from; index < to; index++) {
    const row = rowAt(index);
    if (row === undefined) continue;
    drawn.push(
      <div
        key={idOf(row)}
        id={`${id}${index}`}
        role="row"
        className={classes.row}
        data-template={template}
        style={{ top: rows.topOf(index) }}
        aria-rowindex={index + 2}
        aria-selected={idOf(row) === chosen}
        data-cursor={index === active || undefined}
        onClick={() => {
          setCurrent(index);
          onChoose(row);
        }}
      >
        {columns.map(({ name, isFigure, cell }) => (
          <span key={name} role="gridcell" className={isFigure ? classes.figure : undefined}>
            {cell(row)}
          </span>
        ))}
      </div>,
    );
  }
  if (isLoaded && shown.total === 0) return <p className={classes.empty}>{props.empty}</p>;
  return (
    <div
      ref={scroller}
      className={classes.grid}
      role="grid"
      aria-label={label}
      aria-description={t('analytics.gridKeys')}
      aria-rowcount={shown.total + 1}
      aria-activedescendant={rowAt(active) === undefined ? undefined : `${id}${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className={classes.head} role="row" aria-rowindex={1} data-template={template}>
        {columns.map((column) => (
          <span
            key={column.name}
            role="columnheader"
            aria-sort={sort === column.name ? (isDescending ? 'descending' : 'ascending') : 'none'}
          >
            <button type="button" title={column.label} onClick={() => onSort(column.name)}>
              {column.label}
              <span aria-hidden>{sort === column.name ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
            </button>
          </span>
        ))}
      </div>
      <div className={classes.tall} role="rowgroup" style={{ height: rows.height }}>
        {drawn}
      </div>
    </div>
  );
}
