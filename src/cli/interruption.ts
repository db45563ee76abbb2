import type { EventEmitter } from 'node:events';

/** Exit code of a program ended by SIGINT, by the custom of shells (128 + 2). */
const interruptedTwice = 130;

/** SIGHUP too: a closed terminal ends what runs in it, and that shall be as clean. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Aborts at the first of these signals, so that work ends cleanly; the second ends the process at once. */
export function interruption(target: EventEmitter & { exit(code: number): void }): AbortSignal {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) target.exit(interruptedTwice);
    controller.abort(new Error('interrupted'));
  };
  for (const signal of signals) {
    target.on(signal, onSignal);
  }
  return controller.signal;
}

/** Loads a library that listens for those signals by itself: here the program decides what they end. */
export async function deafToSignals<T>(target: EventEmitter, load: () => Promise<T>): Promise<T> {
  const before = new Set(signals.flatMap((signal) => target.listeners(signal)));
  const loaded = await load();
  for (const signal of signals)
    for (const listener of target.listeners(signal))
      if (!before.has(listener)) target.off(signal, listener as () => void);
  return loaded;
}
