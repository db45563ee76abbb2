import { IconCopy } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { copyRich } from '../../../../lib/copy-rich.ts';
import { useI18n } from '../../../../lib/i18n/i18n-context.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { type TableCell, type TableRow, tableRows } from '../../model/table/table-rows.ts';
import { gridRows } from '../../model/table/grid-rows.ts';
import type { TableGrid } from '../../model/table/table-grid.ts';
import type { TableShape } from '../../model/table/table-shape.ts';
import { tableAsHtml, tableAsText } from './copied-table.ts';
import classes from './text-table.module.css';

interface TextTableProps {
  readonly text: string;
  readonly shape: TableGrid | TableShape;
  /** False where the text is folded. */
  readonly isWhole: boolean;
  readonly label: string;
}

/**
 * A table whose columns are certain. Its text is all in the page, also what parts its cells, so that places
 * are counted in it as in any other block.
 */
export const TextTable = memo(function TextTable({ text, shape, isWhole, label }: TextTableProps) {
  const { t } = useI18n();
  const rows = useMemo(
    () => ('rows' in shape ? gridRows(text, shape) : tableRows(text, shape, isWhole)),
    [text, shape, isWhole],
  );
  const draw = (row: TableRow) => <Row key={row.start} row={row} uncertain={t('text.uncertain')} />;
  const copy = () => {
    const isDone = copyRich({ html: tableAsHtml(rows), text: tableAsText(rows) });
    if (isDone) notify(t('text.tableCopied'));
  };
  const captions = rows.filter(({ kind }) => kind === 'caption');
  const isFirst = rows[0]?.kind === 'caption';
  const caption = captions.length > 0 && (
    <caption>
      {captions.map((row) => (
        <div key={row.start}>
          {row.cells.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name, and never move.
            <Words key={index} cell={cell} />
          ))}
        </div>
      ))}
    </caption>
  );
  const head = rows.filter(({ isHead, kind }) => isHead && kind !== 'caption');
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it. */}
      {/* biome-ignore lint/a11y/useSemanticElements: no set of fields. */}
      <div className={classes.wide} data-wide role="group" tabIndex={0} aria-label={label}>
        <table className={classes.table} data-text data-original={'rows' in shape || undefined}>
          {isFirst && caption}
          {head.length > 0 && <thead>{head.map(draw)}</thead>}
          {/* In the order of the text; it is drawn above all the same. */}
          {!isFirst && caption}
          <tbody>{rows.filter(({ isHead }) => !isHead).map(draw)}</tbody>
        </table>
      </div>
      <button
        type="button"
        className={classes.copy}
        aria-label={t('text.copyTable')}
        title={t('text.copyTable')}
        onClick={copy}
      >
        <IconCopy size={14} aria-hidden />
      </button>
    </div>
  );
});

function Row({ row, uncertain }: { readonly row: TableRow; readonly uncertain: string }) {
  return (
    <tr data-row={row.kind}>
      {row.cells.map((cell, index) => {
        const isUncertain = row.kind === 'extracted' && cell.columns > 1;
        const isHeading = row.kind === 'heading' || cell.isHeading === true;
        const Cell = isHeading && cell.pieces.length > 0 ? 'th' : 'td';
        const scope = row.isHead ? (cell.columns > 1 ? 'colgroup' : 'col') : 'row';
        return (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name, and never move.
            key={index}
            scope={Cell === 'th' ? scope : undefined}
            colSpan={cell.columns > 1 ? cell.columns : undefined}
            rowSpan={cell.rows > 1 ? cell.rows : undefined}
            data-across={(row.isHead && cell.columns > 1) || undefined}
            data-figure={cell.isFigure || undefined}
            data-long={isLong(cell) || undefined}
            title={isUncertain ? uncertain : undefined}
          >
            <Words cell={cell} />
          </Cell>
        );
      })}
    </tr>
  );
}

/** Characters of a cell that is read as a sentence is: squeezed by the others it would be many lines high. */
const fewestLong = 60;

function isLong({ pieces, columns }: TableCell): boolean {
  const length = pieces.reduce((sum, { text, isHidden }) => sum + (isHidden ? 0 : text.length), 0);
  return columns <= 1 && length >= fewestLong;
}

function Words({ cell: { pieces } }: { readonly cell: TableCell }) {
  return pieces.map(({ text, isHidden }, index) =>
    isHidden ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and never move.
      <span key={index} className={classes.parting} data-parting>
        {text}
      </span>
    ) : (
      text
    ),
  );
}
