import type { UploadState } from '#shared/uploads/upload.ts';
import type { CoreContext } from './core-context.ts';

/** States in which nothing is left to do, for anybody. */
const ended: readonly UploadState[] = ['completed', 'duplicate', 'cancelled'];

/**
 * How many uploads there are, by state. Those with something left to do count only for profiles that are set
 * up: nothing works for a removed one, and what it had is history until it is added again.
 */
export function countsInUse({ ledger, settings }: Pick<CoreContext, 'ledger' | 'settings'>) {
  const counts: Partial<Record<UploadState, number>> = {};
  const all = ledger.history.counts({ profileId: null });
  for (const state of ended) if (all[state] !== undefined) counts[state] = all[state];
  for (const { id } of settings.get().profiles)
    for (const [state, n] of Object.entries(ledger.history.counts({ profileId: id })) as [
      UploadState,
      number,
    ][])
      if (!ended.includes(state)) counts[state] = (counts[state] ?? 0) + n;
  return counts;
}
