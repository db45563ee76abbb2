import type { Watch, WatchDependencies } from './watch-api.ts';

/** The watching of all watch folders (W1–W22): one thread looks, this side writes the ledger and hands over. */
export function createWatch(_dependencies: WatchDependencies): Watch {
  throw new Error('being written');
}
