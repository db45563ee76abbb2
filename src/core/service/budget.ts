import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Priority } from './answer.ts';
import { createBackgroundPace } from './background-pace.ts';
import { backoffDelay } from './backoff.ts';
import { createLearnedLimit } from './learned-limit.ts';
import { createPause, type Hold, type PausedRequest, probeEveryMs } from './pause.ts';
import { createRequestWindow, windowMs } from './request-window.ts';
import { createTeamPermits, type Demand, type TeamPermits } from './team-permits.ts';
import { createWaitingLine, priorities } from './waiting-line.ts';

export interface BudgetOptions {
  readonly clock: Clock;
  /** What the service allows a key in any 60 s (service-behaviour.md, "Limits"). */
  readonly requestsPerMinute: number;
  /** Requests at once. */
  readonly inFlight?: number;
  /** Share of the limit that only a person may use, 0…1; at least one request. */
  readonly personReserve?: number;
  /** 0…1, for the jitter after a 429 without `Retry-After`. */
  readonly random?: () => number;
}

/** The right to send one request. End it exactly once. */
export interface Permit {
  /**
   * False where the team may have given it to somebody else since, as after this machine stood still: nothing
   * may be sent with it, and it is `unused`.
   */
  mayGo(): boolean;
  /** The answer came: the slot stays occupied for 60 s from now. */
  done(): void;
  /** It was sent, and no answer will come: as `done`, but it says nothing about the service. */
  lost(): void;
  /** Nothing left this machine: the slot is free at once. */
  unused(): void;
  /**
   * The answer was 429. Pauses all requests but a person's and learns a lower limit; returns when to ask
   * again, ms from now.
   */
  rateLimited(retryAfterMs?: number): number;
}

export interface BudgetSnapshot {
  /** Slots occupied now: in flight, or answered in the last 60 s. */
  readonly occupied: number;
  readonly inFlight: number;
  readonly waiting: Readonly<Record<Priority, number>>;
  /** The limit of the profile, and the one in force after 429s. */
  readonly limit: number;
  readonly effectiveLimit: number;
  /** What all requests but a person's wait for. */
  readonly hold?: Hold;
  /**
   * Monotonic ms at which the next request of a kind that waits may go, where that is not now and not for an
   * answer to tell.
   */
  readonly nextAt: Readonly<Partial<Record<Priority, number>>>;
  /** Requests sent since the start. */
  readonly sent: number;
}

/** Who may send with the same limit. */
type BudgetTeam = Pick<Team, 'isAlone' | 'exchange'>;

/** One request budget for all API calls of a profile; PUTs to storage do not count. */
export interface Budget {
  /**
   * Waits for its turn. A person is told (`TEAM_UNREACHABLE`) where the team cannot be asked for a permit;
   * everything else waits until it can.
   */
  acquire(priority: Priority, signal?: AbortSignal): Promise<Permit>;
  /** The next request finds out whether a pause is over. */
  probeNow(): void;
  setLimit(requestsPerMinute: number): void;
  /**
   * From here on nothing goes without a permit of these, who are told what went before; as before where they
   * are nobody but this machine.
   */
  joinTeam(team: BudgetTeam): void;
  /** Notifies when a pause begins, and when a probe ends one. */
  onHold(listener: () => void): () => void;
  snapshot(): BudgetSnapshot;
}

/** Of whose permits of the team a request goes out; undefined while there is no team. */
interface Taken {
  readonly of: TeamPermits;
  /** Undefined for a request without a permit. */
  readonly time: number | undefined;
}

interface Waiter {
  readonly grant: (taken: Taken | undefined, inPause: PausedRequest) => void;
  readonly refuse: (error: AppError) => void;
}

/** Enough for 500 requests a minute at two seconds each; more would only queue at the service. */
const defaultInFlight = 20;
/** Places in flight that only a person may take, so that slow answers to others never block a click. */
const personPlaces = 2;
/**
 * The reserve is lent while all of it would come free again within this time, ms: a click waits no longer
 * than that.
 */
const lendWithinMs = 2_000;
/** A pause without `Retry-After` is at least this long, ms. */
const shortestHoldMs = 250;

/**
 * Creates the request budget of a profile: a sliding window that the service can never see exceeded, strict
 * priorities with a reserve for people, paced background work, and a limit that learns from 429 (U2, U5).
 */
export function createBudget(options: BudgetOptions): Budget {
  const { clock, inFlight = defaultInFlight, personReserve = 0.02, random = Math.random } = options;
  const limit = createLearnedLimit(options.requestsPerMinute);
  const window = createRequestWindow(options.requestsPerMinute);
  const line = createWaitingLine<Waiter>();
  const pace = createBackgroundPace();
  const listeners = new Set<() => void>();
  let joined: BudgetTeam | undefined;
  /** Undefined while nobody else has the same limit. */
  let permits: TeamPermits | undefined;
  const pause = createPause(clock, notify);
  /** The team's pause; only its database ends it. */
  let ofTeam = { since: 0, until: Number.NEGATIVE_INFINITY };
  let cancelTimer: (() => void) | undefined;
  let sent = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let refusedInRow = 0;

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function holdForTeam(milliseconds: number): void {
    const now = clock.monotonic();
    const isNew = ofTeam.until <= now;
    ofTeam = { since: isNew ? clock.now() : ofTeam.since, until: now + milliseconds };
    if (isNew) notify();
  }

  function holdNow(now: number): Hold | undefined {
    const own = pause.facts();
    if (own) return { by: 'service', ...own };
    if (ofTeam.until <= now) return undefined;
    return { by: 'team', since: ofTeam.since, until: clock.now() + ofTeam.until - now };
  }

  const isBackground = (priority: Priority) => priority === 'backlog' || priority === 'polling';

  /** Slots this priority must leave free. */
  function reserve(priority: Priority, total: number, now: number): number {
    // With a limit of 1 a reserve would stop everything else for good.
    if (priority === 'person' || total <= 1) return 0;
    const slots = Math.min(total - 1, Math.max(1, Math.round(total * personReserve)));
    const freeAt = window.freeAt(slots, now);
    return freeAt !== undefined && freeAt - now <= lendWithinMs ? 0 : slots;
  }

  /** When this priority may send: `now`, a later time, or undefined when only an answer can tell. */
  function earliest({ priority, byShare }: { priority: Priority; byShare: boolean }, now: number) {
    if (priority !== 'person') {
      const at = pause.goesAt(now);
      if (at === undefined || at > now) return at;
      if (ofTeam.until > now) return ofTeam.until;
    }
    const places = priority === 'person' ? inFlight : Math.max(1, inFlight - personPlaces);
    if (window.inFlight() >= places) return undefined;
    const total = limit.current(now);
    const excess = window.occupied(now) - (total - reserve(priority, total, now)) + 1;
    // With fewer answered slots than that, those in flight must answer first, which pumps again.
    if (excess > 0) return window.freeAt(excess, now);
    // Who goes before others by its share must not make them wait for its pace.
    return isBackground(priority) && !byShare ? Math.max(now, pace.nextAt()) : now;
  }

  /** What could go now, were there permits of the team for it. */
  function demandNow(): Demand {
    const now = clock.monotonic();
    const next = line.peek();
    const at = next && earliest(next, now);
    if (at === undefined || at > now) return { count: 0, priority: priorities.length };
    const urgent = priorities.findIndex((one) => line.length(one) > 0);
    const waiting =
      urgent === 0 ? line.length('person') : priorities.reduce((n, one) => n + line.length(one), 0);
    const room = Math.min(inFlight - window.inFlight(), limit.current(now) - window.occupied(now));
    // One request probes for all.
    const most = pause.isOn() ? 1 : Math.min(waiting, room);
    return { count: Math.max(1, most), priority: urgent };
  }

  /** Nobody can say when it goes on, and a person is not left without a word. */
  function tellPersons(): void {
    if (permits?.hasOne()) return;
    for (const waiter of line.leaveAll('person'))
      waiter.refuse(new AppError('TEAM_UNREACHABLE', { retryable: true }));
  }

  /** As `nextAt` of the snapshot: nobody goes before those of higher priority that wait too. */
  function nextTimes(now: number): BudgetSnapshot['nextAt'] {
    const times: Partial<Record<Priority, number>> = {};
    let before = now;
    for (const priority of priorities) {
      if (line.length(priority) === 0) continue;
      before = Math.max(before, earliest({ priority, byShare: false }, now) ?? now);
      if (before > now) times[priority] = before;
    }
    return times;
  }

  function notePace(now: number, priority: Priority): void {
    if (!isBackground(priority)) return;
    const total = limit.current(now);
    const occupied = window.occupied(now);
    const free = total - reserve(priority, total, now) - occupied;
    pace.sent({ now, limit: total, occupied, free, freeAt: window.freeAt(1, now) ?? now + windowMs });
  }

  function pump(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    for (let next = line.peek(); next !== undefined; next = line.peek()) {
      const now = clock.monotonic();
      // Whoever has lower priority may do nothing that this one may not, so only the first needs asking.
      const at = earliest(next, now);
      if (at === undefined) break;
      if (at > now) {
        // No timer is finer than a millisecond, and a rounding error must not become a busy loop.
        cancelTimer = clock.setTimer(Math.max(1, at - now), pump);
        break;
      }
      // The team grants nothing in a pause: a person goes without a permit, and is counted all the same.
      const isBeyond =
        next.priority === 'person' && permits?.hasOne() === false && holdNow(now) !== undefined;
      if (permits?.hasOne() === false && !isBeyond) break;
      const taken = permits && { of: permits, time: isBeyond ? permits.takeBeyond() : permits.take() };
      const inPause = pause.go();
      line.take();
      window.begin();
      sent += 1;
      notePace(now, next.priority);
      next.waiter.grant(taken, inPause);
    }
    permits?.look();
  }

  function createPermit(taken: Taken | undefined, inPause: PausedRequest): Permit {
    const grantedAt = clock.monotonic();
    let ended = false;
    const end = (how: (now: number) => void) => {
      if (ended) return;
      ended = true;
      how(clock.monotonic());
      pump();
    };
    return {
      mayGo: () => taken?.time === undefined || taken.of.isCounted(taken.time),
      done: () =>
        end((now) => {
          window.end(now, true);
          permits?.answered();
          if (grantedAt > refusedAt) refusedInRow = 0;
          inPause.answered();
        }),
      lost: () =>
        end((now) => {
          window.end(now, true);
          permits?.answered();
          inPause.lost();
        }),
      unused: () =>
        end(() => {
          window.forget();
          permits?.unused(taken?.of === permits ? taken?.time : undefined);
          sent -= 1;
          inPause.unused();
        }),
      rateLimited(retryAfterMs) {
        let left = 0;
        end((now) => {
          // What flew together is refused together: only the first of a flock teaches anything.
          const isFirst = grantedAt > refusedAt;
          const accepted = window.accepted(now) - 1;
          window.end(now, false);
          permits?.answered();
          if (isFirst) {
            refusedInRow += 1;
            refusedAt = now;
          }
          const wait =
            retryAfterMs ?? Math.max(shortestHoldMs, backoffDelay('rate-limited', refusedInRow, random));
          const asked = pause.ask(isFirst || retryAfterMs !== undefined ? wait : 0);
          left = Math.min(asked, probeEveryMs);
          if (isFirst) limit.refused(accepted, now, now + left);
          permits?.hold(left);
          inPause.unused();
        });
        return left;
      },
    };
  }

  return {
    acquire(priority, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          line.leave(priority, waiter);
          reject(signal?.reason);
          pump();
        };
        const waiter: Waiter = {
          grant(taken, inPause) {
            signal?.removeEventListener('abort', onAbort);
            resolve(createPermit(taken, inPause));
          },
          refuse(error) {
            signal?.removeEventListener('abort', onAbort);
            reject(error);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        line.join(priority, waiter);
        pump();
      });
    },
    probeNow() {
      pause.probeNow();
      pump();
    },
    setLimit(requestsPerMinute) {
      limit.setConfigured(requestsPerMinute);
      pace.reset();
      pump();
    },
    joinTeam(team) {
      if (team === joined) return;
      joined = team;
      permits?.leave();
      permits = team.isAlone
        ? undefined
        : createTeamPermits({
            clock,
            team,
            flying: window.inFlight(),
            answeredAt: window.answeredAt(clock.monotonic()),
            demand: demandNow,
            onGranted: pump,
            onHeld: holdForTeam,
            onUnreachable: tellPersons,
          });
      pump();
    },
    onHold(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot() {
      const now = clock.monotonic();
      const hold = holdNow(now);
      return {
        occupied: window.occupied(now),
        inFlight: window.inFlight(),
        waiting: {
          person: line.length('person'),
          manual: line.length('manual'),
          fresh: line.length('fresh'),
          backlog: line.length('backlog'),
          polling: line.length('polling'),
        },
        limit: limit.configured(),
        effectiveLimit: limit.current(now),
        ...(hold ? { hold } : {}),
        nextAt: nextTimes(now),
        sent,
      };
    },
  };
}
