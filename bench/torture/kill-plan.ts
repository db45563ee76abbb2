import { seededRandom } from '../../src/sandbox/random.ts';

/**
 * What ends a life, or happens in it before it is ended by SIGKILL:
 * - `kill`: nothing besides
 * - `power`: with it goes what the ledger had not synced to the disk
 * - `pause`: the agent stands still for a while (SIGSTOP), as on a laptop that sleeps, and goes on
 * - `service`: the service ends and comes back
 * - `drive`: a drive inside a watch folder goes, or comes back
 */
export const blows = ['kill', 'power', 'pause', 'service', 'drive'] as const;
export type Blow = (typeof blows)[number];

/**
 * When and how a life ends: so many milliseconds after the process began, or after it said that it watches.
 */
export interface KillMoment {
  readonly after: 'start' | 'started';
  readonly milliseconds: number;
  readonly blow: Blow;
  /** The wall clock is set by so much in the life, so long after its start; milliseconds. */
  readonly clock?: { readonly after: number; readonly by: number };
}

/**
 * Share of the kills in start-up and recovery, from the first line of code on; and of lives long enough for
 * the slow work.
 */
const early = 0.35;
const long = 0.08;
/** Share of the lives in which the clock is set. */
const clockSet = 0.15;
/** By how much at most, either way, ms: two hours. */
export const furthest = 2 * 60 * 60 * 1000;
/** Of the lives that come to watching. */
const shares: readonly (readonly [Blow, number])[] = [
  ['power', 0.2],
  ['pause', 0.12],
  ['service', 0.08],
  ['drive', 0.15],
];

/**
 * The moments of all kills. Most agents live up to 1.5 s once they watch; some die while they start, whatever
 * that takes on this machine; a few live long enough to sweep abandoned slots (5 s after the start) and to
 * wait for late bytes (10 s).
 */
export function planKills(kills: number, seed: number): KillMoment[] {
  const random = seededRandom(seed * 7919 + 13);
  return Array.from({ length: kills }, () => {
    const kind = random();
    const part = random();
    const chance = random();
    const clock =
      random() < clockSet
        ? { clock: { after: Math.round(random() * 1_500), by: Math.round((random() * 2 - 1) * furthest) } }
        : {};
    if (kind < early)
      return {
        after: 'start',
        milliseconds: 5 + Math.round(part * 900),
        blow: chance < 0.2 ? 'power' : 'kill',
        ...clock,
      };
    const milliseconds = kind > 1 - long ? 4_500 + Math.round(part * 4_500) : Math.round(part * 1_500);
    return { after: 'started', milliseconds, blow: blowAt(chance), ...clock };
  });
}

function blowAt(chance: number): Blow {
  let upTo = 0;
  for (const [blow, share] of shares) {
    upTo += share;
    if (chance < upTo) return blow;
  }
  return 'kill';
}
