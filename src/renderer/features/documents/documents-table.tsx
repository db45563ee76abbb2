// biome-ignore-all lint/a11y/useSemanticElements: a hundred thousand rows are drawn as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentFilter, DocumentSort } from '#shared/bridge/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { ColumnHead } from '../../ui/column-head.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { type Column, tracksOf } from './columns.ts';
import { DocumentListRow } from './document-list-row.tsx';
import classes from './documents.module.css';
import { isSelected, nothing, type Selection, toggled, withAdded } from './selection.ts';
import { useDocumentPages } from './use-document-pages.ts';
import type { SourceNames } from './use-source-names.ts';

interface DocumentsTableProps {
  readonly filter: DocumentFilter;
  readonly sort: DocumentSort;
  readonly total: number;
  readonly columns: readonly Column[];
  readonly sources: SourceNames;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onSort: (sort: DocumentSort) => void;
  readonly onOpen: (contentId: string) => void;
}

const rowHeight = 34;
/** The head stays in sight above the rows. */
const headHeight = 34;
const overscan = 8;
/** Dates and sizes are of interest from their largest on, names from A. */
const largestFirst: ReadonlySet<Column['name']> = new Set([
  'size',
  'uploaded',
  'published',
  'completed',
  'shared',
  'flags',
]);

/** A grid of any length: only what is in sight is drawn, and only its pages are asked for. */
export function DocumentsTable(props: DocumentsTableProps) {
  const { filter, sort, total, columns, sources, selection, onSelect, onSort, onOpen } = props;
  const { t } = useI18n();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  /** Where a range that is extended with Shift begins. */
  const anchor = useRef(0);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const items = virtual.getVirtualItems();
  const { row, idsBetween } = useDocumentPages(filter, sort, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const active = Math.min(current, total - 1);
  const tracks = tracksOf(columns);

  /** Rows are drawn only when something of theirs changes, so what they call must stay the same. */
  const latest = useRef({ row, selection, onSelect, onOpen, extendTo });
  latest.current = { row, selection, onSelect, onOpen, extendTo };

  const shown = JSON.stringify([filter, sort]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => {
    setCurrent(0);
    anchor.current = 0;
    scroller.current?.scrollTo({ top: 0 });
  }, [shown]);

  function extendTo(index: number): void {
    idsBetween(anchor.current, index).then(
      (ids) => latest.current.onSelect(withAdded(latest.current.selection, ids)),
      notifyFailure,
    );
  }

  const onToggleRow = useCallback((index: number, extend: boolean) => {
    setCurrent(index);
    const { row: rowOf, selection: now, onSelect: select, extendTo: extendNow } = latest.current;
    const document = rowOf(index);
    if (extend) return extendNow(index);
    anchor.current = index;
    if (document) select(toggled(now, document.contentId));
    return undefined;
  }, []);

  const onOpenRow = useCallback((index: number) => {
    setCurrent(index);
    const document = latest.current.row(index);
    if (document) latest.current.onOpen(document.contentId);
  }, []);

  function moveTo(index: number, extend: boolean): void {
    const next = Math.max(0, Math.min(total - 1, index));
    setCurrent(next);
    virtual.scrollToIndex(next);
    if (extend) extendTo(next);
    else anchor.current = next;
  }

  function onKeyDown(event: KeyboardEvent): void {
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
    if (target !== undefined) moveTo(target, event.shiftKey);
    else if (event.key === ' ') onToggleRow(active, event.shiftKey);
    else if (event.key === 'Enter') onOpenRow(active);
    else if (event.key === 'Escape') onSelect(nothing);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect({ kind: 'all' });
    else return;
    event.preventDefault();
  }

  const activeId = row(active)?.contentId;
  const some = selection.kind === 'some' && selection.ids.size > 0;
  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.grid}
        role="grid"
        aria-label={t('documents.list')}
        aria-description={t('documents.keys')}
        aria-rowcount={total + 1}
        aria-multiselectable
        aria-activedescendant={activeId === undefined ? undefined : `document-${activeId}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={classes.head} role="row" aria-rowindex={1} style={{ gridTemplateColumns: tracks }}>
          <span role="columnheader" className={classes.box}>
            <input
              type="checkbox"
              aria-label={t('documents.selectAll')}
              checked={selection.kind === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = some;
              }}
              onChange={() => onSelect(selection.kind === 'all' ? nothing : { kind: 'all' })}
            />
          </span>
          {columns.map(({ name, isFigure }) => (
            <ColumnHead
              key={name}
              name={name}
              label={t(`column.${name}`)}
              title={t('documents.sortBy', { column: t(`column.${name}`) })}
              isFigure={isFigure === true}
              sort={sort}
              isLargestFirst={largestFirst.has(name)}
              onSort={onSort}
            />
          ))}
        </div>
        <div role="rowgroup" className={classes.rows} style={{ height: virtual.getTotalSize() - headHeight }}>
          {items.map(({ index, start }) => {
            const document = row(index);
            return (
              <DocumentListRow
                key={index}
                document={document}
                index={index}
                offset={start - headHeight}
                columns={columns}
                tracks={tracks}
                source={document ? sources.of(document) : ''}
                isCurrent={index === active}
                isSelected={isSelected(selection, document?.contentId)}
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
