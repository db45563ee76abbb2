import type { FileGate } from '#core/local/file-gate.ts';
import type { EventName, EventPayload } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { said } from '#shared/spoken/said.ts';
import type { AcrossWork } from '../across/across-work.ts';
import type { ConnectorFollower } from '../connectors/connector-follower.ts';
import type { DocumentWork } from '../documents/document-work.ts';
import type { Database } from '../ledger/database.ts';
import type { Holder } from '../ledger/lock.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { Originals } from '../original/originals.ts';
import type { NoteWork } from '../notes/note-work.ts';
import type { Budget } from '../service/budget.ts';
import type { Network } from '../service/network/network.ts';
import type { SendReport } from '../service/send-report.ts';
import type { ProfileService } from '../service/profile-service.ts';
import type { Owners } from '../watch/folder-owners.ts';
import type { Watch } from '../watch/watch-api.ts';
import type { CoreDependencies } from './core-dependencies.ts';
import type { LiveParts } from './health/live-parts.ts';
import type { ProfileEngine } from './profile-engine.ts';

export interface Notice {
  readonly code: ErrorCode;
  readonly message: string;
  readonly detail?: string;
}

/** What the handlers of the calls work with while core runs. */
export interface CoreContext
  extends Pick<
    CoreDependencies,
    'dataDirectory' | 'settings' | 'secrets' | 'teamAccess' | 'clock' | 'random' | 'logger'
  > {
  readonly database: Database;
  readonly ledger: Ledger;
  /** The way to people's files and folders. */
  readonly gate: FileGate;
  /** The same with what speaks to services, which is loaded when it is first asked for. */
  readonly withServices: () => Promise<ServiceContext>;
  /** The request budget of a profile; undefined while nothing in this process had to do with its service. */
  readonly budgetOf: (profile: Profile) => Budget | undefined;
  /** After a person said something that changes what the engines of this process may do. */
  readonly restartEngines: () => Promise<void>;
  /** The process that runs the queue of this data folder, this one or another. */
  readonly agent: () => Holder | 'unnamed' | undefined;
  /** Present while this process runs the queue. */
  readonly engines: ReadonlyMap<string, ProfileEngine>;
  /** The watch folders in force, and which of them decides about a path. */
  readonly owners: () => Promise<Owners>;
  /** Present while this process watches folders. */
  readonly watch: () => Watch | undefined;
  readonly isPaused: () => boolean;
  readonly setPaused: (paused: boolean) => void;
  readonly notices: () => readonly Notice[];
  /** What was found damaged, and where it was set aside, for whoever asks how Sluice is doing. */
  readonly notice: (code: Notice['code'], setAside: string | null) => void;
  /** Where a configuration file that was to be put into force is wrong; null once one was. */
  readonly noteConfiguration: (place: string | null) => void;
  /**
   * What the process that runs the queue knows of services and folders, this one or another; undefined while
   * none does.
   */
  readonly live: () => Promise<LiveParts | undefined>;
  /** Parts of this process that do not go on though they should. */
  readonly stands: () => LiveParts['stands'];
  /** Work of this process that keeps failing unexpectedly. */
  readonly failing: () => LiveParts['failing'];
  /**
   * Since when another process that has the data folder has not reported, ms since the epoch, or null where
   * no one knows; undefined while it does, and of this process.
   */
  readonly silentSince: (holder: Holder | 'unnamed' | undefined) => number | null | undefined;
  /** Something may have changed how Sluice is doing. */
  readonly touchHealth: (now?: boolean) => void;
  readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
}

/** What the handlers of calls work with that have to do with services. */
export interface ServiceContext extends CoreContext {
  /** The service of a profile; made at first use. */
  readonly serviceOf: (profile: Profile) => ProfileService;
  /** How this process reaches hosts. */
  readonly network: Network;
  /** Tells who watches over Sluice, at an address that a person named. */
  readonly report: SendReport;
  /** Syncs and removals of connectors whose ends are waited for. */
  readonly follower: ConnectorFollower;
  /** Jobs over documents, and what keeps them in step. */
  readonly documents: DocumentWork;
  /** Looks at the entities of many documents. */
  readonly across: AcrossWork;
  /** What documents were made from, as it is shown. */
  readonly originals: Originals;
  /** Lets notes follow their documents. */
  readonly notes: NoteWork;
}

/**
 * The profile that calls are about when none is named.
 *
 * @param shown the profile that the user saw. If another window or command has switched since, no document
 *   may be sent to the other service or deleted there.
 * @throws AppError `USAGE` if no profile is set up, or if another one than `shown` is active
 */
export function activeProfile(context: Pick<CoreContext, 'settings'>, shown?: string): Profile {
  const { profiles, activeProfileId } = context.settings.get();
  const profile = profiles.find((one) => one.id === activeProfileId) ?? profiles[0];
  if (!profile) throw new AppError('USAGE', { spoken: said('usage.noProfile') });
  if (shown !== undefined && shown !== profile.id)
    throw new AppError('USAGE', { spoken: said('usage.otherProfile', { name: profile.name }) });
  return profile;
}

/** @throws AppError as `activeProfile` does */
export function activeService(context: ServiceContext, shown?: string): ProfileService {
  return context.serviceOf(activeProfile(context, shown));
}

/**
 * The fact that says when a person last asked to try again: the process that runs the queue may be another
 * one.
 */
export const askedAnewKey = 'asked-anew';

/** What is under way in this process stops where the ledger says so by now. */
export function interruptChanged(context: CoreContext): void {
  for (const engine of context.engines.values()) engine.interruptChanged();
}

/** Tells the engines of this process that the ledger was changed by a call. */
export function wakeEngines(context: CoreContext, anew = false): void {
  for (const engine of context.engines.values()) engine.wake(anew);
}
