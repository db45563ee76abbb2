import type { Ledger } from './sqlite-ledger.ts';

/** How a profile came back from a lost ledger; kept as a fact until the end of time, it costs nothing. */
export interface RebuildFact {
  /**
   * - `collecting`: nothing is sent before the service has said what it holds
   * - `known`: it has; what it holds is recognised by its bytes
   * - `uncertain`: it cannot say; a person decides about files from before the loss
   */
  readonly state: 'collecting' | 'known' | 'uncertain';
  /** How many documents the service had, as far as it was written outside the ledger. */
  readonly expected?: number;
  /** When the loss was found, ms since the epoch: files from before it may be in already. */
  readonly at: number;
  /** Documents that the ledger knows and the list lacked are still to be requested by their id. */
  readonly isLacking?: boolean;
  /**
   * A person said that the service is another one: what it cannot tell is no reason to hold anything back.
   */
  readonly isTrusted?: boolean;
}

/** Set after a loss of the ledger until every folder has a new time when it was added. */
export const beginningsLostKey = 'watch.beginnings-lost';

export const rebuildKey = (profileId: string) => `rebuild:${profileId}`;

/** @returns undefined for a profile whose history was never lost */
export function rebuildFactOf({ facts }: Pick<Ledger, 'facts'>, profileId: string): RebuildFact | undefined {
  return facts.get(rebuildKey(profileId)) as RebuildFact | undefined;
}
