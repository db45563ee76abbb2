import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useRemembered } from '../../lib/history-memory.tsx';
import { fittingPanes, isOneAtATime } from './fit-panes.ts';
import { type PaneName, paneNames } from './pane-names.ts';

interface KeptPanes {
  /** Shares of the width; they need not add up. */
  readonly widths: Readonly<Record<PaneName, number>>;
  readonly hidden: readonly PaneName[];
  /** The one that was opened last comes first, and stays longest where there is no room for all. */
  readonly recent: readonly PaneName[];
}

/** Made for who reads; the JSON and the original are one key away. */
const usual: KeptPanes = {
  widths: { text: 56, original: 56, analytics: 34, tree: 34 },
  hidden: ['original', 'tree'],
  recent: ['text', 'analytics', 'tree', 'original'],
};
/** Per cent of the width a pane keeps at least. */
export const narrowest = 14;
/** Beside what is read: a place that is chosen from a list is shown by one of the others. */
const asides: readonly PaneName[] = ['analytics', 'tree'];

export type Panes = ReturnType<typeof usePanes>;

/**
 * How a person arranged the panes, remembered on this machine, and which of them are in sight.
 *
 * @param width of the room for all of them, CSS pixels; 0 while it is not known
 * @param there those that the document has
 */
export function usePanes(width: number, there: readonly PaneName[]) {
  const [kept, setKept] = useLocalStorage<KeptPanes>({
    key: 'sluice-annotated-panes',
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize: (text) => read(text),
  });
  /** Where they are shown one at a time. */
  const [front, setFront] = useRemembered<PaneName>('annotated pane', 'text');
  const [lastRead, setLastRead] = useState<PaneName>('text');
  const isSingle = isOneAtATime(width);
  const isWanted = (name: PaneName) => there.includes(name) && !kept.hidden.includes(name);
  const wanted = kept.recent.filter(isWanted);
  const inSight = isSingle ? [front] : fittingPanes(wanted.length > 0 ? wanted : ['text'], width);
  const bring = (name: PaneName): void => {
    setFront(name);
    if (!asides.includes(name)) setLastRead(name);
    if (isSingle || inSight.includes(name)) return;
    const recent = [name, ...kept.recent.filter((one) => one !== name)];
    setKept({ ...kept, recent, hidden: kept.hidden.filter((one) => one !== name) });
  };
  return {
    /** There is room for one only; the others are a tab away. */
    isSingle,
    there,
    inSight,
    widths: kept.widths,
    /** Shows a pane, whatever has to give way. */
    bring,
    /** One of those there are stays in any case. */
    toggle(name: PaneName): void {
      const hidden = [...kept.hidden, name];
      if (!inSight.includes(name)) bring(name);
      else if (isSingle) bring(lastRead);
      else if (there.some((one) => !hidden.includes(one))) setKept({ ...kept, hidden });
    },
    /** A place was chosen: shows a pane that shows it, where only the list is in sight it was chosen from. */
    follow(): void {
      if (isSingle && front === 'analytics') bring(lastRead);
    },
    /** Moves the line between two panes by so many per cent. */
    resize(left: PaneName, right: PaneName, by: number): void {
      const { widths } = kept;
      const room = widths[left] + widths[right] - 2 * narrowest;
      const wider = Math.max(0, Math.min(room, widths[left] - narrowest + by));
      setKept({
        ...kept,
        widths: { ...widths, [left]: narrowest + wider, [right]: narrowest + room - wider },
      });
    },
  };
}

function read(text: string | undefined): KeptPanes {
  try {
    const value = JSON.parse(text ?? '') as Partial<KeptPanes>;
    const widths = { ...usual.widths };
    // What was written before there was such a pane says nothing of it.
    const isOlder = value.widths?.original === undefined;
    for (const name of paneNames) {
      const width = value.widths?.[name];
      if (typeof width === 'number' && width >= narrowest && width <= 100) widths[name] = width;
    }
    const hidden = paneNames.filter((name) =>
      (name === 'original' && isOlder ? usual : value).hidden?.includes(name),
    );
    const recent = (value.recent ?? []).filter((name) => paneNames.includes(name));
    return {
      widths,
      hidden: hidden.length < paneNames.length ? hidden : [],
      recent: [...new Set([...recent, ...usual.recent])],
    };
  } catch {
    return usual;
  }
}
