import type { KeyboardEvent } from 'react';

interface GridKeys {
  /** The line a person is at, and how many there are. */
  readonly active: number;
  readonly count: number;
  /** Lines in sight. */
  readonly page: number;
  readonly move: (line: number, extend: boolean) => void;
  readonly open: () => void;
  /** Takes the line in or out; undefined where nothing is selected. */
  readonly toggle: ((extend: boolean) => void) | undefined;
  readonly selectAll: (isAll: boolean) => void;
  /** Opens (true) or closes (false) the line; undefined where it cannot be. */
  readonly expand: ((isOpen: boolean) => void) | undefined;
}

/** The keys of every grid. What has the focus inside it has keys of its own. */
export function onGridKey(event: KeyboardEvent, keys: GridKeys): void {
  const { active, count, page, toggle } = keys;
  const isWithControl = event.ctrlKey || event.metaKey;
  if (event.target !== event.currentTarget || event.altKey) return;
  if (isWithControl && (event.key !== 'a' || toggle === undefined)) return;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const target = steps[event.key];
  if (target !== undefined) keys.move(Math.max(0, Math.min(count - 1, target)), event.shiftKey);
  else if (event.key === ' ' && toggle !== undefined) toggle(event.shiftKey);
  else if (event.key === 'Enter' || event.key === ' ') keys.open();
  else if (event.key === 'ArrowRight' && keys.expand) keys.expand(true);
  else if (event.key === 'ArrowLeft' && keys.expand) keys.expand(false);
  else if (event.key === 'Escape' && toggle !== undefined) keys.selectAll(false);
  else if (event.key === 'a' && isWithControl) keys.selectAll(true);
  else return;
  event.preventDefault();
}
