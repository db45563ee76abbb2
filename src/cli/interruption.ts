import type { EventEmitter } from 'node:events';

/** Exit code of a program ended by SIGINT, by the custom of shells (128 + 2). */
const interruptedTwice = 130;

/** SIGHUP too: a closed terminal ends what runs in it, and that shall be as clean. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interruption {
  /** Aborted by the first signal, so that work ends cleanly; the second ends the process at once. */
  readonly signal: AbortSignal;
  /**
   * From now on SIGHUP asks to read a configuration anew, as daemons have it, unless the terminal is gone;
   * returns the way back.
   */
  readonly onHangup: (reload: () => void) => () => void;
}

/** @param isTerminalGone whether the program was started in a terminal that is closed by now */
export function interruption(
  target: EventEmitter & { exit(code: number): void },
  isTerminalGone: () => boolean = () => false,
): Interruption {
  const controller = new AbortController();
  let reload: (() => void) | undefined;
  const onSignal = () => {
    if (controller.signal.aborted) target.exit(interruptedTwice);
    controller.abort(new Error('interrupted'));
  };
  for (const signal of signals)
    target.on(signal, () => {
      if (signal === 'SIGHUP' && reload !== undefined && !isTerminalGone()) reload();
      else onSignal();
    });
  return {
    signal: controller.signal,
    onHangup(listener) {
      reload = listener;
      return () => {
        reload = undefined;
      };
    },
  };
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
