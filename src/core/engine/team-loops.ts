import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';
import { createTeamFollower } from '../documents/follow-team.ts';
import { createJobSharing, type JobsHere } from '../documents/share-jobs.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { createLostCollector } from '../rebuild/collect-lost.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WakeLoop, WakeLoopOptions } from '../service/wake-loop.ts';
import type { SharedFolders } from '../upload/shared/shared-folders.ts';
import { sweepStranded } from '../upload/sweep-stranded.ts';
import { tellTeam } from '../upload/tell-team.ts';

interface TeamLoopsContext {
  readonly profileId: string;
  readonly team: Team;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly client: ServiceClient;
  readonly scope: () => Promise<string | undefined>;
  readonly jobs: JobsHere;
  /** Whether this machine may go on with jobs that nobody does. */
  readonly mayTakeJobs: () => boolean;
  readonly shared: SharedFolders | undefined;
  readonly onDocuments: () => void;
  /** As `tellTeam` has it. */
  readonly onFenced: (uploadId: number) => void;
  /** From here on documents of a time that the team lost are recognised. */
  readonly onCollected: () => void;
  readonly loop: (turn: WakeLoopOptions['turn']) => WakeLoop;
}

export interface TeamLoops {
  /** There may be something to tell. */
  wake(): void;
  /** A job over documents runs here. */
  begun(jobId: number): void;
  /** There is a job over documents that nobody goes on with. */
  heardFreeJobs(): void;
  /** This machine may send now, or no more. */
  heardPause(isPaused: boolean): void;
  /** Who reads a folder first that several machines of the team have. */
  readonly firstReaderOf: SharedFolders['ofFolder'];
  readonly all: readonly WakeLoop[];
}

/** What an engine does with the other machines of its team; nothing where it is alone. */
export function createTeamLoops(context: TeamLoopsContext): TeamLoops | undefined {
  const { profileId, team, ledger, scope, jobs: here, onDocuments, loop } = context;
  if (team.jobs === undefined) {
    for (const jobId of ledger.teamJobs.leave(profileId)) {
      here.holds.forget(jobId);
      if (!here.isAt(jobId)) here.run(profileId, jobId);
    }
    return undefined;
  }
  const lost = createLostCollector(context);
  const telling = loop((signal) =>
    tellTeam(
      { ...context, collect: (lostMs) => lost.collect(lostMs, signal), onReplayed: lost.forget },
      signal,
    ),
  );
  const following = loop(createTeamFollower({ ...context, scope, onChange: onDocuments }));
  const sweeping = loop((signal) => sweepStranded(context, signal));
  let wasPaused = false;
  let begun: number[] = [];
  const share = createJobSharing({
    ...context,
    jobs: team.jobs,
    here,
    mayTake: context.mayTakeJobs,
    begun() {
      const told = begun;
      begun = [];
      return told;
    },
  });
  const sharing = loop(share);
  const reading = loop(async (signal) => context.shared?.turn(signal));
  return {
    wake() {
      telling.wake();
      sharing.wake();
    },
    begun(jobId) {
      begun.push(jobId);
      sharing.wake();
    },
    heardFreeJobs: () => sharing.wake(),
    heardPause(isPaused) {
      if (isPaused !== wasPaused) reading.wake();
      wasPaused = isPaused;
    },
    firstReaderOf: (folderId) => context.shared?.ofFolder(folderId),
    all: [telling, following, sweeping, sharing, reading],
  };
}
