import { type RebuildFact, rebuildFactOf, rebuildKey } from '../ledger/rebuild-fact.ts';
import { type CollectProgress, collectKnown, markLacking } from '../rebuild/collect-known.ts';
import type { ServiceClient } from '../service/client.ts';
import type { ProfileEngineOptions } from './profile-engine-options.ts';
import type { SetForward } from './set-forward.ts';

const collectAgainMs = 15_000;
/**
 * The list is 3 to 5 s behind (service-behaviour.md, "List documents"): what landed just before the ledger
 * was lost is in it after this, ms.
 */
const listSettlesMs = 10_000;

interface Options extends Pick<ProfileEngineOptions, 'clock' | 'ledger' | 'onState'> {
  readonly profileId: string;
  readonly client: ServiceClient;
  readonly setForward: SetForward;
  /** The service has said what it holds, or need not be asked. */
  readonly onKnown: () => void;
}

/** After a lost ledger nothing is sent before the service has said what it holds. */
export interface KnownFirst {
  /** How far it has come; undefined when nothing is being collected. */
  progress(): CollectProgress | undefined;
  /** Whether a person asked for another rebuild, or for none, since this began. */
  isOutdated(): boolean;
  /** A rebuild that began meanwhile is known from here on, and no reason to begin anew. */
  noteRebuild(): void;
  /** Collects; ms until that is looked at again. */
  turn(signal: AbortSignal): Promise<number | undefined>;
}

export function createKnownFirst({
  clock,
  ledger,
  client,
  profileId,
  setForward,
  onState,
  onKnown,
}: Options): KnownFirst {
  const first = rebuildFactOf(ledger, profileId);
  let rebuildAt = first?.at;
  /** When it began to wait for the list to settle, monotonic ms. */
  let waiting = { rebuildAt: first?.at, since: clock.monotonic() };
  /** Whether uploads may begin; a later turn only goes on with what the list lacked. */
  let isKnown = false;
  let rebuilding: CollectProgress | undefined =
    first?.state === 'collecting' ? { documents: 0, reading: 0, unsized: 0 } : undefined;

  function setRebuilding(progress: CollectProgress | undefined): void {
    if (rebuilding === progress) return;
    rebuilding = progress;
    onState();
  }

  return {
    progress: () => rebuilding,
    isOutdated: () => rebuildFactOf(ledger, profileId)?.at !== rebuildAt,
    noteRebuild() {
      rebuildAt = rebuildFactOf(ledger, profileId)?.at;
    },
    async turn(signal) {
      const fact = rebuildFactOf(ledger, profileId);
      if (fact?.state === 'collecting') {
        if (waiting.rebuildAt !== fact.at) waiting = { rebuildAt: fact.at, since: clock.monotonic() };
        // A clock that was set back meanwhile is no reason to wait longer.
        const settles = Math.min(fact.at - clock.now(), waiting.since - clock.monotonic()) + listSettlesMs;
        if (settles > 0) return settles;
        const state = await collectKnown({
          client,
          clock,
          ledger,
          profileId,
          signal,
          expected: fact.expected ?? 0,
          onProgress: setRebuilding,
        });
        if (state === 'failed') return collectAgainMs;
        // The user may have started another rebuild, or ended this one, in the meantime.
        if (rebuildFactOf(ledger, profileId)?.at !== fact.at) return 0;
        // The clock may also have been set before this start, after the loss was found.
        const since = Math.max(fact.at, setForward.begunAt) + setForward.count();
        const at = Math.min(since, Math.max(fact.at, clock.now()));
        if (rebuildAt === fact.at) rebuildAt = at;
        ledger.facts.set(rebuildKey(profileId), {
          ...fact,
          at,
          state: fact.isTrusted ? 'known' : state,
          // The list of another service proves nothing about these documents.
          isLacking: state === 'known' && !fact.isTrusted,
        } satisfies RebuildFact);
      }
      setRebuilding(undefined);
      if (!signal.aborted && !isKnown) {
        isKnown = true;
        onKnown();
      }
      const known = rebuildFactOf(ledger, profileId);
      if (!known?.isLacking) return undefined;
      if ((await markLacking({ client, ledger, profileId, signal })) === 'failed') return collectAgainMs;
      // Another rebuild may have begun meanwhile.
      if (rebuildFactOf(ledger, profileId)?.at === known.at)
        ledger.facts.set(rebuildKey(profileId), { ...known, isLacking: false } satisfies RebuildFact);
      onState();
      return undefined;
    },
  };
}
