import type { Clock } from '#core/ports/clock.ts';
import type { ServiceHealth } from '#shared/bridge/health.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import { type Cause, needsPerson, trialCost } from './governor-policy.ts';
import { type PassWindow, passWindowMs } from './pass-window.ts';
import type { Reachability } from './reachability.ts';

/** What the governor is open for, and how far it is with finding out whether that goes on. */
export interface Opening {
  cause: Cause;
  code: ErrorCode;
  detail: string | undefined;
  /** Wall times, ms. */
  readonly since: number;
  readonly firstFailureAt: number;
  /** Probes that failed. */
  confirmed: number;
  /** How often it closed for the same cause and opened again at once. */
  readonly flaps: number;
  /** Monotonic ms. */
  probeAt: number;
  /** `free`: the next upload that asks for a slot finds out for all. */
  trial: 'none' | 'free' | 'taken';
  /** A cheap GET was answered: what else fails, it is not everything. */
  answers: boolean;
  readonly passes: PassWindow;
  /** A trial has its address, and its bytes are still to go. */
  sends: boolean;
}

/**
 * While only uploads are held: from when on a read may pass, so that room is left for the next trial;
 * monotonic ms.
 */
export function readPassesAt(
  { answers, cause, passes, probeAt, sends, trial }: Opening,
  now: number,
): number {
  if (!answers || trial === 'free') return Number.POSITIVE_INFINITY;
  if (trial === 'taken') return passes.roomAt(now, sends ? 2 : 1);
  const soon = passes.roomAt(now, 1);
  if (probeAt >= soon + passWindowMs) return soon;
  const beside = passes.roomAt(now, 1 + trialCost(cause));
  return beside < probeAt ? beside : Number.POSITIVE_INFINITY;
}

/** What is shown of a governor. */
export function healthOf(
  opening: Opening | undefined,
  probing: boolean,
  { clock, reachability }: { clock: Clock; reachability: Pick<Reachability, 'facts' | 'triesAt'> },
): ServiceHealth {
  return {
    state: opening === undefined ? 'closed' : probing || opening.trial !== 'none' ? 'probing' : 'open',
    code: opening?.code ?? null,
    detail: opening?.detail ?? null,
    since: opening?.since ?? null,
    nextProbeAt: opening ? clock.now() + untilProbe(opening, clock.monotonic(), reachability) : null,
    ...reachability.facts(),
    needsPerson: opening !== undefined && needsPerson(opening.code, opening.confirmed),
  };
}

/** How long until somebody finds out whether it goes on, ms. */
function untilProbe(
  { cause, probeAt }: Opening,
  now: number,
  reachability: Pick<Reachability, 'triesAt'>,
): number {
  return Math.max(0, (cause === 'offline' ? Math.max(probeAt, reachability.triesAt()) : probeAt) - now);
}
