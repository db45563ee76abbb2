// biome-ignore-all lint/a11y/useSemanticElements: a hundred thousand rows are drawn as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.

import { Checkbox } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { isSelected, nothing, type Selection, toggled, withAdded } from './selection.ts';
import { UploadRow } from './upload-row.tsx';
import classes from './uploads.module.css';
import { useUploadPages } from './use-upload-pages.ts';

interface UploadsTableProps {
  readonly filter: UploadFilter;
  readonly total: number;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onOpen: (id: number) => void;
}

const rowHeight = 36;
/** The head stays in sight above the rows. */
const headHeight = 34;
const columns = ['uploads.file', 'uploads.size', 'uploads.state', 'uploads.when'] as const;

/** A grid of any length: only what is in sight is drawn, and only its pages are asked for. */
export function UploadsTable({ filter, total, selection, onSelect, onOpen }: UploadsTableProps) {
  const { t } = useI18n();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const items = virtual.getVirtualItems();
  const { row } = useUploadPages(filter, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const active = Math.min(current, total - 1);

  function moveTo(index: number, extend: boolean): void {
    const next = Math.max(0, Math.min(total - 1, index));
    setCurrent(next);
    virtual.scrollToIndex(next);
    const ids = [row(active)?.id, row(next)?.id].filter((id) => id !== undefined);
    if (extend) onSelect(withAdded(selection, ids));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const page = Math.max(1, items.length - 20);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: total - 1,
    };
    const target = steps[event.key];
    const upload = row(active);
    if (target !== undefined) moveTo(target, event.shiftKey);
    else if (event.key === ' ' && upload) onSelect(toggled(selection, upload.id));
    else if (event.key === 'Enter' && upload) onOpen(upload.id);
    else if (event.key === 'Escape') onSelect(nothing);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect({ kind: 'all' });
    else return;
    event.preventDefault();
  }

  const toggle = useCallbackRef((id: number, index: number) => {
    setCurrent(index);
    onSelect(toggled(selection, id));
  });
  const open = useCallbackRef((id: number, index: number) => {
    setCurrent(index);
    onOpen(id);
  });

  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.grid}
        role="grid"
        aria-label={t('uploads.list')}
        aria-description={t('uploads.keys')}
        aria-rowcount={total + 1}
        aria-multiselectable
        aria-activedescendant={row(active) ? `upload-${row(active)?.id}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={classes.head} role="row" aria-rowindex={1}>
          <span role="columnheader">
            <Checkbox
              aria-label={t('uploads.selectAll')}
              checked={selection.kind === 'all'}
              indeterminate={selection.kind === 'some' && selection.ids.size > 0}
              onChange={() => onSelect(selection.kind === 'all' ? nothing : { kind: 'all' })}
            />
          </span>
          {columns.map((column) => (
            <span key={column} role="columnheader">
              {t(column)}
            </span>
          ))}
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, start }) => (
            <UploadRow
              key={index}
              upload={row(index)}
              index={index}
              offset={start - headHeight}
              isCurrent={index === active}
              isSelected={isSelected(selection, row(index)?.id ?? -1)}
              onToggle={toggle}
              onOpen={open}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
