import type { Verdict } from '../judge.ts';

/** A team may send so many files at once, however many machines it has. */
export const places = 10;

/** What a torture of a team comes to, as its line of JSON has it. */
export interface TeamLine {
  readonly kills: number;
  readonly files: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly half: number;
  readonly overLimit: number;
  readonly mostPuts: number;
  readonly agents: number;
  readonly seed: number;
}

interface Counted {
  readonly kills: number;
  readonly verdict: Pick<Verdict, 'files' | 'lost' | 'duplicated' | 'half'>;
  readonly overLimit: number;
  readonly mostPuts: number;
  readonly agents: number;
  readonly seed: number;
}

export function teamLine({
  kills,
  verdict: { files, lost, duplicated, half },
  overLimit,
  mostPuts,
  agents,
  seed,
}: Counted): TeamLine {
  const found = { lost: lost.length, duplicated: duplicated.length, half: half.length };
  return { kills, files, ...found, overLimit, mostPuts, agents, seed };
}

/**
 * What has no place in the line (an agent that does not end, coverage that does not add up) counts as well.
 */
export function isCleanTeam(line: TeamLine, problems: readonly string[]): boolean {
  const { lost, duplicated, half, overLimit, mostPuts } = line;
  return lost + duplicated + half + overLimit + problems.length === 0 && mostPuts <= places;
}
