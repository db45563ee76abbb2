import { useEffect, useState } from 'react';
import type { Sheet } from '../text/sheet/sheet.ts';

/** Where the selected words end, in the window, CSS pixels. */
export interface SelectionBox {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where words of the text are selected; null while none are, or a person is still selecting. */
export function useSelectionBox(sheet: Sheet): SelectionBox | null {
  const [box, setBox] = useState<SelectionBox | null>(null);
  useEffect(() => {
    let isDown = false;
    const look = () => {
      if (isDown || sheet.selected() === undefined) return setBox(null);
      const lines = document.getSelection()?.getRangeAt(0).getClientRects() ?? [];
      const last = [...lines].findLast(({ width }) => width > 0);
      setBox(last ? { left: last.right, top: last.top, bottom: last.bottom } : null);
    };
    const onDown = ({ target }: Event) => {
      isDown = !(target instanceof Element) || target.closest('[data-selection-bar]') === null;
    };
    const onUp = () => {
      isDown = false;
      look();
    };
    document.addEventListener('selectionchange', look);
    addEventListener('pointerdown', onDown, true);
    addEventListener('pointerup', onUp, true);
    addEventListener('scroll', look, true);
    return () => {
      document.removeEventListener('selectionchange', look);
      removeEventListener('pointerdown', onDown, true);
      removeEventListener('pointerup', onUp, true);
      removeEventListener('scroll', look, true);
    };
  }, [sheet]);
  return box;
}
