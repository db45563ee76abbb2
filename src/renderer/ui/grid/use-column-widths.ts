import { useState } from 'react';
import { useAction, useCall } from '../../lib/queries.ts';
import type { ColumnWidths } from './columns.ts';

const none: ColumnWidths = {};

/** The widths that a person gave the columns of a grid, remembered in the settings. */
export function useColumnWidths(grid: string) {
  const settings = useCall('settings.get', {});
  const update = useAction('settings.update');
  const all = settings.data?.settings.preferences.columnWidths;
  /** Shown at once; the settings follow. */
  const [own, setOwn] = useState<ColumnWidths | null>(null);
  const widths = own ?? all?.[grid] ?? none;
  return {
    widths,
    /** Shows a width; undefined is the usual one again. `isFinal` also remembers it. */
    resize(column: string, width: number | undefined, isFinal: boolean): void {
      const { [column]: _old, ...others } = widths;
      const next = width === undefined ? others : { ...others, [column]: Math.round(width) };
      setOwn(next);
      if (isFinal) update.mutate({ preferences: { columnWidths: { ...all, [grid]: next } } });
    },
  };
}
