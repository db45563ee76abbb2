import { useHotkeys } from '@mantine/hooks';
import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { paneKeys, type PaneName } from './pane-names.ts';
import type { Panes } from './use-panes.ts';

/** What had the focus in a pane last. */
const lastIn = new WeakMap<Element, HTMLElement>();
/** Else what a person works with in it, the first of these that there is. */
const works = [
  '[role=tree]',
  '[role=grid]',
  'section[tabindex="0"]',
  'iframe',
  '[role=tab][aria-selected=true]',
];

/** The panes by keyboard: their numbers and letters show them, F6 goes from one to the next. */
export function usePaneKeys(frame: RefObject<HTMLElement | null>, panes: Panes, isOn: boolean): void {
  const { isSingle, there, inSight, bring, toggle } = panes;
  const paneOf = (name: PaneName) => frame.current?.querySelector<HTMLElement>(`[data-pane="${name}"]`);
  const enter = (name: PaneName) => {
    const pane = paneOf(name);
    if (!pane) return;
    const last = lastIn.get(pane);
    const all = works.map((one) => pane.querySelector<HTMLElement>(one));
    const element = last?.isConnected ? last : all.find((one) => one !== null);
    (element ?? pane).focus({ preventScroll: true });
  };
  const go = (name: PaneName) => {
    flushSync(() => bring(name));
    enter(name);
  };
  const goOn = (by: 1 | -1) => {
    const all = isSingle ? there : inSight;
    // A pane that is still empty has nothing to give the keyboard to.
    const at = isSingle ? inSight[0] : all.find((name) => paneOf(name)?.contains(document.activeElement));
    const here = at === undefined ? -1 : all.indexOf(at);
    const from = here >= 0 ? here : by === 1 ? -1 : all.length;
    const next = all[(from + by + all.length) % all.length];
    if (next !== undefined) go(next);
  };
  const letters = there.flatMap((name) => {
    const key = paneKeys[name];
    return key === undefined ? [] : ([[key, () => toggle(name)]] as const);
  });
  const numbers = there.map((name, index) => [String(index + 1), () => go(name)] as const);
  useHotkeys(isOn ? [...letters, ...numbers].map(([key, act]) => [key, act]) : []);
  // Also from a field.
  useHotkeys(
    isOn
      ? [
          ['F6', () => goOn(1)],
          ['shift+F6', () => goOn(-1)],
        ]
      : [],
    [],
  );

  useEffect(() => {
    const element = frame.current;
    const onFocus = ({ target }: FocusEvent) => {
      const pane = target instanceof HTMLElement && target.closest('[data-pane]');
      if (pane) lastIn.set(pane, target as HTMLElement);
    };
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [frame]);

  // The keyboard goes along with what is shown, and never stays in what is not.
  const [front] = inSight;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other pane in front.
  useEffect(() => {
    const { activeElement } = document;
    // While it is read, a pane has nothing to give the keyboard to.
    if (!isOn || !isSingle || front === undefined || paneOf(front)?.contains(activeElement)) return;
    if (activeElement === document.body || frame.current?.contains(activeElement)) enter(front);
  }, [isSingle, front, isOn]);
}
