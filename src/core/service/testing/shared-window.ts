import type { Clock } from '#core/ports/clock.ts';
import type { BudgetReport, Team } from '#core/ports/team.ts';

export interface SharedMember extends Pick<Team, 'isAlone' | 'exchange'> {
  /** Its questions get no answer from now on, or again. */
  isCut: boolean;
  readonly reports: BudgetReport[];
}

const windowMs = 60_100;
const validMs = 2_000;
const onItsWayMs = 10_000;

/**
 * The rules of a team's request budget, in memory: what was answered in the last minute, and what each of
 * them may have on its way, is never more than the limit.
 */
export function createSharedWindow(clock: Pick<Clock, 'monotonic' | 'setTimer'>, limit: number, delayMs = 5) {
  const answered: number[] = [];
  const open = new Map<object, { count: number; until: number }>();
  let heldUntil = Number.NEGATIVE_INFINITY;

  function counted(now: number, without: object): number {
    while ((answered[0] ?? now) <= now - windowMs) answered.shift();
    const others = [...open].filter(([member]) => member !== without);
    return others.reduce(
      (sum, [, { count, until }]) => sum + (until + onItsWayMs + windowMs > now ? count : 0),
      answered.length,
    );
  }

  return {
    join(): SharedMember {
      const member: SharedMember = {
        isAlone: false,
        isCut: false,
        reports: [],
        async exchange(report) {
          await new Promise<void>((resolve) => clock.setTimer(delayMs, resolve));
          if (member.isCut) return 'unreachable';
          const now = clock.monotonic();
          member.reports.push(report);
          const { ages, flying, kept, want, holdMs = 0 } = report;
          answered.push(...ages.map((age) => now - age));
          answered.sort((a, b) => a - b);
          heldUntil = Math.max(heldUntil, now + holdMs);
          const free = Math.max(0, limit - counted(now, member) - flying - kept);
          const isHeld = holdMs > 0 || heldUntil > now;
          const granted = isHeld ? 0 : Math.min(want, Math.ceil(free / 2));
          open.set(member, { count: flying + kept + granted, until: now + validMs });
          await new Promise<void>((resolve) => clock.setTimer(delayMs, resolve));
          const waitMs = granted < want ? 250 : 0;
          return {
            granted,
            validMs: validMs - delayMs,
            waitMs,
            heldMs: Math.max(0, heldUntil - clock.monotonic()),
            head: 0n,
          };
        },
      };
      return member;
    },
  };
}
