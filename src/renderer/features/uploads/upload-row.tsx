// biome-ignore-all lint/a11y/useSemanticElements: a hundred thousand rows are drawn as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter and Space on the grid do the same.

import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import type { Upload } from '#shared/uploads/upload.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { FileText } from '../../ui/file-text.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { isExpired } from './is-expired.ts';
import classes from './uploads.module.css';

interface UploadRowProps {
  /** Undefined until its page has come. */
  readonly upload: Upload | undefined;
  readonly index: number;
  /** Distance from the top of the grid, pixels. */
  readonly offset: number;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  /** Both stay the same while the grid is drawn anew. */
  readonly onToggle: (id: number, index: number) => void;
  readonly onOpen: (id: number, index: number) => void;
}

/** Drawn anew only when it changes: a grid that scrolls draws every row in sight for every frame. */
export const UploadRow = memo(Row);

/** One upload in the grid. The grid itself has the keyboard; the mouse selects by the box and opens by the row. */
function Row({ upload, index, offset, isCurrent, isSelected, onToggle, onOpen }: UploadRowProps) {
  const { t, format } = useI18n();
  const reasons = useReasons();
  const place = { transform: `translateY(${offset}px)` };
  if (!upload) {
    return (
      <div className={classes.row} role="row" aria-rowindex={index + 2} style={place}>
        <span role="gridcell" className="quiet">
          {t('common.loading')}
        </span>
      </div>
    );
  }
  return (
    <div
      id={`upload-${upload.id}`}
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-current={isCurrent || undefined}
      style={place}
      onClick={() => onOpen(upload.id, index)}
    >
      <span role="gridcell" onClick={(event) => event.stopPropagation()}>
        <Checkbox
          aria-label={t('uploads.select', { name: upload.fileName })}
          tabIndex={-1}
          checked={isSelected}
          onChange={() => onToggle(upload.id, index)}
        />
      </span>
      <span role="gridcell" className={classes.path}>
        <FileText path={upload.path} />
      </span>
      <span role="gridcell">{format.size(upload.size)}</span>
      <span role="gridcell" className={classes.state}>
        <StateBadge state={upload.state} paused={upload.paused} isExpired={isExpired(upload)} />
        {upload.code !== null && <span className={classes.reason}>{reasons.of(upload.code).happened}</span>}
      </span>
      <span role="gridcell" title={format.exactTime(upload.createdAt)}>
        {format.dateTime(upload.createdAt)}
      </span>
    </div>
  );
}
