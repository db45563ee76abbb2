// biome-ignore-all lint/a11y/useSemanticElements: a hundred thousand rows are drawn as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.

import { useCallbackRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useId, useRef } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { type GridColumn, type GridSort, tracksOf } from './columns.ts';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import classes from './grid.module.css';
import { isSelected } from './selection.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { type GridSource, useGridPages } from './use-grid-pages.ts';
import { useGridPlace } from './use-grid-place.ts';
import { type SelectionProps, useGridSelection } from './use-grid-selection.ts';

interface GridProps<Row, Id, Name extends string> extends SelectionProps<Id> {
  /** Under which its layout is remembered. */
  readonly name: string;
  readonly label: string;
  readonly source: GridSource<Row>;
  readonly total: number;
  readonly columns: readonly GridColumn<Row, Name>[];
  readonly sort: GridSort<Name>;
  readonly onSort: (sort: GridSort<Name>) => void;
  readonly idOf: (row: Row) => Id;
  /** The same function on every drawing. */
  readonly nameOf: (row: Row) => string;
  readonly onOpen: (id: Id) => void;
}

const rowHeight = 34;
/** The head stays in sight above the rows. */
const headHeight = 34;
const overscan = 8;

/** A grid of any length: only what is in sight is drawn, and only its pages are asked for. */
export function Grid<Row, Id extends string | number, Name extends string>(props: GridProps<Row, Id, Name>) {
  const { name, label, source, total, columns, sort, onSort, selection, idOf, nameOf } = props;
  const { t } = useI18n();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { widths, resize } = useColumnWidths(name);
  const { current, setCurrent, initialTop, leave } = useGridPlace(name, source.key, scroller);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    initialOffset: initialTop,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const items = virtual.getVirtualItems();
  const { row, between } = useGridPages(source, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const range = useGridSelection(props, async (a, b) => (await between(a, b)).map(idOf));
  const active = Math.min(current, total - 1);
  const { tracks, least } = tracksOf(columns, widths, true);

  const onToggleRow = useCallbackRef((index: number, extend: boolean) => {
    setCurrent(index);
    // The box has no place in the order of focus: keys go on in the grid.
    scroller.current?.focus({ preventScroll: true });
    const one = row(index);
    if (extend) range.extendTo(index);
    else if (one !== undefined) range.toggle(index, idOf(one));
  });
  const onOpenRow = useCallbackRef((index: number) => {
    setCurrent(index);
    const one = row(index);
    if (one === undefined) return;
    leave(index);
    props.onOpen(idOf(one));
  });

  function onKeyDown(event: KeyboardEvent): void {
    const isWithControl = event.ctrlKey || event.metaKey;
    // What has the focus inside has keys of its own.
    if (event.target !== event.currentTarget || event.altKey) return;
    if (isWithControl && event.key !== 'a') return;
    const page = Math.max(1, items.length - 2 * overscan);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: total - 1,
    };
    const target = steps[event.key];
    if (target !== undefined) {
      const next = Math.max(0, Math.min(total - 1, target));
      setCurrent(next);
      virtual.scrollToIndex(next);
      if (event.shiftKey) range.extendTo(next);
      else range.start(next);
    } else if (event.key === ' ') onToggleRow(active, event.shiftKey);
    else if (event.key === 'Enter') onOpenRow(active);
    else if (event.key === 'Escape') range.all(false);
    else if (event.key === 'a' && isWithControl) range.all(true);
    else return;
    event.preventDefault();
  }

  const isDrawn = items.some(({ index }) => index === active) && row(active) !== undefined;
  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.grid}
        style={{ '--tracks': tracks, '--least': `${least}px` } as CSSProperties}
        role="grid"
        aria-label={label}
        aria-description={t('grid.keys')}
        aria-rowcount={total + 1}
        aria-multiselectable
        aria-activedescendant={isDrawn ? `${id}${active}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={classes.head} role="row" aria-rowindex={1}>
          <span role="columnheader" className={classes.box}>
            <input
              type="checkbox"
              aria-label={t('grid.selectAll')}
              checked={selection.kind === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = selection.kind === 'some' && selection.ids.size > 0;
              }}
              onChange={() => range.all(selection.kind !== 'all')}
            />
          </span>
          {columns.map((column) => (
            <GridHead key={column.name} column={column} sort={sort} onSort={onSort} onResize={resize} />
          ))}
        </div>
        <div role="rowgroup" className={classes.rows} style={{ height: virtual.getTotalSize() - headHeight }}>
          {items.map(({ index, start }) => {
            const one = row(index);
            return (
              <GridRow
                key={index}
                id={`${id}${index}`}
                row={one}
                index={index}
                offset={start - headHeight}
                columns={columns}
                nameOf={nameOf}
                isCurrent={index === active}
                isSelected={isSelected(selection, one === undefined ? undefined : idOf(one))}
                onToggle={onToggleRow}
                onOpen={onOpenRow}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
