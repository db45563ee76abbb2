import { randomUUID } from 'node:crypto';
import { type Clock, sleep } from '#core/ports/clock.ts';
import { orAborted } from '#core/ports/or-aborted.ts';
import type { Lease, Member } from '#core/ports/team.ts';
import type { Life } from './life.ts';
import { statements } from './statements.ts';
import { TeamTrouble } from './trouble.ts';

export type LeaseKind = 'place' | 'role';

/** Somebody else has it; `waitMs`: when to look again. */
interface Taken {
  readonly by: Member | undefined;
  readonly waitMs?: number | undefined;
}

/** What this agent holds of what the team has once, or a few times. */
export interface Leases {
  /**
   * Takes it if nobody has it. `by` is missing for places.
   *
   * @throws TeamTrouble when there was no answer.
   */
  take(kind: LeaseKind, key: string, signal: AbortSignal): Promise<Lease | Taken>;
  /** Waits for a place, also for the database; rejects only when aborted. */
  waitForPlace(signal: AbortSignal): Promise<Lease>;
  /** Aborts everything held: the lease of this life ends. */
  lapse(): void;
}

/** A free place is looked for again after this where the database did not say when, ms. */
const lookAgainMs = 250;

export function createLeases(clock: Clock, life: Life, random: () => number): Leases {
  const held = new Map<string, AbortController>();
  /** Left, and not told yet. A lapse frees them anyway. */
  const leaving = new Set<string>();
  let first: Promise<unknown> = Promise.resolve();
  /** Who waits in line for a place. */
  let line = 0;

  const telling = new Set<string>();

  /** Tells what was left. What is not heard is told again with the next one, or by the end of the lease. */
  function tellLeft(): void {
    for (const token of leaving) {
      if (telling.has(token)) continue;
      telling.add(token);
      life
        .write(statements.giveBack, [token])
        .then(() => leaving.delete(token))
        .catch(() => undefined)
        .finally(() => telling.delete(token));
    }
  }

  function hold(token: string): Lease {
    const controller = new AbortController();
    held.set(token, controller);
    return {
      lost: controller.signal,
      leave() {
        if (!held.delete(token)) return;
        leaving.add(token);
        tellLeft();
      },
    };
  }

  async function take(kind: LeaseKind, key: string, signal: AbortSignal): Promise<Lease | Taken> {
    tellLeft();
    const token = randomUUID();
    const answer = await leftUnless(token, life.write(statements.take, [kind, key, token]));
    if (answer.kind === 'held') return { by: answer.by ?? undefined, waitMs: answer.waitMs };
    return takenNow(token, signal);
  }

  /** Without an answer it may have been taken all the same, by nobody who would use it. */
  async function leftUnless<T>(token: string, asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      leaving.add(token);
      throw error;
    }
  }

  function takenNow(token: string, signal: AbortSignal): Lease {
    if (life.heldUntil() <= clock.monotonic()) throw new TeamTrouble('network', 'LAPSED', true);
    const lease = hold(token);
    // Nobody waits for it any more.
    if (signal.aborted) lease.leave();
    return lease;
  }

  async function look(signal: AbortSignal): Promise<Lease> {
    for (;;) {
      signal.throwIfAborted();
      const taken = await take('place', '', signal).catch(() => undefined);
      if (taken && 'lost' in taken) {
        signal.throwIfAborted();
        return taken;
      }
      await sleep(clock, (taken?.waitMs ?? lookAgainMs) * (0.5 + random()), signal);
    }
  }

  return {
    take,
    async waitForPlace(signal) {
      signal.throwIfAborted();
      // Where none waits, several ask in one round trip.
      if (line === 0) {
        const taken = await orAborted(
          take('place', '', signal).catch(() => undefined),
          signal,
        );
        if (taken && 'lost' in taken) return taken;
      }
      // One looks for all that wait here, in their order.
      line += 1;
      const looked = first.then(() => look(signal)).finally(() => (line -= 1));
      first = looked.catch(() => undefined);
      return orAborted(looked, signal);
    },
    lapse() {
      leaving.clear();
      const lost = [...held.values()];
      held.clear();
      for (const controller of lost) controller.abort(new TeamTrouble('network', 'LEASE_LOST'));
    },
  };
}
