import { useRemembered } from '../../lib/history-memory.tsx';
import { nothing, type Selection } from './selection.ts';

interface Selected<Id> {
  readonly key: string;
  readonly selection: Selection<Id>;
}

/**
 * What is selected in a list, which "back" finds again. Under another key, such as another filter, nothing
 * is.
 */
export function useSelection<Id>(grid: string, key: string) {
  const [selected, setSelected] = useRemembered<Selected<Id>>(`${grid} selection`, {
    key,
    selection: nothing,
  });
  return {
    // What was selected under another key is not what the person sees now.
    selection: selected.key === key ? selected.selection : nothing,
    select: (selection: Selection<Id>) => setSelected({ key, selection }),
  };
}
