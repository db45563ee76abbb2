import { useEffect, useRef } from 'react';

/** A row that was chosen, here or elsewhere on the page, and is shown everywhere. */
export interface ChosenRow<Id> {
  readonly id: Id;
  /** Where it stands in the list; -1 while that is not known, or where the list leaves it out. */
  readonly at: number;
  /** Counts up with each choice, so that the same row can be brought into sight again. */
  readonly turn: number;
}

/** Brings what was chosen into sight, once for each time it was. */
export function useChosenRow(chosen: ChosenRow<unknown> | undefined, show: (index: number) => void): void {
  const turn = chosen?.turn ?? -1;
  const at = chosen?.at ?? -1;
  const shown = useRef(-1);
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    if (turn === shown.current || at < 0) return;
    shown.current = turn;
    latest.current(at);
  }, [turn, at]);
}
