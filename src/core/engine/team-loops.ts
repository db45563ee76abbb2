import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';
import { createTeamFollower } from '../documents/follow-team.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { collectLost } from '../rebuild/collect-lost.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WakeLoop, WakeLoopOptions } from '../service/wake-loop.ts';
import { sweepStranded } from '../upload/sweep-stranded.ts';
import { tellTeam } from '../upload/tell-team.ts';

interface TeamLoopsContext {
  readonly profileId: string;
  readonly team: Team;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly client: ServiceClient;
  readonly scope: () => Promise<string | undefined>;
  readonly onDocuments: () => void;
  /** As `tellTeam` has it. */
  readonly onFenced: (uploadId: number) => void;
  /** From here on documents of a time that the team lost are recognised. */
  readonly onCollected: () => void;
  readonly loop: (what: string, turn: WakeLoopOptions['turn']) => WakeLoop;
}

export interface TeamLoops {
  /** Tells what this machine did; woken when there is something to tell. */
  readonly telling: WakeLoop;
  readonly all: readonly WakeLoop[];
}

/** What an engine does with the other machines of its team; nothing where it is alone. */
export function createTeamLoops(context: TeamLoopsContext): TeamLoops | undefined {
  const { team, scope, onDocuments, onCollected, loop } = context;
  if (team.isAlone) return undefined;
  const collect = async (lostMs: number, signal: AbortSignal) => {
    const isDone = await collectLost({ ...context, signal }, lostMs);
    if (isDone) onCollected();
    return isDone;
  };
  const telling = loop('Telling the team', (signal) =>
    tellTeam({ ...context, collect: (lostMs) => collect(lostMs, signal) }, signal),
  );
  const following = loop(
    'Following the team',
    createTeamFollower({ ...context, scope, onChange: onDocuments }),
  );
  const sweeping = loop('Looking for what machines left', (signal) => sweepStranded(context, signal));
  return { telling, all: [telling, following, sweeping] };
}
