import { seededRandom } from '../../src/sandbox/random.ts';

/** When an agent is killed: so many milliseconds after its process began, or after it said that it watches. */
export interface KillMoment {
  readonly after: 'start' | 'started';
  readonly milliseconds: number;
}

/** Share of the kills in start-up and recovery, from the first line of code on; and of lives long enough for the slow work. */
const early = 0.35;
const long = 0.08;

/**
 * The moments of all kills. Most agents live up to 1.5 s once they watch; some die while they start, whatever that takes on
 * this machine; a few live long enough to sweep abandoned slots (5 s after the start) and to wait for late bytes (10 s).
 */
export function planKills(kills: number, seed: number): KillMoment[] {
  const random = seededRandom(seed * 7919 + 13);
  return Array.from({ length: kills }, () => {
    const kind = random();
    const part = random();
    if (kind < early) return { after: 'start', milliseconds: 5 + Math.round(part * 900) };
    if (kind > 1 - long) return { after: 'started', milliseconds: 4_500 + Math.round(part * 4_500) };
    return { after: 'started', milliseconds: Math.round(part * 1_500) };
  });
}
