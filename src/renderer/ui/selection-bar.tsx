import type { ReactNode } from 'react';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  /** What can be done with the selected rows; null while there are none. */
  readonly actions: ReactNode;
  /** The filters of the list. */
  readonly children: ReactNode;
}

/**
 * Above a list: its filters, and in their place what can be done with the rows that are selected. The place
 * is as high as the higher of both, so that no row moves away under the pointer that selects it.
 */
export function SelectionBar({ actions, children }: SelectionBarProps) {
  const isActing = actions !== null;
  return (
    <div className={classes.place}>
      <div className={classes.filters} inert={isActing} data-hidden={isActing || undefined}>
        {children}
      </div>
      {actions}
    </div>
  );
}
