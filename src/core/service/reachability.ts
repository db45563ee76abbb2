import type { Clock } from '#core/ports/clock.ts';
import { type Cause, connectEveryMs, longestConnectMs } from './governor-policy.ts';

/** Whether the service answers, since when, and how often a connection is tried while there is none. */
export interface Reachability {
  /** Wall times, ms: its last answer, and the first since it last could not be reached. */
  facts(): { readonly lastSuccessAt: number | null; readonly reachableSince: number | null };
  answered(): void;
  /** It met what keeps it from working. */
  failed(cause: Cause): void;
  /** Who knows whether something is to be sent; until somebody does, something always is. */
  heedQueue(hasQueued: () => boolean): void;
  /** The next connection is tried whatever waits for it. */
  forget(): void;
  /**
   * True while something waits for a connection, where the network changed, and else ever more rarely:
   * looking at this machine costs less than waking its network.
   */
  isWorthATry(): boolean;
  /** When that is due where nothing waits, monotonic ms. */
  triesAt(): number;
}

export interface ReachabilityOptions {
  readonly clock: Clock;
  /** What tells one state of this machine's network from another. */
  readonly network: () => string;
  /** Whether somebody waits for an answer now. */
  readonly isAwaited: () => boolean;
}

export function createReachability({ clock, network, isAwaited }: ReachabilityOptions): Reachability {
  let lastSuccessAt: number | null = null;
  let reachableSince: number | null = null;
  let hasQueued = () => true;
  let triesAt = Number.NEGATIVE_INFINITY;
  let triedOver = '';
  let tries = 0;
  const isWanted = () => isAwaited() || hasQueued();
  const note = (here: string) => {
    triesAt = clock.monotonic() + Math.min(longestConnectMs, connectEveryMs * 2 ** tries);
    triedOver = here;
    tries += 1;
  };
  return {
    facts: () => ({ lastSuccessAt, reachableSince }),
    answered() {
      lastSuccessAt = clock.now();
      reachableSince ??= lastSuccessAt;
      tries = 0;
    },
    failed(cause) {
      if (cause !== 'offline' && cause !== 'service') return;
      reachableSince = null;
      if (cause === 'offline' && tries === 0) note(network());
    },
    heedQueue(look) {
      hasQueued = look;
    },
    forget() {
      triesAt = Number.NEGATIVE_INFINITY;
      tries = 0;
    },
    isWorthATry() {
      const here = network();
      const isNew = isWanted() || here !== triedOver;
      if (!isNew && clock.monotonic() < triesAt) return false;
      if (isNew) tries = 0;
      note(here);
      return true;
    },
    triesAt: () => (isWanted() ? Number.NEGATIVE_INFINITY : triesAt),
  };
}
