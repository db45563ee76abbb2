import { useCallbackRef } from '@mantine/hooks';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useAddressAct, useOrigins } from './route.ts';

/** Steps of the history whose places are remembered. */
const most = 50;

type Places = Map<string, Map<string, unknown>>;
const Context = createContext<Places>(new Map());

/** Remembers, for each step of the history, where a person was on its page, until the window closes. */
export function HistoryMemory({ children }: { readonly children: ReactNode }) {
  const [places] = useState<Places>(() => new Map());
  useOrigins();
  return <Context value={places}>{children}</Context>;
}

/**
 * A mark on this step of the history: the same one when a person comes back to it, another after going there
 * anew.
 */
export function currentStep(): string {
  const state: unknown = history.state;
  const known = typeof state === 'object' ? state : null;
  if (known && 'step' in known) return String(known.step);
  const step = crypto.randomUUID();
  history.replaceState({ ...known, step }, '');
  return step;
}

/** What is remembered under a name for the step of the history that is shown. */
export function useHistoryMemory<T>(name: string) {
  const places = useContext(Context);
  const recall = useCallback(() => places.get(currentStep())?.get(name) as T | undefined, [places, name]);
  const keep = useCallback(
    (value: T) => {
      const step = currentStep();
      const place = places.get(step) ?? new Map<string, unknown>();
      place.set(name, value);
      // The last one kept is the last one forgotten.
      places.delete(step);
      places.set(step, place);
      for (const old of [...places.keys()].slice(0, Math.max(0, places.size - most))) places.delete(old);
    },
    [places, name],
  );
  return { recall, keep };
}

/** Changes what is remembered under a name for another step of the history. */
export function useAmendedStep<T>() {
  const places = useContext(Context);
  return useCallback(
    (step: string, name: string, change: (value: T | undefined) => T) => {
      const place = places.get(step) ?? new Map<string, unknown>();
      place.set(name, change(place.get(name) as T | undefined));
      places.set(step, place);
    },
    [places],
  );
}

/**
 * A state that "back" finds again as it was left at this step of the history; going there anew begins with
 * `initial`.
 */
export function useRemembered<T>(name: string, initial: T) {
  const { recall, keep } = useHistoryMemory<T>(name);
  const [value, setValue] = useState<T>(() => recall() ?? initial);
  const shown = useRef(currentStep());
  const settle = useCallbackRef(() => {
    const step = currentStep();
    const kept = step === shown.current ? undefined : recall();
    shown.current = step;
    // "Back" on the same page.
    if (kept !== undefined && kept !== value) setValue(kept);
    else keep(value);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each value is kept.
  useEffect(settle, [value]);
  useAddressAct(settle);
  return [value, setValue] as const;
}
