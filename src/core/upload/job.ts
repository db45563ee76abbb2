import type { ChangingFiles } from '#core/local/changing-files.ts';
import type { FileGate } from '#core/local/file-gate.ts';
import type { FilePlace } from '#core/local/place.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Team } from '#core/ports/team.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { Recognised } from '../rebuild/recognise.ts';
import type { Priority } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Governor } from '../service/governor-port.ts';
import type { Absence } from '../service/presence.ts';
import type { Throttle } from '../service/throttle.ts';
import type { ServiceTags } from '../tags/service-tags.ts';
import type { Owners } from '../watch/folder-owners.ts';
import type { EtagJudge } from './etag.ts';
import type { Gate } from './gate.ts';
import type { Progress } from './progress.ts';
import type { Strikes } from './strikes.ts';

/** What every step of an upload works with. */
export interface UploadContext {
  readonly profile: Profile;
  readonly client: ServiceClient;
  /** What the service calls the tags that people name. */
  readonly tags: ServiceTags;
  readonly governor: Governor;
  /** Tells the governor of an error that came from the ledger; false for any other. */
  readonly heardLedger: (error: unknown) => boolean;
  readonly strikes: Strikes;
  /**
   * Ids of uploads that were looked at, and whose slot is given up when the team answers. Not written down:
   * after a restart each is looked at once more.
   */
  readonly awaitTeam: Set<number>;
  /** Other machines' documents that the service did not find. Kept in memory: a restart looks again. */
  readonly absent: Map<ContentId, Absence>;
  readonly ledger: Ledger;
  /** Who else sends with the same subscription. */
  readonly team: Team;
  /**
   * Under whose key uploads go, as the team names it; asked only where others are. Undefined without a key.
   */
  readonly scope: () => Promise<string | undefined>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly throttle: Throttle;
  readonly progress: Progress;
  readonly etags: EtagJudge;
  readonly gate: Pick<
    FileGate,
    'readForUpload' | 'readText' | 'resolvePublished' | 'stat' | 'patient' | 'followLink'
  >;
  /** Where the file of an upload may be opened, as its folder stands now. */
  readonly placeOf: (row: UploadRow) => FilePlace;
  readonly changing: ChangingFiles;
  /** Aborted when the engine has to end: jobs and their requests end with it. */
  readonly end: AbortSignal;
  /** The watch folders in force, and which of them decides about a path. */
  readonly owners: () => Promise<Owners>;
  /** Whether another machine of the team watches a shared folder: nothing is handed over again here. */
  readonly isWatchedElsewhere: (folderId: string | null) => boolean;
  /** Whether a text is a secret of this program, such as a key: a file of it is no document. */
  readonly holdsSecret: (text: string) => boolean;
  /** Whether the key may be another account's, which is being found out: nothing new is sent with it. */
  readonly isKeyInDoubt: () => Promise<boolean>;
  /** An upload was queued for another profile. */
  readonly wakeProfile: (profileId: string) => void;
  /** Overrides how long a PUT may stand still, for tests; real ms. */
  readonly stallTimeoutMs: number | undefined;
  /** Ids of the other profiles at the same service. */
  readonly otherProfiles: () => readonly string[];
  /**
   * Whether the service already holds these bytes, from before a ledger was lost; undefined in normal life.
   */
  readonly recognise:
    | ((row: UploadRow, read: { sha256: string; size: number }) => Promise<Recognised | undefined>)
    | undefined;
  /** How long after landing a document is to be looked at first, ms; called once for each landing. */
  readonly firstLook: () => number;
  /** POSTs and PUTs are counted apart (U1). */
  readonly enrichGate: Gate;
  readonly putGate: Gate;
}

export interface Job {
  readonly row: UploadRow;
  readonly signal: AbortSignal;
}

/**
 * How a step ended, for the machine: a step has already written what became of the upload.
 * - `done`: moved on, or left for a later look at its `not_before`
 * - `rate-limited` and `held`: nothing was counted; `held` waits for the governor or the team
 * - `moved`: somebody else changed the upload (cancel): leave it alone
 */
export type StepOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'slower' }
  | { readonly kind: 'rate-limited' }
  | { readonly kind: 'held' }
  | { readonly kind: 'moved' };

export const done: StepOutcome = { kind: 'done' };
export const moved: StepOutcome = { kind: 'moved' };

const lanePriorities: readonly Priority[] = ['manual', 'fresh', 'backlog'];

export function priorityOf(row: UploadRow): Priority {
  return lanePriorities[row.lane] ?? 'backlog';
}
