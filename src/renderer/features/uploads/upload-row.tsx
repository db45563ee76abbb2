import { Checkbox } from '@mantine/core';
import type { Upload } from '#shared/uploads/upload.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { PathText } from '../../ui/path-text.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import classes from './uploads.module.css';

interface UploadRowProps {
  /** Undefined until its page has come. */
  readonly upload: Upload | undefined;
  readonly index: number;
  /** Distance from the top of the grid, pixels. */
  readonly offset: number;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onToggle: (id: number) => void;
  readonly onOpen: (id: number) => void;
}

/** One upload in the grid. The grid itself has the keyboard; the mouse selects by the box and opens by the row. */
export function UploadRow({
  upload,
  index,
  offset,
  isCurrent,
  isSelected,
  onToggle,
  onOpen,
}: UploadRowProps) {
  const { t, format } = useI18n();
  const reasons = useReasons();
  const place = { transform: `translateY(${offset}px)` };
  if (!upload) {
    return (
      <div className={classes.row} role="row" aria-rowindex={index + 1} style={place}>
        <span role="gridcell" className="quiet">
          {t('common.loading')}
        </span>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the grid does the same.
    <div
      id={`upload-${upload.id}`}
      className={classes.row}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      data-current={isCurrent || undefined}
      style={place}
      onClick={() => onOpen(upload.id)}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Space on the grid does the same. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus. */}
      <span role="gridcell" onClick={(event) => event.stopPropagation()}>
        <Checkbox
          aria-label={t('uploads.select', { name: upload.fileName })}
          tabIndex={-1}
          checked={isSelected}
          onChange={() => onToggle(upload.id)}
        />
      </span>
      <span role="gridcell" className={classes.path}>
        <PathText path={upload.path} />
      </span>
      <span role="gridcell">{format.size(upload.size)}</span>
      <span role="gridcell" className={classes.state}>
        <StateBadge state={upload.state} paused={upload.paused} />
        {upload.code !== null && <span className={classes.reason}>{reasons.of(upload.code).happened}</span>}
      </span>
      <time role="gridcell" title={format.exactTime(upload.createdAt)}>
        {format.dateTime(upload.createdAt)}
      </time>
    </div>
  );
}
