// biome-ignore-all lint/a11y/useSemanticElements: a hundred thousand rows are drawn as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter and Space on the grid do the same.

import { type MouseEvent, memo } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import type { GridBranch } from './branch.ts';
import type { GridColumn } from './columns.ts';
import classes from './grid.module.css';

interface GridRowProps<Row, Child> {
  readonly id: string;
  /** Undefined until its page has come. */
  readonly row: Row | undefined;
  /** What stands on this line below the row that is open; undefined on a line of the row itself. */
  readonly child: Child | undefined;
  readonly line: number;
  /** Distance from the top of the rows, pixels. */
  readonly offset: number;
  readonly columns: readonly GridColumn<Row>[];
  readonly branch: GridBranch<Row, Child> | undefined;
  /** What the row is called, for who hears its box; undefined where nothing is selected. */
  readonly nameOf: ((row: Row) => string) | undefined;
  readonly isCurrent: boolean;
  /** Undefined where rows are neither selected nor chosen. */
  readonly isSelected: boolean | undefined;
  /** Undefined where rows do not open to more rows. */
  readonly isExpanded: boolean | undefined;
  readonly opens: boolean;
  /** These stay the same while the grid is drawn anew. */
  readonly onToggle: (line: number, extend: boolean) => void;
  readonly onOpen: (line: number) => void;
  readonly onLeave: (line: number) => void;
}

/** One line. The grid itself has the keyboard; the mouse selects by the box and opens by the row. */
function Row<Data, Child>(props: GridRowProps<Data, Child>) {
  const { id, row, child, line, offset, columns, branch, nameOf, isCurrent, isSelected, isExpanded } = props;
  const { t } = useI18n();
  const place = { transform: `translateY(${offset}px)` };
  if (row === undefined) {
    return (
      <div className={classes.row} role="row" aria-rowindex={line + 2} style={place}>
        {nameOf && <span role="gridcell" />}
        <span role="gridcell" className="quiet">
          {t('common.loading')}
        </span>
      </div>
    );
  }
  function onClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
    if (!(target instanceof Element)) return;
    // What is asked by a button of the row, in a dialog above it, is no click on the row.
    if (!currentTarget.contains(target) || target.closest('button, input')) return;
    if (target.closest('a')) props.onLeave(line);
    else props.onOpen(line);
  }
  const isChild = child !== undefined && branch !== undefined;
  return (
    <div
      id={id}
      className={classes.row}
      role="row"
      aria-rowindex={line + 2}
      aria-selected={isSelected}
      aria-level={branch && (isChild ? 2 : 1)}
      aria-expanded={isExpanded}
      data-current={isCurrent || undefined}
      data-opens={props.opens || undefined}
      style={place}
      onClick={onClick}
    >
      {nameOf && (
        <span role="gridcell" className={classes.box} onClick={(event) => event.stopPropagation()}>
          <input
            type="checkbox"
            aria-label={t('grid.select', { name: nameOf(row) })}
            tabIndex={-1}
            checked={isSelected}
            onChange={() => undefined}
            onClick={(event) => props.onToggle(line, event.shiftKey)}
          />
        </span>
      )}
      {columns.map(({ name, isFigure, isQuiet, cell }, index) => {
        if (isChild && index > 0 && index < branch.span) return null;
        const isWide = isChild && index === 0 && branch.span > 1;
        return (
          <span
            key={name}
            role="gridcell"
            className={classes.cell}
            data-column={name}
            data-figure={isFigure || undefined}
            data-quiet={isQuiet || undefined}
            {...(isWide
              ? { 'aria-colspan': branch.span, style: { gridColumn: `span ${branch.span}` } }
              : undefined)}
          >
            {isChild ? branch.cell(name, child, row) : cell(row)}
          </span>
        );
      })}
    </div>
  );
}

/** Drawn anew only when it changes: a grid that scrolls draws every row in sight for every frame. */
export const GridRow = memo(Row) as typeof Row;
