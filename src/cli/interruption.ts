import type { EventEmitter } from 'node:events';

/** Exit code of a program ended by SIGINT, by the custom of shells (128 + 2). */
const interruptedTwice = 130;

/** Aborts at the first SIGINT or SIGTERM, so that work ends cleanly; the second ends the process at once. */
export function interruption(target: EventEmitter & { exit(code: number): void }): AbortSignal {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) target.exit(interruptedTwice);
    controller.abort(new Error('interrupted'));
  };
  target.on('SIGINT', onSignal);
  target.on('SIGTERM', onSignal);
  return controller.signal;
}
