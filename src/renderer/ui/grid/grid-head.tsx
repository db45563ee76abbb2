// biome-ignore-all lint/a11y/useSemanticElements: the grid it heads draws its rows as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: its buttons have the focus.

import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { type GridColumn, type GridSort, narrowest } from './columns.ts';
import classes from './grid.module.css';

interface GridHeadProps<Row, Name extends string> {
  readonly column: GridColumn<Row, Name>;
  /** Null where rows stand as they came. */
  readonly sort: GridSort<Name> | null;
  readonly onSort: (sort: GridSort<Name>) => void;
  /** Undefined gives the column its usual width again; while it is dragged a width is not final. */
  readonly onResize: (column: Name, width: number | undefined, isFinal: boolean) => void;
}

/** Pixels that a key makes a column wider. */
const step = 16;

/**
 * The head of a column: a click sorts by it, once more turns the order around; its edge, or Shift and an
 * arrow, make it wider.
 */
export function GridHead<Row, Name extends string>({
  column,
  sort,
  onSort,
  onResize,
}: GridHeadProps<Row, Name>) {
  const { t } = useI18n();
  const head = useRef<HTMLSpanElement>(null);
  const { name, label, about, isFigure, sorts } = column;
  const isSorted = sort?.by === name;
  const Icon = sort?.descending ? IconChevronDown : IconChevronUp;
  const widthNow = () => head.current?.getBoundingClientRect().width ?? narrowest;

  function onKeyDown(event: KeyboardEvent): void {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined || !event.shiftKey) return;
    event.preventDefault();
    onResize(name, Math.max(narrowest, widthNow() + direction * step), true);
  }

  function onPointerDown(event: PointerEvent<HTMLSpanElement>): void {
    const edge = event.currentTarget;
    const start = { x: event.clientX, width: widthNow() };
    const widthAt = ({ clientX }: { clientX: number }) =>
      Math.max(narrowest, start.width + clientX - start.x);
    edge.setPointerCapture(event.pointerId);
    edge.onpointermove = (moved) => onResize(name, widthAt(moved), false);
    edge.onlostpointercapture = (ended) => {
      edge.onpointermove = null;
      edge.onlostpointercapture = null;
      if (ended.clientX !== start.x) onResize(name, widthAt(ended), true);
    };
    event.preventDefault();
  }

  return (
    <span
      ref={head}
      role="columnheader"
      data-figure={isFigure || undefined}
      aria-sort={sorts && (isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none')}
    >
      {sorts ? (
        <button
          type="button"
          className={classes.sort}
          title={about ?? t('grid.sortBy', { column: label })}
          onClick={() =>
            onSort({ by: name, descending: isSorted ? !sort.descending : sorts === 'largest-first' })
          }
          onKeyDown={onKeyDown}
        >
          <span className={classes.label}>{label}</span>
          {isSorted && <Icon size={13} aria-hidden />}
        </button>
      ) : (
        <span className={classes.label} title={about ?? label}>
          {label}
        </span>
      )}
      <span
        aria-hidden
        className={classes.edge}
        onPointerDown={onPointerDown}
        onDoubleClick={() => onResize(name, undefined, true)}
      />
    </span>
  );
}
