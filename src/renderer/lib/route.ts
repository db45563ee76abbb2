import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useSyncExternalStore } from 'react';

export interface Route {
  /** Decoded parts of the path: `#/folders/a%2Fb/edit` is `['folders', 'a/b', 'edit']`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** Pages live behind the hash: one file serves them all, from `app://` and from the agent alike. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const parts = path.split('/').filter((part) => part !== '');
  return { path: parts.map(decode), query: new URLSearchParams(query) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page, for `href`; its query is written by `addresses/`. */
export function href(path: readonly string[], query = ''): string {
  return `#/${path.map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`;
}

/** Goes to a page. `replace` stays at the same step of the history: for what is typed into a filter. */
export function goTo(address: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(history.state, '', address);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = address;
}

/** Where a person came from to this step of the history, as `useOrigins` noted it; empty for none. */
export function cameFrom(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'from' in state ? String(state.from) : '';
}

/** Which step of the history this is, counted from where the window was opened. */
export function stepNumber(): number {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'number' in state ? Number(state.number) : 0;
}

/**
 * Goes to a page that a person leaves this one for: back, where it is the page they came from, so that it
 * does not stand in the history twice; else in place of this one.
 */
export function returnTo(address: string): void {
  if (cameFrom() === address) history.back();
  else goTo(address, { replace: true });
}

/** Notes for each new step of the history where it was gone from, and its number. */
export function useOrigins(): void {
  useEffect(() => {
    let last = -1;
    const note = (from: string) => {
      const state: unknown = history.state;
      const known = typeof state === 'object' ? state : null;
      if (!known || !('from' in known)) history.replaceState({ ...known, from, number: last + 1 }, '');
      last = stepNumber();
    };
    const onChange = ({ oldURL }: HashChangeEvent) => note(oldURL === '' ? '' : new URL(oldURL).hash);
    note('');
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
}

let last: { hash: string; route: Route } | undefined;

function look(): Route {
  const { hash } = location;
  if (last?.hash !== hash) last = { hash, route: parseRoute(hash) };
  return last.route;
}

const listeners = new Set<() => void>();

/**
 * The address changes before the browser says so. What is drawn in between is still the old page, and would
 * be drawn with the route of the new one.
 */
function current(): Route {
  return listeners.size > 0 && last ? last.route : look();
}

/** In one event: after each that the browser calls by itself, React would draw what depends on it. */
function tellAll(): void {
  look();
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    look();
    addEventListener('hashchange', tellAll);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('hashchange', tellAll);
  };
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, current);
}

let lastPath: { text: string; path: readonly string[] } = { text: '', path: [] };

function currentPath(): readonly string[] {
  const { path } = current();
  const text = path.map(encodeURIComponent).join('/');
  if (lastPath.text !== text) lastPath = { text, path };
  return lastPath.path;
}

/** Of the route, for what need not be drawn anew where only the query changes, as at a jump in a document. */
export function usePath(): readonly string[] {
  return useSyncExternalStore(subscribe, currentPath);
}

/**
 * Acts when it is drawn first, and after each other address of the same page, for what need not be drawn
 * anew for that: a jump is one, and the panes are drawn anew for its place.
 */
export function useAddressAct(act: (query: URLSearchParams) => void): void {
  const path = usePath();
  const actNow = useCallbackRef(act);
  useEffect(() => {
    const look = () => {
      // What is shown leaves the page in a moment, where another page is meant.
      if (currentPath() === path) actNow(current().query);
    };
    look();
    return subscribe(look);
  }, [path, actNow]);
}
