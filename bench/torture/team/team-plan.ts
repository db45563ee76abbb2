import { seededRandom } from '../../../src/sandbox/random.ts';
import type { KillMoment } from '../kill-plan.ts';

export const agentCount = 8;

/**
 * What happens to an agent, or to all, besides the kills:
 * - `stop`: it stands still for longer than its lease (SIGSTOP) and goes on
 * - `nap`: the same for less
 * - `away`: it is killed and stays dead for longer than its lease
 * - `cut`: its way to the database is cut, for a while; `stall`: nothing passes there, and nobody says so
 * - `lost-answer`: it does not hear what the database answers next
 * - `service`: the service ends and comes back
 */
export const troubles = ['stop', 'nap', 'away', 'cut', 'stall', 'lost-answer', 'service'] as const;
export type Trouble = (typeof troubles)[number];

export interface TeamMoment {
  /** After the one before, ms. */
  readonly after: number;
  /** Who is killed; for the database how long it stays dead, ms. */
  readonly victim:
    | {
        readonly agent: number;
        /** Not before it said that it watches: else it may be killed in the middle of its start. */
        readonly started: boolean;
      }
    | { readonly databaseFor: number };
  readonly trouble?: { readonly kind: Trouble; readonly agent: number; readonly milliseconds: number };
  /** How wrong the clock of the victim's next life is, and from when on. */
  readonly clock?: NonNullable<KillMoment['clock']>;
}

export interface TeamPlan {
  readonly moments: readonly TeamMoment[];
  /** After which kills the database is copied, and becomes that copy again; not in short runs. */
  readonly restore: { readonly copyAfter: number; readonly backAfter: number } | undefined;
  /**
   * After which kills more is to be sent than there are places, and machines differ about a file; not in
   * short runs.
   */
  readonly staged: { readonly rushAfter: number; readonly standOffsAfter: readonly number[] } | undefined;
}

/** Two beside the kills, and one that no kill disturbs. */
export const standOffsInAll = 3;

/** Share of the kills that hit the postmaster, and of the moments with a trouble. */
const ofDatabase = 0.08;
/** Share of the kills that may come before an agent watches. */
const early = 0.25;
/** Of all moments: which troubles. */
const shares: readonly (readonly [Trouble, number, readonly [number, number]])[] = [
  // A lease of 15 s and 10 s of grace have to pass before anybody takes over.
  ['stop', 0.06, [28_000, 80_000]],
  ['nap', 0.06, [1_000, 9_000]],
  ['away', 0.05, [26_000, 40_000]],
  ['cut', 0.06, [3_000, 40_000]],
  ['stall', 0.05, [3_000, 40_000]],
  ['lost-answer', 0.1, [0, 0]],
  ['service', 0.02, [0, 0]],
];
/** Share of the lives whose clock is wrong, half of them from the start; by how much at most, ms. */
const clockWrong = 0.5;
const furthest = 10 * 60_000;
/** Fewer kills than this are a short run: no restore, and no trouble that lasts longer, ms. */
const leastOfLong = 40;
const longestOfShort = 3_000;

export function planTeam(kills: number, seed: number, agents: number): TeamPlan {
  const random = seededRandom(seed * 6_271 + 29);
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));
  const isShort = kills < leastOfLong;
  const longest = isShort ? longestOfShort : Number.POSITIVE_INFINITY;
  const moments = Array.from({ length: kills }, (): TeamMoment => {
    const trouble = troubleAt(random(), between, Math.floor(random() * agents), longest);
    const victim =
      random() < ofDatabase
        ? { databaseFor: Math.min(longest, between(0, 9_000)) }
        : { agent: Math.floor(random() * agents), started: random() >= early };
    const isWrong = random() < clockWrong;
    const clock = { after: random() < 0.5 ? -1 : between(0, 8_000), by: between(-furthest, furthest) };
    return {
      after: between(200, 3_000),
      victim,
      ...(trouble ? { trouble } : {}),
      ...(isWrong ? { clock } : {}),
    };
  });
  const restore = isShort
    ? undefined
    : { copyAfter: Math.floor(kills * 0.35), backAfter: Math.floor(kills * 0.5) };
  const staged = isShort
    ? undefined
    : {
        // Before the database is put back: then nothing is sent for more than a minute.
        rushAfter: Math.floor(kills * 0.2),
        standOffsAfter: [Math.floor(kills * 0.05), Math.floor(kills * 0.85)],
      };
  return { moments, restore, staged };
}

function troubleAt(
  chance: number,
  between: (least: number, most: number) => number,
  agent: number,
  longest: number,
): TeamMoment['trouble'] {
  let upTo = 0;
  for (const [kind, share, [least, most]] of shares) {
    upTo += share;
    if (chance < upTo) return { kind, agent, milliseconds: Math.min(longest, between(least, most)) };
  }
  return undefined;
}
