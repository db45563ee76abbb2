import type { Clock } from '#core/ports/clock.ts';
import { orAborted } from '#core/ports/or-aborted.ts';
import type { BudgetGrant, BudgetReport } from '#core/ports/team.ts';
import { askStatement } from './ask-statement.ts';
import type { Connection } from './connection.ts';
import { type Pause, statements } from './statements.ts';
import { TeamTrouble, unlessUnreachable } from './trouble.ts';

export interface ExchangeOptions {
  readonly clock: Clock;
  readonly connection: Connection;
  readonly agent: string;
  readonly incarnation: string;
  /** Whose limit, where the service counts by key; a hash. The scope's where left out. */
  readonly budget?: string | undefined;
  /** Of whose feed the head is told. */
  readonly scope: () => Promise<string | undefined>;
  /** Joins the team where that has not happened. */
  readonly join: () => Promise<void>;
  readonly onPause: (pause: Pause | undefined) => void;
  readonly patienceMs: number;
}

/** For how long a grant is worth something, ms, from before it was asked for. */
const validMs = 2_000;

interface Payload {
  readonly seq: number;
  readonly values: readonly unknown[];
}

/**
 * The agent's side of the shared budget. A report that was handed over reaches the database exactly once:
 * what got no answer is sent again as it was, under its number, before the next one. So whoever hears
 * `unreachable` counts on nothing of it and reports nothing of it again.
 */
export function createExchange(options: ExchangeOptions) {
  const { clock, connection, agent, incarnation, budget, patienceMs } = options;
  let seq = 0;
  let pending: Payload | undefined;
  /** Monotonic ms of answers that no report has told yet. */
  let answered: number[] = [];
  let toHoldUntil = Number.NEGATIVE_INFINITY;
  let turn: Promise<unknown> = Promise.resolve();

  function payload(report: BudgetReport, scope: string): Payload {
    const now = clock.monotonic();
    const ages = answered.map((at) => Math.max(0, Math.floor(now - at)));
    const hold = Math.max(0, Math.ceil(toHoldUntil - now));
    answered = [];
    toHoldUntil = Number.NEGATIVE_INFINITY;
    seq += 1;
    const { flying, kept, want, priority } = report;
    return {
      seq,
      values: [
        agent,
        incarnation,
        budget ?? scope,
        scope,
        seq,
        ages,
        flying,
        kept,
        want,
        priority,
        validMs,
        hold,
      ],
    };
  }

  async function settle(sent: Payload): Promise<Omit<BudgetGrant, 'validMs'>> {
    const found = await askStatement(connection, statements.exchange, sent.values, patienceMs);
    if ('problem' in found) {
      // A team that forgot this agent: it joins again, and the report is sent as it was.
      throw new TeamTrouble('unexpected', found.problem.toUpperCase(), true);
    }
    pending = undefined;
    const { granted, waitMs, heldMs, head, paused } = found;
    options.onPause(paused ?? undefined);
    return { granted, waitMs, heldMs, head };
  }

  async function exchange(report: BudgetReport): Promise<BudgetGrant | 'unreachable'> {
    const scope = await options.scope();
    // Nothing is sent without a key.
    if (scope === undefined) return 'unreachable';
    await options.join();
    if (pending) await settle(pending);
    const asked = clock.monotonic();
    pending = payload(report, scope);
    const grant = await settle(pending);
    // What was asked for again has been worth something since it was first asked for.
    return { ...grant, validMs: validMs - (clock.monotonic() - asked) };
  }

  return {
    /** Rejects only when aborted. */
    exchange(report: BudgetReport, signal: AbortSignal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const now = clock.monotonic();
      answered.push(...report.ages.map((age) => now - age));
      toHoldUntil = Math.max(toHoldUntil, now + (report.holdMs ?? Number.NEGATIVE_INFINITY));
      const answer = turn.then(() => unlessUnreachable(() => exchange(report)));
      turn = answer.catch(() => undefined);
      return orAborted(answer, signal);
    },
  };
}
