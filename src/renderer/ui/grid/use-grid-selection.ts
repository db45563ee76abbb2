import { useRef } from 'react';
import { notifyFailure } from '../notify.tsx';
import { nothing, type Selection, toggled, withAdded } from './selection.ts';

export interface SelectionProps<Id> {
  readonly selection: Selection<Id>;
  readonly onSelect: (selection: Selection<Id>) => void;
}

/**
 * What keys and clicks make of a selection. A range that is extended with Shift goes from its anchor to where
 * one is, added to what was selected when the anchor was set; its rows may be out of sight and are asked for.
 */
export function useGridSelection<Id>(
  { selection, onSelect }: SelectionProps<Id>,
  idsBetween: (a: number, b: number) => Promise<Id[]>,
) {
  const anchor = useRef(0);
  const base = useRef<Selection<Id>>(selection);
  /** What this set last: anything else was set elsewhere, and counts as the new base. */
  const own = useRef<Selection<Id>>(selection);
  const turn = useRef(0);
  const latest = useRef({ selection, onSelect });
  latest.current = { selection, onSelect };

  const set = (next: Selection<Id>) => {
    own.current = next;
    latest.current.onSelect(next);
  };
  return {
    /** A range would begin here. */
    start(index: number): void {
      anchor.current = index;
      base.current = latest.current.selection;
      turn.current++;
    },
    toggle(index: number, id: Id): void {
      const next = toggled(latest.current.selection, id);
      anchor.current = index;
      base.current = next;
      turn.current++;
      set(next);
    },
    extendTo(index: number): void {
      if (latest.current.selection !== own.current) base.current = latest.current.selection;
      const now = ++turn.current;
      idsBetween(anchor.current, index).then((ids) => {
        // A later key has asked for another range.
        if (turn.current === now) set(withAdded(base.current, ids));
      }, notifyFailure);
    },
    all(isAll: boolean): void {
      turn.current++;
      base.current = isAll ? { kind: 'all' } : nothing;
      set(base.current);
    },
  };
}
