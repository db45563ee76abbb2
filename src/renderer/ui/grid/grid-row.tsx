// biome-ignore-all lint/a11y/useSemanticElements: a hundred thousand rows are drawn as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter and Space on the grid do the same.

import { memo } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import type { GridColumn } from './columns.ts';
import classes from './grid.module.css';

interface GridRowProps<Row> {
  readonly id: string;
  /** Undefined until its page has come. */
  readonly row: Row | undefined;
  readonly index: number;
  /** Distance from the top of the rows, pixels. */
  readonly offset: number;
  readonly columns: readonly GridColumn<Row>[];
  /** What the row is called, for who hears its box. */
  readonly nameOf: (row: Row) => string;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  /** Both stay the same while the grid is drawn anew. */
  readonly onToggle: (index: number, extend: boolean) => void;
  readonly onOpen: (index: number) => void;
}

/** One row. The grid itself has the keyboard; the mouse selects by the box and opens by the row. */
function Row<Data>(props: GridRowProps<Data>) {
  const { id, row, index, offset, columns, nameOf, isCurrent, isSelected, onToggle, onOpen } = props;
  const { t } = useI18n();
  const place = { transform: `translateY(${offset}px)` };
  if (row === undefined) {
    return (
      <div className={classes.row} role="row" aria-rowindex={index + 2} style={place}>
        <span role="gridcell" />
        <span role="gridcell" className="quiet">
          {t('common.loading')}
        </span>
      </div>
    );
  }
  return (
    <div
      id={id}
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-current={isCurrent || undefined}
      style={place}
      onClick={() => onOpen(index)}
    >
      <span role="gridcell" className={classes.box} onClick={(event) => event.stopPropagation()}>
        <input
          type="checkbox"
          aria-label={t('grid.select', { name: nameOf(row) })}
          tabIndex={-1}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => onToggle(index, event.shiftKey)}
        />
      </span>
      {columns.map(({ name, isFigure, cell }) => (
        <span key={name} role="gridcell" className={classes.cell} data-column={name} data-figure={isFigure}>
          {cell(row)}
        </span>
      ))}
    </div>
  );
}

/** Drawn anew only when it changes: a grid that scrolls draws every row in sight for every frame. */
export const GridRow = memo(Row) as typeof Row;
