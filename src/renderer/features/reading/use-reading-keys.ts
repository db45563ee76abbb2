import { useCallbackRef } from '@mantine/hooks';
import { useEffect } from 'react';
import { isKeyOfPage } from '../../lib/find-key.ts';
import type { Reading } from './use-reading.ts';

/**
 * `]` and Shift+J lead to the next document of the list, `[` and Shift+K to the one before, Escape to the
 * list. The letters are for keyboards whose brackets take three fingers.
 */
export function useReadingKeys(reading: Reading | null): void {
  const onKey = useCallbackRef((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (reading === null || !isKeyOfPage(event)) return;
    const isComposed = event.getModifierState('AltGraph');
    if (metaKey || (!isComposed && (ctrlKey || altKey))) return;
    if (key === ']' || key === 'J') reading.step('next');
    else if (key === '[' || key === 'K') reading.step('previous');
    else if (key === 'Escape' && document.getSelection()?.isCollapsed !== false) reading.leave();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onKey]);
}
