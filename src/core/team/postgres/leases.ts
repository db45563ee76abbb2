import { randomUUID } from 'node:crypto';
import type { Clock } from '#core/ports/clock.ts';
import type { Lease, Member } from '#core/ports/team.ts';
import type { Life } from './life.ts';
import { statements } from './statements.ts';
import { TeamTrouble } from './trouble.ts';

export type LeaseKind = 'place' | 'role';

/** Another machine has it; `waitMs`: when to look again. */
interface Taken {
  readonly by: Member | undefined;
  readonly waitMs?: number | undefined;
}

/** What this agent has of what the team has once, or a few times. */
export interface Leases {
  /**
   * Takes a role if no other machine has it.
   *
   * @throws TeamTrouble when there was no answer.
   */
  takeRole(key: string, signal: AbortSignal): Promise<Lease | Taken>;
  /** Waits for a place, also for the database; rejects only when aborted. */
  waitForPlace(signal: AbortSignal): Promise<Lease>;
  /** Since when uploads of this machine wait for a place and none has one, monotonic ms. */
  noPlaceSince(): number | undefined;
  /** Aborts everything held: the lease of this life ends. */
  lapse(): void;
}

/** Looks for a free place again after this where the database did not say when, ms. */
const lookAgainMs = 250;
/**
 * A machine passes a place on to its own uploads for this long, ms; then it gives the place back, so that
 * other machines get it.
 */
const turnMs = 1_000;

/** A lease as the database knows it. */
interface Token {
  readonly token: string;
  readonly lost: AbortController;
  /** When the answer came, monotonic ms. */
  readonly since: number;
}

export function createLeases(
  clock: Clock,
  life: Pick<Life, 'write' | 'heldUntil'>,
  random: () => number,
): Leases {
  const held = new Set<Token>();
  /** Left, and not acknowledged yet. A lapse frees them anyway. */
  const leaving = new Set<string>();
  const telling = new Set<string>();
  /** Uploads that wait for a place, oldest first. */
  const line: ((place: Token) => void)[] = [];
  /** Places of uploads of this machine. */
  const inUse = new Set<Token>();
  let noPlaceSince: number | undefined;
  /** Requests for a place without an answer. */
  let asking = 0;
  /** Set while other machines have all places, until the next look. */
  let cancelLook: (() => void) | undefined;

  /**
   * Gives back what was left. What is not acknowledged is repeated with the next one, or freed by the end of
   * the lease.
   */
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

  function giveBack(of: Token): void {
    held.delete(of);
    leaving.add(of.token);
    tellLeft();
  }

  function leaseOf(of: Token, leave: (of: Token) => void): Lease {
    let isLeft = false;
    return {
      lost: of.lost.signal,
      leave() {
        if (isLeft || !held.has(of)) return;
        isLeft = true;
        leave(of);
      },
    };
  }

  /** Call after each change of the line or of the places in use. */
  function noteWait(): void {
    noPlaceSince = line.length > 0 && inUse.size === 0 ? (noPlaceSince ?? clock.monotonic()) : undefined;
  }

  async function take(kind: LeaseKind, key: string): Promise<Token | Taken> {
    tellLeft();
    const token = randomUUID();
    const asked = life.write(statements.take, [kind, key, token]);
    const answer = await asked.catch((error: unknown) => {
      // Without an answer it may be taken all the same, by no one that would use it.
      leaving.add(token);
      throw error;
    });
    if (answer.kind === 'held') return { by: answer.by ?? undefined, waitMs: answer.waitMs };
    if (life.heldUntil() <= clock.monotonic()) throw new TeamTrouble('network', 'LAPSED', true);
    const taken = { token, lost: new AbortController(), since: clock.monotonic() };
    held.add(taken);
    return taken;
  }

  /** `again`: this machine has just given a place back, so other machines that wait come first. */
  async function askForPlace(key: 'again' | '' = ''): Promise<void> {
    asking += 1;
    const taken = await take('place', key).catch(() => undefined);
    asking -= 1;
    if (taken === undefined || !('token' in taken)) {
      if (line.length > asking) lookLater(taken?.waitMs);
      return;
    }
    passOn(taken);
    // Where one is free, others may be. They share one round trip.
    while (cancelLook === undefined && asking < line.length) void askForPlace();
  }

  function lookLater(waitMs = lookAgainMs): void {
    cancelLook ??= clock.setTimer(waitMs * (0.5 + random()), () => {
      cancelLook = undefined;
      if (line.length > asking) void askForPlace();
    });
  }

  /** When no one waits, the next one asks right away. */
  function stopLooking(): void {
    cancelLook?.();
    cancelLook = undefined;
  }

  /**
   * To the upload that has waited longest, without asking the database. Without one, or after a turn, back to
   * the team.
   */
  function passOn(place: Token): void {
    const now = clock.monotonic();
    const next = now - place.since <= turnMs && now < life.heldUntil() ? line.shift() : undefined;
    inUse.delete(place);
    if (next) next(place);
    else giveBack(place);
    noteWait();
    if (line.length === 0) stopLooking();
    // In the same call as what was given back.
    else if (next === undefined) void askForPlace('again');
  }

  return {
    async takeRole(key, signal) {
      const taken = await take('role', key);
      if (!('token' in taken)) return taken;
      const lease = leaseOf(taken, giveBack);
      // No one waits for it any more.
      if (signal.aborted) lease.leave();
      return lease;
    },
    waitForPlace(signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const onPlace = (place: Token) => {
          signal.removeEventListener('abort', onAbort);
          inUse.add(place);
          resolve(leaseOf(place, passOn));
        };
        const onAbort = () => {
          line.splice(line.indexOf(onPlace), 1);
          noteWait();
          if (line.length === 0) stopLooking();
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        line.push(onPlace);
        noteWait();
        if (cancelLook === undefined) void askForPlace();
      });
    },
    noPlaceSince: () => noPlaceSince,
    lapse() {
      leaving.clear();
      const lost = [...held];
      held.clear();
      inUse.clear();
      noteWait();
      for (const { lost: controller } of lost) controller.abort(new TeamTrouble('network', 'LEASE_LOST'));
    },
  };
}
