import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';
import { createTeamFollower } from '../documents/follow-team.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { createLostCollector } from '../rebuild/collect-lost.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WakeLoop, WakeLoopOptions } from '../service/wake-loop.ts';
import { sweepStranded } from '../upload/sweep-stranded.ts';
import { tellTeam } from '../upload/tell-team.ts';
import { createSharedFolders, type SharedFolders, type SharedFoldersOptions } from './shared-folders.ts';

interface TeamLoopsContext {
  readonly profileId: string;
  readonly team: Team;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly client: ServiceClient;
  readonly scope: () => Promise<string | undefined>;
  readonly onDocuments: () => void;
  /** As `tellTeam` has it. */
  readonly heldSince: () => number | null;
  /** As `tellTeam` has them. */
  readonly onTwice: (contentIds: readonly string[]) => void;
  readonly onFenced: (uploadId: number) => void;
  /** From here on documents of a time that the team lost are recognised. */
  readonly onCollected: () => void;
  /** Undefined where this process watches no folders. */
  readonly sharing: Omit<SharedFoldersOptions, 'team' | 'scope' | 'wake'> | undefined;
  readonly loop: (turn: WakeLoopOptions['turn']) => WakeLoop;
}

export interface TeamLoops {
  /** There may be something to tell. */
  wake(): void;
  /** Asks now who watches the shared folders: they, or a pause, changed. */
  share(): void;
  readonly shared: SharedFolders | undefined;
  readonly all: readonly WakeLoop[];
}

/** What an engine does with the other machines of its team; nothing where it is alone. */
export function createTeamLoops(context: TeamLoopsContext): TeamLoops | undefined {
  const { onDocuments, loop } = context;
  if (context.team.isAlone) return undefined;
  const lost = createLostCollector(context);
  const telling = loop((signal) =>
    tellTeam(
      { ...context, collect: (lostMs) => lost.collect(lostMs, signal), onReplayed: lost.forget },
      signal,
    ),
  );
  const following = loop(createTeamFollower({ ...context, onChange: onDocuments }));
  const sweeping = loop((signal) => sweepStranded(context, signal));
  const wakeSharing = () => sharing?.wake();
  const shared =
    context.sharing && createSharedFolders({ ...context, ...context.sharing, wake: wakeSharing });
  const sharing = shared && loop(shared.turn);
  return {
    wake: telling.wake,
    share: wakeSharing,
    shared,
    all: [telling, following, sweeping, ...(sharing ? [sharing] : [])],
  };
}
