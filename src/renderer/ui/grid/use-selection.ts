import { useEffect, useState } from 'react';
import { useHistoryMemory } from '../../lib/history-memory.tsx';
import { useRoute } from '../../lib/route.ts';
import { nothing, type Selection } from './selection.ts';

interface Selected<Id> {
  readonly key: string;
  readonly selection: Selection<Id>;
}

/** What is selected in a list, which "back" finds again. Under another key, such as another filter, nothing is. */
export function useSelection<Id>(grid: string, key: string) {
  const { recall, keep } = useHistoryMemory<Selected<Id>>(`${grid} selection`);
  const [selected, setSelected] = useState<Selected<Id>>(() => recall() ?? { key, selection: nothing });
  const route = useRoute();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the history keeps what was selected at it.
  useEffect(() => keep(selected), [selected, route]);
  return {
    // What was selected under another key is not what the person sees now.
    selection: selected.key === key ? selected.selection : nothing,
    select: (selection: Selection<Id>) => setSelected({ key, selection }),
  };
}
