/**
 * Looks in a row for a document that the service said it does not have; journaled, so that they go on after a
 * restart.
 */
export interface Absence {
  /** The first of them, milliseconds since the epoch. */
  readonly since: number;
  readonly looks: number;
}

export interface LookedInVain {
  readonly absence: Absence;
  /** True once the document may be taken for gone. */
  readonly isBelieved: boolean;
  /** Milliseconds since the epoch; when to look again while it is not believed. */
  readonly lookAgainAt: number;
}

/**
 * The list is 3 to 5 s behind, and so may replicas be that answer reads (service-behaviour.md, "List
 * documents" and "Document metadata"); a lag that lasts a minute is an outage, ms. docs/adr/0013 says why a
 * 404 alone proves nothing.
 */
const spreadMs = 60_000;
/**
 * Waits between the looks, ms; together as long as the spread, so that a clock that jumps cannot shorten
 * them.
 */
const waits = [5_000, 15_000, 40_000];

/**
 * The service said "not there" once more. A single 404 may come from a replica that has not heard of the
 * document yet, so it is believed after four looks over a minute; any other answer in between starts anew
 * (pass undefined).
 *
 * @param now milliseconds since the epoch
 */
export function lookedInVain(before: Absence | undefined, now: number): LookedInVain {
  // A clock that was set back: counted from now on.
  const isUsable = before !== undefined && before.since <= now;
  const absence = isUsable ? { since: before.since, looks: before.looks + 1 } : { since: now, looks: 1 };
  const isBelieved = absence.looks > waits.length && now - absence.since >= spreadMs;
  const wait = waits[absence.looks - 1] ?? Math.max(1_000, absence.since + spreadMs - now);
  return { absence, isBelieved, lookAgainAt: now + wait };
}
