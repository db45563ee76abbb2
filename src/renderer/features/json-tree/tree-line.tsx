// biome-ignore-all lint/a11y/useSemanticElements: no element is a tree.
// biome-ignore-all lint/a11y/useFocusableInteractive: the tree has the focus and names its active line.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the tree takes the keys.

import { memo } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { Marked } from './marked.tsx';
import classes from './json-tree.module.css';
import type { TreeRow } from './tree-model.ts';

export interface TreeLineProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly top: number;
  readonly isCursor: boolean;
  readonly isSelected: boolean;
  /** A text that was searched for, shown where it stands. */
  readonly needle: string;
  readonly onToggle: (row: TreeRow) => void;
  readonly onChoose: (row: TreeRow) => void;
}

/** Deeper lines are indented no further: what they say must stay in sight. */
const mostIndent = 40;

/** One line of the tree: arrow, key, value. */
export const TreeLine = memo(function TreeLine(props: TreeLineProps) {
  const { id, row, top, isCursor, isSelected, needle, onToggle, onChoose } = props;
  const { t, format } = useI18n();
  const { kind, depth } = row;
  const isBranch = kind === 'object' || kind === 'array';
  const name = row.key ?? (depth === 0 ? '$' : String(row.ordinal));
  return (
    <div
      id={id}
      role="treeitem"
      className={classes.line}
      style={{ top, paddingLeft: 6 + Math.min(depth, mostIndent) * 14 }}
      aria-level={depth + 1}
      aria-setsize={row.siblings}
      aria-posinset={row.ordinal + 1}
      aria-expanded={isBranch ? row.isExpanded : undefined}
      aria-selected={isSelected}
      data-cursor={isCursor || undefined}
      data-hit={row.isHit || undefined}
      onClick={() => onChoose(row)}
      onDoubleClick={() => isBranch && onToggle(row)}
    >
      <span
        className={classes.arrow}
        aria-hidden
        data-open={row.isExpanded || undefined}
        onClick={(event) => {
          event.stopPropagation();
          if (isBranch) onToggle(row);
        }}
      >
        {isBranch ? '▸' : ''}
      </span>
      {depth > mostIndent && <span className={classes.depth}>{format.number(depth)}</span>}
      <span className={row.key === null ? classes.index : classes.key}>
        <Marked text={name} needle={row.key === null ? '' : needle} />
      </span>
      <span className={classes.colon}>{': '}</span>
      {isBranch ? (
        <span className={classes.summary}>
          {kind === 'object' ? '{' : '['}
          {t(kind === 'object' ? 'tree.members' : 'tree.items', { count: row.count })}
          {kind === 'object' ? '}' : ']'}
        </span>
      ) : (
        <span className={classes.value} data-kind={kind}>
          {kind === 'string' ? '“' : ''}
          <Marked text={row.text} needle={needle} />
          {row.isCut ? '…' : ''}
          {kind === 'string' ? '”' : ''}
          {row.isCut && <span className={classes.size}> {format.size(row.bytes)}</span>}
        </span>
      )}
    </div>
  );
});
