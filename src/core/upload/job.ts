import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { Ledger } from '../ledger/port.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { Recognised } from '../rebuild/recognise.ts';
import type { Priority } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Throttle } from '../service/throttle.ts';
import type { ChangingFiles } from './changing-files.ts';
import type { EtagJudge } from './etag.ts';
import type { Gate } from './gate.ts';
import type { LocalVolumes } from './local-volume.ts';
import type { Progress } from './progress.ts';

/** What every step of an upload works with. */
export interface UploadContext {
  readonly profile: Profile;
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly throttle: Throttle;
  readonly progress: Progress;
  readonly etags: EtagJudge;
  readonly volumes: LocalVolumes;
  readonly changing: ChangingFiles;
  /** Overrides how long a PUT may stand still, for tests; real ms. */
  readonly stallTimeoutMs: number | undefined;
  /** Whether the service already holds these bytes, from before a ledger was lost; undefined in normal life. */
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
 * - `rate-limited` and `offline`: nothing was burned; `offline` holds the whole profile for a moment
 * - `blocked`: nothing of this profile can go on before a person acts (key)
 * - `moved`: somebody else changed the upload (cancel): leave it alone
 */
export type StepOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'slower' }
  | { readonly kind: 'rate-limited' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'blocked'; readonly code: ErrorCode }
  | { readonly kind: 'moved' };

export const done: StepOutcome = { kind: 'done' };
export const moved: StepOutcome = { kind: 'moved' };

const lanePriorities: readonly Priority[] = ['manual', 'fresh', 'backlog'];

export function priorityOf(row: UploadRow): Priority {
  return lanePriorities[row.lane] ?? 'backlog';
}
