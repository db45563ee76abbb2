import type { Handlers } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import type { CoreContext } from '../engine/core-context.ts';
import { type RebuildFact, rebuildFactOf, rebuildKey } from '../ledger/rebuild-fact.ts';
import { formerService, settleService } from '../ledger/service-of-history.ts';

type LedgerHandlers = Pick<Handlers, Extract<keyof Handlers, `ledger.${string}`>>;

/**
 * What a person says about the ledger as a whole: ask the service, start afresh, and which service it is
 * about.
 */
export function ledgerCalls(context: CoreContext): LedgerHandlers {
  const { clock, ledger, settings } = context;
  const done = { done: true } as const;

  function find(profileId: string) {
    const profile = settings.get().profiles.find(({ id }) => id === profileId);
    if (!profile) throw new AppError('NOT_HERE', { spoken: said('notHere.profile', { id: profileId }) });
    return profile;
  }

  async function taken(): Promise<typeof done> {
    await context.restartEngines();
    context.emit('uploads.changed', { ids: [] });
    context.emit('documents.changed', {});
    for (const folder of settings.get().folders) context.emit('folders.changed', { folderId: folder.id });
    return done;
  }

  return {
    'ledger.rebuild': async ({ profileId }) => {
      const { id } = find(profileId);
      const { expected = 0 } = rebuildFactOf(ledger, id) ?? {};
      const fact: RebuildFact = { state: 'collecting', at: clock.now(), expected };
      ledger.facts.set(rebuildKey(id), fact);
      return taken();
    },
    'ledger.startFresh': async ({ profileId }) => {
      const { id } = find(profileId);
      ledger.facts.delete(rebuildKey(id));
      ledger.known.clear(id);
      return taken();
    },
    'ledger.settleService': async ({ profileId, choice }) => {
      const profile = find(profileId);
      const origin = new URL(profile.baseUrl).origin;
      const key = await context.secrets.getKey(profileId, origin).catch(() => undefined);
      if (formerService(ledger, profile) === undefined) {
        throw new AppError('USAGE', { spoken: said('usage.sameService') });
      }
      settleService(ledger, profile, choice, { key, now: clock.now() });
      return taken();
    },
  };
}
