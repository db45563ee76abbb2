import type { Clock } from '#core/ports/clock.ts';

/**
 * A pause that a host asked for (U5). Requests wait until it is over; a longer one is probed by one of them.
 * Times are monotonic ms.
 */
export interface Pause {
  /** The host asks for a pause from now on, which never shortens one. Returns how long it lasts now, ms. */
  ask(milliseconds: number): number;
  isOn(): boolean;
  /** When the next request may go: `now` where it need not wait, undefined while one request probes. */
  goesAt(now: number): number | undefined;
  /** A request goes. End what it returns exactly once. */
  go(): PausedRequest;
  /** Probes with the next request. */
  probeNow(): void;
  /** Wall ms; undefined while there is no pause. */
  facts(): { readonly since: number; readonly until: number } | undefined;
}

/**
 * A request that went. Only a probe ends a pause: a person passes one too, and an answer to one kind of
 * request would otherwise cut short what the host asked for about another.
 */
export interface PausedRequest {
  /** The host answered, and asked for no pause. */
  answered(): void;
  /** It was sent and got no answer. */
  lost(): void;
  /** It was not sent, or `ask` has its answer. */
  unused(): void;
}

/** A pause that background work waits for now. Wall ms. */
export interface Hold {
  /**
   * Who asked for it: the API, a storage host, or the database of the team, which passes on what another
   * machine was asked for and waits itself after it was put back.
   */
  readonly by: 'service' | 'storage' | 'team';
  /** The storage host. */
  readonly host?: string | undefined;
  readonly since: number;
  readonly until: number;
}

/** A pause is kept unprobed for this long, however long the host asks for, ms. */
export const probeEveryMs = 10 * 60_000;
/** After a probe without an answer, ms. */
const afterLostMs = 30_000;

const nothing = () => undefined;
const noProbe: PausedRequest = { answered: nothing, lost: nothing, unused: nothing };

/** @param onChange it began, or a probe ended it */
export function createPause(clock: Clock, onChange: () => void = () => undefined): Pause {
  /** Tells one pause from the next. */
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
      // Exactly what was asked: `now + wait - now` differs from it by a rounding error.
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
