// biome-ignore-all lint/a11y/useSemanticElements: a hundred thousand rows are drawn as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
// biome-ignore-all lint/a11y/noStaticElementInteractions: its role depends on whether rows open to more rows.
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the same.

import { useCallbackRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useId, useRef } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { childCount, type GridBranch, lineAt } from './branch.ts';
import { type Density, densities, type GridColumn, type GridSort, tracksOf } from './columns.ts';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import classes from './grid.module.css';
import { onGridKey } from './on-grid-key.ts';
import { isSelected, nothing } from './selection.ts';
import { type ChosenRow, useChosenRow } from './use-chosen-row.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { type GridSource, useGridPages } from './use-grid-pages.ts';
import { useGridPlace } from './use-grid-place.ts';
import { type SelectionProps, useGridSelection } from './use-grid-selection.ts';

interface GridProps<Row, Id, Name extends string, Child> extends Partial<SelectionProps<Id>> {
  /** Under which its layout is remembered. */
  readonly name: string;
  readonly label: string;
  readonly source: GridSource<Row>;
  readonly total: number;
  readonly columns: readonly GridColumn<Row, Name>[];
  /** Null where rows stand as they came. */
  readonly sort: GridSort<Name> | null;
  readonly onSort: (sort: GridSort<Name>) => void;
  readonly idOf: (row: Row) => Id;
  /** What a row's box is called; where rows are selected. The same function on every drawing. */
  readonly nameOf?: (row: Row) => string;
  /** Left out where a row leads nowhere. */
  readonly onOpen?: (id: Id, row: Row) => void;
  /** Told before a row, or the one with this number below it (-1: none), is left for what it leads to. */
  readonly onFrom?: (row: Row, index: number, child: number) => void;
  readonly density?: Density;
  /** Where rows open to more rows; the same object as long as it says the same. */
  readonly branch?: GridBranch<Row, Child>;
  readonly chosen?: ChosenRow<Id> | undefined;
}

/** The head stays in sight above the rows. */
const headHeight = 34;
const overscan = 8;

/** A grid of any length: only what is in sight is drawn, and only its pages are asked for. */
export function Grid<Row, Id extends string | number, Name extends string, Child = never>(
  props: GridProps<Row, Id, Name, Child>,
) {
  const { name, label, source, total, columns, sort, onSort, onSelect, idOf, nameOf, branch, chosen } = props;
  const { density = 'usual', selection = nothing } = props;
  const { rowHeight, gap, padding } = densities[density];
  const { t } = useI18n();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { widths, resize } = useColumnWidths(name);
  const { current, setCurrent, initialTop, wasMoved, leave } = useGridPlace(name, source.key, scroller);
  const count = total + childCount(branch);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    initialOffset: initialTop,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const items = virtual.getVirtualItems();
  const indexOf = (line: number) => lineAt(line, branch).index;
  const { row, between } = useGridPages(
    source,
    indexOf(items[0]?.index ?? 0),
    indexOf(items.at(-1)?.index ?? 0),
  );
  const range = useGridSelection({ selection, onSelect: onSelect ?? ignore }, async (a, b) =>
    (await between(indexOf(a), indexOf(b))).map(idOf),
  );
  const active = Math.max(0, Math.min(current, count - 1));
  const { tracks, least } = tracksOf(columns, widths, onSelect !== undefined, density);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when a person comes back.
  useEffect(() => {
    if (wasMoved) virtual.scrollToIndex(current, { align: 'auto' });
  }, []);
  useChosenRow(chosen, (at) => {
    setCurrent(at);
    const { startIndex = 0, endIndex = -1 } = virtual.range ?? {};
    if (at < startIndex || at > endIndex) virtual.scrollToIndex(at, { align: 'center' });
  });

  const onToggleRow = useCallbackRef((line: number, extend: boolean) => {
    setCurrent(line);
    // The box has no place in the order of focus: keys go on in the grid.
    scroller.current?.focus({ preventScroll: true });
    const one = row(line);
    if (extend) range.extendTo(line);
    else if (one !== undefined) range.toggle(line, idOf(one));
  });
  const onOpenRow = useCallbackRef((line: number) => {
    const { index, child } = lineAt(line, branch);
    const one = row(index);
    const below = branch?.rows[child];
    setCurrent(line);
    if (one === undefined) return;
    leave(line);
    props.onFrom?.(one, index, child);
    if (child < 0) props.onOpen?.(idOf(one), one);
    else if (below !== undefined) branch?.onOpen(below, one);
  });
  const onLeaveRow = useCallbackRef((line: number) => {
    const { index, child } = lineAt(line, branch);
    const one = row(index);
    setCurrent(line);
    leave(line);
    if (one !== undefined) props.onFrom?.(one, index, child);
  });
  function expand(isOpen: boolean): void {
    const { index, child } = lineAt(active, branch);
    if (isOpen === (index === branch?.at)) return;
    // From a row below it to the one that closes.
    if (child >= 0) setCurrent(index);
    onOpenRow(index);
  }

  const keys = branch ? 'grid.keysOfTree' : onSelect ? 'grid.keys' : props.onOpen && 'grid.keysToOpen';
  const isDrawn = items.some(({ index }) => index === active) && row(indexOf(active)) !== undefined;
  const style = {
    '--tracks': tracks,
    '--least': `${least}px`,
    '--row': `${rowHeight}px`,
    '--gap': `${gap}px`,
    '--side': `${padding}px`,
  } as CSSProperties;
  return (
    <div className={classes.frame} data-density={density}>
      <div
        ref={scroller}
        className={classes.grid}
        style={style}
        role={branch ? 'treegrid' : 'grid'}
        aria-label={label}
        aria-description={keys && t(keys)}
        aria-rowcount={count + 1}
        aria-multiselectable={onSelect && true}
        aria-activedescendant={isDrawn ? `${id}${active}` : undefined}
        tabIndex={0}
        onKeyDown={(event) =>
          onGridKey(event, {
            active,
            count,
            page: Math.max(1, items.length - 2 * overscan),
            move(line, extend) {
              setCurrent(line);
              virtual.scrollToIndex(line);
              if (extend && onSelect) range.extendTo(line);
              else range.start(line);
            },
            open: () => onOpenRow(active),
            toggle: onSelect && ((extend) => onToggleRow(active, extend)),
            selectAll: range.all,
            expand: branch && expand,
          })
        }
      >
        <div className={classes.head} role="row" aria-rowindex={1}>
          {onSelect && (
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
          )}
          {columns.map((column) => (
            <GridHead key={column.name} column={column} sort={sort} onSort={onSort} onResize={resize} />
          ))}
        </div>
        <div role="rowgroup" className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index: line, start }) => {
            const { index, child } = lineAt(line, branch);
            const one = row(index);
            const itsId = one === undefined ? undefined : idOf(one);
            return (
              <GridRow
                key={line}
                id={`${id}${line}`}
                row={one}
                child={branch?.rows[child]}
                line={line}
                offset={start - headHeight}
                columns={columns}
                branch={branch}
                nameOf={onSelect && nameOf}
                isCurrent={line === active}
                isSelected={
                  onSelect
                    ? isSelected(selection, itsId)
                    : chosen && itsId !== undefined && itsId === chosen.id
                }
                isExpanded={branch && child < 0 ? index === branch.at : undefined}
                opens={props.onOpen !== undefined}
                onToggle={onToggleRow}
                onOpen={onOpenRow}
                onLeave={onLeaveRow}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

const ignore = () => undefined;
