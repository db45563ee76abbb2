import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';

/** What waits here for a permit, and how urgently: 0 is a person. */
export interface Demand {
  readonly count: number;
  readonly priority: number;
}

export interface TeamPermitsOptions {
  readonly clock: Clock;
  readonly team: Pick<Team, 'exchange'>;
  /** What went before: how much of it flies, and when the rest was answered, monotonic ms. */
  readonly flying: number;
  readonly answeredAt: readonly number[];
  /** What could be sent now if there were permits for it. */
  readonly demand: () => Demand;
  /** Permits came. */
  readonly onGranted: () => void;
  /** The team pauses all its machines, for so many ms from now. Called with each answer that says so. */
  readonly onHeld: (milliseconds: number) => void;
  /** The team's database gave no answer. */
  readonly onUnreachable: () => void;
}

/** This machine's part of the team's request budget. */
export interface TeamPermits {
  /** Whether one more may be sent now. */
  hasOne(): boolean;
  /** One goes out. The number says of which unbroken time it is. */
  take(): number;
  /** One goes out without a permit. It is reported, and counted, as the others. */
  takeBeyond(): undefined;
  /** Whether the team has surely counted what was taken in that time ever since, and does now. */
  isCounted(time: number): boolean;
  /** Its answer came, or none will. */
  answered(): void;
  /** It never went out. `time` as it was taken; undefined where it was taken of somebody else. */
  unused(time: number | undefined): void;
  /** The service asked this machine for silence. */
  hold(milliseconds: number): void;
  /** Another team took its place: it asks nothing any more. */
  leave(): void;
  /** Something changed: asks the team where that is due. Costs nothing while it is not. */
  look(): void;
}

/** Nobody can use more before they lapse. */
const mostAtOnce = 50;
/** What flies and was answered is told so often while there is some, ms; well before a grant lapses. */
const reportEveryMs = 1_000;
/** No two questions closer together than this, but for somebody more urgent, ms. */
const shortestGapMs = 100;
/** The least wait where the team has less than is wanted, ms: many ask. */
const scarceGapMs = 250;

/**
 * The team counts a permit for ten seconds after it lapsed, since what went out may be on its way; two of
 * them are for the way, ms.
 */
const goesWithinMs = 8_000;

/** A clock that is set by less is no sleep, ms. */
const sleptMs = 1_000;

const never = new AbortController().signal;

/**
 * Draws permits of the team's request budget (docs/adr/0038): several seconds' worth at a time, with a report
 * of what became of those before. A permit lapses unless it is told again that it is kept, so that one agent
 * that is gone holds up nobody for long; where the team cannot be reached nothing is sent once they lapsed.
 */
export function createTeamPermits(options: TeamPermitsOptions): TeamPermits {
  const { clock, team, demand, onGranted, onHeld, onUnreachable } = options;
  let inHand = 0;
  let lapseAt = Number.NEGATIVE_INFINITY;
  /** Rises when the team may have stopped counting what was taken. */
  let time = 0;
  /** By how much the two clocks differ; the wall's runs on while a machine sleeps, ms. */
  let apart = clock.now() - clock.monotonic();
  let { flying } = options;
  /** Monotonic ms of answers that no report has told. */
  let answeredAt = [...options.answeredAt];
  let toHold = Number.NEGATIVE_INFINITY;
  let heldUntil = Number.NEGATIVE_INFINITY;
  /** What the team counts as ours beside what was answered. */
  let open = flying;
  let sentSince = 0;
  let isAsking = false;
  let reportAt = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  /** How urgent the last question was. */
  let asked = Number.POSITIVE_INFINITY;
  let isReachable = true;
  let hasLeft = false;
  let cancelTimer: (() => void) | undefined;

  function left(now: number): number {
    if (now >= lapseAt) inHand = 0;
    return inHand;
  }

  /** After a sleep, of which no monotonic clock tells, what was granted before is nothing any more. */
  function noteSleep(): void {
    const now = clock.now() - clock.monotonic();
    if (now - apart >= sleptMs) {
      time += 1;
      inHand = 0;
    }
    apart = now;
  }

  /** When the team is to be asked next; undefined while there is nothing to ask or to tell. */
  function dueAt(now: number, { count, priority }: Demand): number | undefined {
    const isTold = open === 0 && flying === 0 && answeredAt.length === 0 && toHold <= now;
    const mayRest = isTold || (!isReachable && flying === 0);
    const told = mayRest ? Number.POSITIVE_INFINITY : toHold > now && isReachable ? now : reportAt;
    const isWanted = count > left(now);
    const wanted = !isWanted ? Number.POSITIVE_INFINITY : priority < asked ? now : notBefore;
    const at = Math.min(told, wanted);
    return at < Number.POSITIVE_INFINITY ? at : undefined;
  }

  function look(): void {
    if (isAsking || hasLeft) return;
    cancelTimer?.();
    cancelTimer = undefined;
    const now = clock.monotonic();
    const wanted = demand();
    const at = dueAt(now, wanted);
    if (at === undefined) return;
    if (at > now) cancelTimer = clock.setTimer(Math.max(1, at - now), look);
    else void exchange(now, wanted);
  }

  /** What is kept although nobody waits for it is what went out lately: more of it will. */
  function report(now: number, { count, priority }: Demand) {
    const isIdle = count === 0 && sentSince === 0;
    if (isIdle || heldUntil > now) inHand = 0;
    const kept = left(now);
    // A person is not kept waiting for what is only likely, and takes nothing for it from others.
    const ahead = priority === 0 ? 0 : sentSince;
    const want = count === 0 ? 0 : Math.max(0, Math.min(mostAtOnce, count + ahead) - kept);
    const ages = answeredAt.map((at) => Math.max(0, Math.floor(now - at)));
    const holdMs = Math.max(0, Math.ceil(toHold - now));
    answeredAt = [];
    sentSince = 0;
    toHold = Number.NEGATIVE_INFINITY;
    return { ages, flying, kept, want, priority, ...(holdMs > 0 ? { holdMs } : {}) };
  }

  async function exchange(now: number, wanted: Demand): Promise<void> {
    isAsking = true;
    asked = wanted.count > 0 ? wanted.priority : Number.POSITIVE_INFINITY;
    const of = time;
    const told = report(now, wanted);
    const answer = await team.exchange(told, never).catch(() => 'unreachable' as const);
    if (hasLeft) return;
    const then = clock.monotonic();
    noteSleep();
    isAsking = false;
    reportAt = then + reportEveryMs;
    isReachable = answer !== 'unreachable';
    if (answer === 'unreachable') {
      // What was kept may be sent until it lapses, as the team counts it that long; nothing else.
      open = Math.max(open, told.flying + told.kept);
      notBefore = reportAt;
      // Asked at once only for a person, who is told each time.
      asked = 1;
      onUnreachable();
    } else {
      // What was taken before may be somebody else's by now, though what comes from here on is counted again.
      const isOfNow = of === time;
      if (then >= lapseAt + goesWithinMs) time += 1;
      inHand = isOfNow ? Math.min(left(then), told.kept) + answer.granted : 0;
      lapseAt = isOfNow ? then + answer.validMs : Number.NEGATIVE_INFINITY;
      open = told.flying + told.kept + answer.granted;
      const gap = answer.granted < told.want ? Math.max(scarceGapMs, answer.waitMs) : shortestGapMs;
      notBefore = Math.max(now + gap, then);
      if (answer.heldMs > 0) {
        notBefore = Math.max(notBefore, then + answer.heldMs);
        heldUntil = Math.max(heldUntil, then + answer.heldMs);
        onHeld(answer.heldMs);
      }
      onGranted();
    }
    look();
  }

  return {
    hasOne() {
      noteSleep();
      return left(clock.monotonic()) > 0;
    },
    take() {
      inHand -= 1;
      flying += 1;
      sentSince += 1;
      return time;
    },
    takeBeyond() {
      flying += 1;
      return undefined;
    },
    isCounted(of) {
      noteSleep();
      return of === time && clock.monotonic() < lapseAt + goesWithinMs;
    },
    answered() {
      flying -= 1;
      answeredAt.push(clock.monotonic());
    },
    unused(of) {
      noteSleep();
      flying -= 1;
      if (of === time && clock.monotonic() < lapseAt) inHand += 1;
    },
    hold(milliseconds) {
      const until = clock.monotonic() + milliseconds;
      toHold = Math.max(toHold, until);
      heldUntil = Math.max(heldUntil, until);
    },
    leave() {
      hasLeft = true;
      cancelTimer?.();
    },
    look,
  };
}
