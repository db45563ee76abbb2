import type { Clock } from '#core/ports/clock.ts';
import type { Priority } from './answer.ts';
import type { Budget } from './budget.ts';
import { priorities } from './waiting-line.ts';

/** A shorter wait is over before anybody has read of it, ms. */
const shortestTold = 2_000;

/**
 * Until when requests wait for the budget, milliseconds since the epoch; null while they need not, or not for
 * long.
 *
 * @param of the kinds that are asked about; the first that waits tells
 */
export function budgetWait(
  budget: Pick<Budget, 'snapshot'>,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  of: readonly Priority[] = priorities,
): number | null {
  const { nextAt } = budget.snapshot();
  const waiting = of.find((priority) => nextAt[priority] !== undefined);
  const left = waiting === undefined ? 0 : (nextAt[waiting] ?? 0) - clock.monotonic();
  return left < shortestTold ? null : Math.round(clock.now() + left);
}
