import type { Clock } from '#core/ports/clock.ts';
import type { Governor } from '../../service/governor-port.ts';

export interface OutageTime {
  /** Milliseconds that background work has waited for the service, by the code of the reason. */
  byCode(): Record<string, number>;
  stop(): void;
}

/** Counts how long a governor has been open since this call. */
export function followOutages(governor: Pick<Governor, 'reason' | 'onChange'>, clock: Clock): OutageTime {
  const sums = new Map<string, number>();
  let code = governor.reason()?.code;
  let since = clock.monotonic();
  const roll = () => {
    const now = clock.monotonic();
    if (code !== undefined) sums.set(code, (sums.get(code) ?? 0) + now - since);
    since = now;
    code = governor.reason()?.code;
  };
  const stop = governor.onChange(roll);
  return {
    byCode() {
      roll();
      return Object.fromEntries(sums);
    },
    stop,
  };
}
