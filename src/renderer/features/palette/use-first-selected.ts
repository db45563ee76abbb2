import { useEffect } from 'react';

const mark = 'data-selected';

/**
 * Files are found a moment after the letters are there, and stand before what was first until then: Enter
 * opens the first of them, unless the person chose another line meanwhile. The palette's library selects by a
 * mark on the line, which it moves with each letter and with the arrows only.
 *
 * @param ids of the files that stand first
 */
export function useFirstSelected(ids: readonly string[]): void {
  const found = ids.join(' ');
  const count = ids.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other set of files, also of the same length.
  useEffect(() => {
    const lines = [...document.querySelectorAll('.mantine-Spotlight-actionsList [data-action]')];
    const chosen = lines.findIndex((line) => line.hasAttribute(mark));
    if (count === 0 || (chosen !== -1 && chosen !== count)) return;
    lines[chosen]?.removeAttribute(mark);
    lines[0]?.setAttribute(mark, 'true');
  }, [found, count]);
}
