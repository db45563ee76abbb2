// biome-ignore-all lint/a11y/useSemanticElements: the grids it heads draw their rows as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: its button has the focus.

import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import classes from './column-head.module.css';

interface ColumnHeadProps<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly title: string;
  readonly isFigure: boolean;
  readonly sort: { readonly by: string; readonly descending: boolean };
  /** How it is sorted at the first click: figures and dates from their largest on, names from A. */
  readonly isLargestFirst: boolean;
  readonly onSort: (sort: { by: Name; descending: boolean }) => void;
}

/** The head of a column of a grid that sorts by it; once more turns the order around. */
export function ColumnHead<Name extends string>(props: ColumnHeadProps<Name>) {
  const { name, label, title, isFigure, sort, isLargestFirst, onSort } = props;
  const isSorted = sort.by === name;
  const Icon = sort.descending ? IconChevronDown : IconChevronUp;
  return (
    <span
      role="columnheader"
      data-figure={isFigure || undefined}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        title={title}
        onClick={() => onSort({ by: name, descending: isSorted ? !sort.descending : isLargestFirst })}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {label}
        {isSorted && <Icon size={13} aria-hidden />}
      </button>
    </span>
  );
}
