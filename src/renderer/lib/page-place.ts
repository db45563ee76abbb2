import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { currentStep, useHistoryMemory } from './history-memory.tsx';
import { useRoute } from './route.ts';

/** Under which a page keeps its place. */
export const pagePlaceName = 'page place';

export interface PagePlaceKept {
  /** Of the page: a step that was put in the place of another page begins anew. */
  readonly page: string;
  /** Pixels. */
  readonly top: number;
  readonly focus: Named | undefined;
  /** The focus is elsewhere than it was left: what has it is brought into sight. */
  readonly wasMoved?: boolean;
}

/** An element as a person knows it, so that it is found again on a page that was drawn anew. */
interface Named {
  readonly words: string;
  /** Among those of the same words. */
  readonly index: number;
}

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';
const lists = '[role="grid"], [role="treegrid"], [role="tree"]';
const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** What is written into a field is no name of it. */
const textOf = (element: Element) => (element.tagName === 'TEXTAREA' ? '' : element.textContent.trim());
const wordsOf = (element: Element) =>
  [
    element.tagName,
    element.getAttribute('href') ?? element.getAttribute('aria-label') ?? textOf(element),
  ].join(' ');

/** How the first link to an address is known. */
export const linkTo = (address: string): Named => ({ words: `A ${address}`, index: 0 });

const alike = (main: Element, words: string) =>
  [...main.querySelectorAll<HTMLElement>(focusable)].filter((element) => wordsOf(element) === words);

function nameOf(main: Element, element: HTMLElement): Named {
  const words = wordsOf(element);
  return { words, index: alike(main, words).indexOf(element) };
}

/**
 * How far the page is scrolled and what on it has the focus: "back" finds both again (R9), as soon as they
 * are drawn and unless the person does something else meanwhile. Another page begins at its top. What closes
 * over a page gives the focus back to it.
 *
 * A part of its own, so that the frame is not drawn anew with each address. It stands behind the frame.
 */
export function PagePlace({ frame }: { readonly frame: RefObject<HTMLElement | null> }) {
  const { recall, keep } = useHistoryMemory<PagePlaceKept>(pagePlaceName);
  const route = useRoute();
  const page = route.path.join('/');
  const shown = useRef<{ step: string; place: PagePlaceKept }>(undefined);
  const end = useRef<() => void>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each address, also of the same page.
  useLayoutEffect(() => {
    const main = frame.current;
    if (!main) return;
    const before = shown.current;
    const step = currentStep();
    const kept = recall();
    const isSamePage = before?.place.page === page;
    const anew = { page, top: 0, focus: undefined };
    // A step on the same page, such as what opens over it, begins where the page is.
    const place = kept?.page === page ? kept : isSamePage ? before.place : anew;
    shown.current = { step, place };
    keep(place);
    end.current?.();
    if (before?.step !== step && kept !== undefined) main.scrollTop = place.top;
    else if (!isSamePage) main.scrollTop = 0;
    end.current = comeBack(main, before?.step === step ? { ...place, top: main.scrollTop } : place);
  }, [route, frame, page, recall, keep]);
  useEffect(() => () => end.current?.(), []);

  useEffect(() => {
    const main = frame.current;
    if (!main) return;
    const note = (focus?: Named) => {
      // Between going elsewhere and drawing it, what happens is of no page.
      if (shown.current?.step !== currentStep()) return;
      const place = { page, top: main.scrollTop, focus: focus ?? shown.current.place.focus };
      shown.current = { ...shown.current, place };
      keep(place);
    };
    const onScroll = () => note();
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === main) return;
      note(nameOf(main, target.closest<HTMLElement>(lists) ?? target));
    };
    main.addEventListener('scroll', onScroll, { passive: true });
    main.addEventListener('focusin', onFocus);
    return () => {
      main.removeEventListener('scroll', onScroll);
      main.removeEventListener('focusin', onFocus);
    };
  }, [frame, page, keep]);
  return null;
}

/** Tries with each change of the page until both are found; ends when the person acts, or when it is told. */
function comeBack(main: HTMLElement, { top, focus, wasMoved = false }: PagePlaceKept): () => void {
  let isThere = wasMoved;
  /** A field that takes the focus whenever its page is opened gives it to what had it. */
  const isUsual = (element: Element) =>
    focus !== undefined && element.matches('[data-autofocus]') && wordsOf(element) !== focus.words;
  const look = () => {
    if (!isThere) main.scrollTop = top;
    isThere ||= Math.abs(main.scrollTop - top) <= 1;
    const element = focus && alike(main, focus.words)[focus.index];
    const now = document.activeElement ?? document.body;
    if (now === document.body || isUsual(now)) element?.focus({ preventScroll: !wasMoved });
    const has = document.activeElement ?? document.body;
    if (isThere && (focus === undefined || (main.contains(has) && !isUsual(has)))) end();
  };
  const changes = new MutationObserver(look);
  const end = () => {
    changes.disconnect();
    for (const act of acts) removeEventListener(act, end, true);
  };
  for (const act of acts) addEventListener(act, end, true);
  // A dialog that closes is outside of the page, and has the focus until then.
  changes.observe(document.body, { childList: true, subtree: true });
  look();
  return end;
}
