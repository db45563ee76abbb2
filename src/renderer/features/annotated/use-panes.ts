import { useLocalStorage } from '@mantine/hooks';

export type PaneName = 'text' | 'original' | 'analytics' | 'tree';
export const paneNames: readonly PaneName[] = ['text', 'original', 'analytics', 'tree'];

export interface Panes {
  /** Shares of the width; they need not add up. */
  readonly widths: Readonly<Record<PaneName, number>>;
  readonly hidden: readonly PaneName[];
}

/** Made for who reads; the JSON and the original are one key away. */
const usual: Panes = {
  widths: { text: 56, original: 56, analytics: 34, tree: 34 },
  hidden: ['original', 'tree'],
};
/** Per cent of the width a pane keeps at least. */
export const narrowest = 14;

/** How a person arranged the panes, remembered on this machine. */
export function usePanes() {
  const [panes, setPanes] = useLocalStorage<Panes>({
    key: 'sluice-annotated-panes',
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize: (text) => read(text),
  });
  return {
    panes,
    /** One of those there are stays in any case. */
    toggle(name: PaneName, there: readonly PaneName[]): void {
      const hidden = panes.hidden.includes(name)
        ? panes.hidden.filter((one) => one !== name)
        : [...panes.hidden, name];
      if (there.some((one) => !hidden.includes(one))) setPanes({ ...panes, hidden });
    },
    /** Moves the line between two panes by so many per cent. */
    resize(left: PaneName, right: PaneName, by: number): void {
      const { widths } = panes;
      const room = widths[left] + widths[right] - 2 * narrowest;
      const wider = Math.max(0, Math.min(room, widths[left] - narrowest + by));
      setPanes({
        ...panes,
        widths: { ...widths, [left]: narrowest + wider, [right]: narrowest + room - wider },
      });
    },
  };
}

function read(text: string | undefined): Panes {
  try {
    const value = JSON.parse(text ?? '') as Partial<Panes>;
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
    return { widths, hidden: hidden.length < paneNames.length ? hidden : [] };
  } catch {
    return usual;
  }
}
