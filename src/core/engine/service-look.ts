import type { Clock } from '#core/ports/clock.ts';
import type { FoundKey } from '#core/ports/secrets.ts';
import { isOtherKey, noteKey, wasKeyAccepted } from '../ledger/accepted-key.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { ProfileService } from '../service/profile-service.ts';
import { createWakeLoop, type WakeLoop } from '../service/wake-loop.ts';

/** What has to be sent goes first, and says the same, ms. */
export const firstTurnMs = 5_000;
/** Turns look at this machine only, ms; with jitter. */
const turnEveryMs = 60_000;
/** The service is asked when it gave no answer to anybody for so long, ms. */
export const quietMs = 10 * 60_000;

export interface ServiceLookOptions {
  readonly service: Pick<ProfileService, 'profile' | 'client' | 'governor'>;
  readonly ledger: Pick<Ledger, 'facts' | 'left'>;
  readonly clock: Clock;
  /** 0…1. */
  readonly random: () => number;
  readonly getKey: () => Promise<FoundKey>;
  /** While it is paused, while nothing is sent with the profile, and while uploads are under way. */
  readonly isHeld: () => boolean;
  /** The service accepted another key than before: it may be another account's, which has other documents. */
  readonly onNewKey: () => void;
  /** The service was asked: it may be heard of otherwise now. */
  readonly onAsked: () => void;
  readonly onError: (error: unknown, isNews: boolean) => void;
}

/**
 * Asks the service now and then while nothing else does: a key that is rejected, or a service that is not
 * there, is known before there is something to send. Where this key was accepted before, a start is no reason
 * to ask (docs/adr/0007). What is wrong is the governor's, which also finds out when it ends.
 */
export function createServiceLook(options: ServiceLookOptions): WakeLoop {
  const { service, ledger, clock, random, getKey, isHeld, onNewKey, onAsked, onError } = options;
  const { profile, client, governor } = service;
  let key: { readonly value: FoundKey } | undefined;
  let isWanted = false;
  let isNew = false;
  let heardOf = governor.state().lastSuccessAt;
  let quietSince = clock.monotonic();

  /** Takes in what others heard of the service since. */
  function hear(): void {
    const { code, lastSuccessAt } = governor.state();
    if (code?.startsWith('KEY_')) note(false);
    if (lastSuccessAt === heardOf) return;
    heardOf = lastSuccessAt;
    quietSince = clock.monotonic();
    isWanted = false;
    if (code !== null) return;
    note(true);
    if (isNew) onNewKey();
    isNew = false;
  }

  function note(accepted: boolean): void {
    noteKey(ledger, profile, { key: key?.value, accepted, at: clock.now() });
  }

  async function lookAtKey(): Promise<void> {
    const value = await getKey().catch(() => key?.value);
    if (key === undefined) isWanted = !wasKeyAccepted(ledger, profile, value);
    else if (key.value !== value) isWanted = true;
    if (isOtherKey(ledger, profile, value)) isNew = true;
    key = { value };
  }

  function isDue(): boolean {
    const { inFlight } = client.budget.snapshot();
    if (governor.isOpen() || inFlight > 0 || isHeld()) return false;
    return isWanted || clock.monotonic() - quietSince >= quietMs;
  }

  /** What the governor waits for needs nobody who waits beside it: that would be something to be sent. */
  async function ask(signal: AbortSignal): Promise<void> {
    const held = new AbortController();
    const stopHearing = governor.onChange(() => {
      if (governor.isOpen()) held.abort(new DOMException('The governor finds out.', 'AbortError'));
    });
    try {
      await client.look({ priority: 'polling', signal: AbortSignal.any([signal, held.signal]) });
    } catch (error) {
      if (!held.signal.aborted) throw error;
    } finally {
      stopHearing();
    }
  }

  const loop = createWakeLoop({
    clock,
    onError,
    turn: async (signal) => {
      if (key === undefined) await lookAtKey();
      // Before the key is looked at again: what was heard is about the key of until now.
      hear();
      await lookAtKey();
      if (isDue() && !signal.aborted) {
        await ask(signal);
        hear();
        onAsked();
      }
      return turnEveryMs * (0.8 + 0.4 * random());
    },
  });
  return {
    ...loop,
    async stop() {
      await loop.stop();
      try {
        if (key === undefined) await lookAtKey();
        hear();
      } catch (error) {
        onError(error, true);
      }
    },
  };
}
