import type { KeyboardEvent } from 'react';

/** Keys of the text that also work where the original has the focus. Find is a key of the whole page. */
const ofText = new Set(['n', 'p', 'Escape']);

/** Gives keys that were pressed in one pane to the text beside it. */
export function passKeys(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isTyped = target instanceof HTMLInputElement;
  if (ctrlKey || metaKey || altKey || isTyped || !ofText.has(key)) return;
  const text = document.querySelector('[data-pane="text"] section');
  const copy = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  if (text !== null && !text.dispatchEvent(copy)) event.preventDefault();
}
