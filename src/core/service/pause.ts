import type { Clock } from '#core/ports/clock.ts';

/**
 * A pause that a host asked for (U5). Requests wait for its end; if it is long, single requests probe it.
 * Times are monotonic ms.
 */
export interface Pause {
  /** Begins or extends the pause from now on; never shortens it. Returns how long it lasts, ms. */
  ask(milliseconds: number): number;
  isOn(): boolean;
  /** When the next request may go: `now` if it need not wait, undefined while a request probes. */
  goesAt(now: number): number | undefined;
  /** Registers a request that goes now. The caller must end the returned object exactly once. */
  go(): PausedRequest;
  /** Makes the next request the probe. */
  probeNow(): void;
  /** Wall ms; undefined while there is no pause. */
  facts(): { readonly since: number; readonly until: number } | undefined;
}

/**
 * A request that was sent. Only a probe ends a pause: a user's request passes the pause too, and its answer
 * must not cut short a pause that was meant for other requests.
 */
export interface PausedRequest {
  /** The host answered without asking for a pause. */
  answered(): void;
  /** The request got no answer. */
  lost(): void;
  /** The request was not sent, or its answer was passed to `ask`. */
  unused(): void;
}

/** A pause that background work waits for now. Times are wall ms. */
export interface Hold {
  /**
   * Who asked for the pause: the API, a storage host, or the team's database. The database passes on pauses
   * of other machines, and pauses everyone itself after a restore.
   */
  readonly by: 'service' | 'storage' | 'team';
  /** The storage host. */
  readonly host?: string | undefined;
  readonly since: number;
  readonly until: number;
}

/** A pause is probed after this, however long the host asks for, ms. */
export const probeEveryMs = 10 * 60_000;
/** Wait after a probe without an answer, ms. */
const afterLostMs = 30_000;

const nothing = () => undefined;
const noProbe: PausedRequest = { answered: nothing, lost: nothing, unused: nothing };

/** @param onChange called when a pause begins, or a probe ends it */
export function createPause(clock: Clock, onChange: () => void = () => undefined): Pause {
  /** Distinguishes this pause from the next. */
  let number = 0;
  let since = 0;
  let until = Number.NEGATIVE_INFINITY;
  let probeAt = Number.NEGATIVE_INFINITY;
  let probing = false;
  const isOn = () => until > clock.monotonic();

  return {
    isOn,
    ask(milliseconds) {
      const now = clock.monotonic();
      const isNew = !isOn();
      if (isNew) {
        number += 1;
        since = clock.now();
        probing = false;
      }
      // Exactly the requested time: `now + wait - now` differs from it by a rounding error.
      const length = Math.max(isNew ? 0 : until - now, milliseconds);
      until = now + length;
      probeAt = Math.min(until, now + probeEveryMs);
      if (isNew && length > 0) onChange();
      return length;
    },
    goesAt(now) {
      if (until <= now) return now;
      return probing ? undefined : Math.max(probeAt, now);
    },
    go() {
      const now = clock.monotonic();
      if (until <= now || probing || probeAt > now) return noProbe;
      const own = number;
      probing = true;
      const end = (then: () => void) => {
        if (own !== number || !isOn()) return;
        probing = false;
        then();
      };
      return {
        answered: () =>
          end(() => {
            until = Number.NEGATIVE_INFINITY;
            onChange();
          }),
        lost: () =>
          end(() => {
            probeAt = Math.min(until, clock.monotonic() + afterLostMs);
          }),
        unused: () => end(() => undefined),
      };
    },
    probeNow() {
      probeAt = Number.NEGATIVE_INFINITY;
    },
    facts: () => (isOn() ? { since, until: clock.now() + until - clock.monotonic() } : undefined),
  };
}
