// biome-ignore-all lint/a11y/useSemanticElements: a hundred thousand rows are drawn as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter and Space on the grid do the same.

import { memo } from 'react';
import type { DocumentRow } from '#shared/bridge/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import type { Column } from './columns.ts';
import { DocumentCell } from './document-cell.tsx';
import classes from './documents.module.css';

interface DocumentListRowProps {
  /** Undefined until its page has come. */
  readonly document: DocumentRow | undefined;
  readonly index: number;
  /** Distance from the top of the rows, pixels. */
  readonly offset: number;
  readonly columns: readonly Column[];
  readonly tracks: string;
  readonly source: string;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onToggle: (index: number, extend: boolean) => void;
  readonly onOpen: (index: number) => void;
}

/** One document in the grid. The grid itself has the keyboard; the mouse selects by the box and opens by the row. */
export const DocumentListRow = memo(function DocumentListRow(props: DocumentListRowProps) {
  const { document, index, offset, columns, tracks, source, isCurrent, isSelected, onToggle, onOpen } = props;
  const { t } = useI18n();
  const place = { transform: `translateY(${offset}px)`, gridTemplateColumns: tracks };
  if (!document) {
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
      id={`document-${document.contentId}`}
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
          aria-label={t('documents.select', { name: document.fileName })}
          tabIndex={-1}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => onToggle(index, event.shiftKey)}
        />
      </span>
      {columns.map(({ name, isFigure }) => (
        <span key={name} role="gridcell" className={classes.cell} data-column={name} data-figure={isFigure}>
          <DocumentCell column={name} document={document} source={source} />
        </span>
      ))}
    </div>
  );
});
