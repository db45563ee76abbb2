import { type RefObject, useEffect } from 'react';
import { isFindKey } from '../lib/find-key.ts';

/** Ctrl+F and `/` lead to the search of a page that has one; pages may have taken the key themselves. */
export function useFindKey(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isFindKey(event)) return;
      const fields = main.current?.querySelectorAll<HTMLInputElement>('input[type="search"]') ?? [];
      const field = [...fields].find((one) => one.checkVisibility());
      // Pressed once more, it is the browser's.
      if (!field || field === document.activeElement) return;
      field.select();
      field.focus();
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [main]);
}
