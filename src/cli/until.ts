import type { Core } from '#core/create-core.ts';

export interface UntilOptions {
  /** Ends the wait; `until` then resolves to undefined. */
  readonly signal: AbortSignal;
  /** Milliseconds between looks where no event comes: another process may do the work. Default 500. */
  readonly every?: number;
}

/**
 * Looks again after every change of uploads or folders, and from time to time, until `look` yields something.
 */
export async function until<T>(
  core: Core,
  look: () => Promise<T | undefined>,
  { signal, every = 500 }: UntilOptions,
): Promise<T | undefined> {
  let wake: () => void = () => undefined;
  const onChange = () => wake();
  const stops = [
    core.on('uploads.changed', onChange),
    core.on('folders.changed', onChange),
    core.on('status.changed', onChange),
  ];
  signal.addEventListener('abort', onChange);
  try {
    while (!signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const found = await look();
      if (found !== undefined) return found;
      const timer = setTimeout(() => wake(), every);
      await changed;
      clearTimeout(timer);
    }
    return undefined;
  } finally {
    for (const stop of stops) stop();
    signal.removeEventListener('abort', onChange);
  }
}
