import { useCallbackRef } from '@mantine/hooks';
import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { isFindKey } from '../../lib/find-key.ts';
import type { PaneName } from './pane-names.ts';

/** Find in the text from anywhere on the page, also where the text is behind another pane. */
export function useFindKey(
  frame: RefObject<HTMLElement | null>,
  bring: (name: PaneName) => void,
  isOn: boolean,
): void {
  const onKey = useCallbackRef((event: KeyboardEvent) => {
    if (!isOn || !isFindKey(event)) return;
    flushSync(() => bring('text'));
    const field = frame.current?.querySelector<HTMLInputElement>('[data-pane="text"] input');
    // Pressed once more, it is the browser's.
    if (!field || field === document.activeElement) return;
    field.select();
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onKey]);
}
