import { useCallbackRef } from '@mantine/hooks';
import { useEffect } from 'react';
import type { Reading } from './use-reading.ts';

const typedInto = 'input, textarea, select, [contenteditable]';
/** What is open over the page has the keys. */
const over = '[role="dialog"], [role="menu"], [role="listbox"]';

/**
 * `]` and Shift+J lead to the next document of the list, `[` and Shift+K to the one before, Escape to the list.
 * The letters are for keyboards whose brackets take three fingers.
 */
export function useReadingKeys(reading: Reading | null): void {
  const onKey = useCallbackRef((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (reading === null || event.defaultPrevented) return;
    const isComposed = event.getModifierState('AltGraph');
    if (metaKey || (!isComposed && (ctrlKey || altKey))) return;
    if (target instanceof Element && target.closest(typedInto)) return;
    if ([...document.querySelectorAll(over)].some((one) => one.checkVisibility())) return;
    if (key === ']' || key === 'J') reading.go(reading.next);
    else if (key === '[' || key === 'K') reading.go(reading.previous);
    else if (key === 'Escape' && document.getSelection()?.isCollapsed !== false) reading.leave();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onKey]);
}
