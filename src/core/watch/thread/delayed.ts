import type { Clock } from '../../ports/clock.ts';

/** Things to be done a while from now; the same thing added again waits on. */
export interface Delayed<T> {
  add(key: string, value: T): void;
  readonly busy: boolean;
  stop(): void;
}

/** `delay` in milliseconds. Runs of `handle` never overlap. */
export function createDelayed<T>(
  { clock }: { readonly clock: Clock },
  delay: number | (() => number),
  handle: (values: T[]) => Promise<void>,
  failed: (error: unknown) => void,
): Delayed<T> {
  const waiting = new Map<string, { value: T; at: number }>();
  let cancel: (() => void) | undefined;
  let working = false;
  let stopped = false;
  const length = () => (typeof delay === 'number' ? delay : delay());

  function arm(milliseconds: number): void {
    if (stopped || working || cancel || waiting.size === 0) return;
    cancel = clock.setTimer(Math.max(0, milliseconds), () => {
      cancel = undefined;
      void work();
    });
  }

  async function work(): Promise<void> {
    working = true;
    const due: T[] = [];
    const now = clock.monotonic();
    for (const [key, { value, at }] of waiting) {
      if (at > now) continue;
      due.push(value);
      waiting.delete(key);
    }
    try {
      await handle(due);
    } catch (error) {
      failed(error);
    }
    working = false;
    let next = Number.POSITIVE_INFINITY;
    for (const { at } of waiting.values()) next = Math.min(next, at);
    arm(next - clock.monotonic());
  }

  return {
    add(key, value) {
      if (stopped) return;
      if (!waiting.has(key)) waiting.set(key, { value, at: clock.monotonic() + length() });
      arm(length());
    },
    get busy() {
      return working || waiting.size > 0;
    },
    stop() {
      stopped = true;
      cancel?.();
      waiting.clear();
    },
  };
}
