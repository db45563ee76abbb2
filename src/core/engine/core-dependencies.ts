import type { LedgerTuning } from '../ledger/ledger-tuning.ts';
import type { FileGate } from '../local/file-gate.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { NetworkPort } from '../ports/network.ts';
import type { StartProgram } from '../ports/programs.ts';
import type { Team } from '../ports/team.ts';
import type { TeamAccess } from '../ports/team-access.ts';
import type { SecretsPort } from '../ports/secrets.ts';
import type { SettingsPort } from '../ports/settings.ts';
import type { MoveToTrash } from '../ports/trash.ts';
import type { WatchOptions } from '../watch/watch-api.ts';

export interface CoreDependencies {
  /** Absolute; created when missing. Holds the ledger, its lock and caches. One agent at a time. */
  readonly dataDirectory: string;
  readonly settings: SettingsPort;
  readonly secrets: SecretsPort;
  readonly clock: Clock;
  /** Uniform in 0…1. */
  readonly random: () => number;
  readonly logger: Logger;
  /** The network as the host knows it; the variables of the environment when left out. */
  readonly network?: NetworkPort;
  /** How programs beside core are started; as processes of Node's when left out. */
  readonly startProgram?: StartProgram;
  /** The host's trash; the system's own rule when left out (docs/adr/0030). */
  readonly moveToTrash?: MoveToTrash | undefined;
  /** Who else sends with the same subscription, in place of whoever the settings say; for tests. */
  readonly team?: Team | undefined;
  /** What the host knows of a team's database. */
  readonly teamAccess?: TeamAccess | undefined;
  /** Knobs for tests and benchmarks; the app and the agent leave them out. */
  readonly tuning?: {
    readonly watch?: WatchOptions;
    /** Stands between core and people's files; the thread that watches has its own. */
    readonly gate?: FileGate;
    /** How long a drive that may hang may keep silent over a call, real ms. */
    readonly driveLimitMs?: number;
    /** Age at which an unnamed abandoned slot is deleted, ms. */
    readonly slotAgeMs?: number;
    /** How long the service may take to answer, and a PUT to move nothing; real ms. */
    readonly responseTimeoutMs?: number;
    readonly stallTimeoutMs?: number;
    /** Where the system's certificates come from, and how long they are waited for, real ms. */
    readonly readSystemCertificates?: () => Promise<readonly string[]>;
    readonly certificatesWithinMs?: number;
    /** Stands between the engine and the team that the settings name. */
    readonly team?: (team: Team) => Team;
    /** Stands between the ledger and its disk: statements that fail, syncs that never end. */
    readonly ledger?: LedgerTuning;
  };
}

/**
 * How much of the engine runs in this process:
 * - `watch`: everything; needs the data folder's lock
 * - `uploads`: the queue, without watching folders; needs the lock
 * - `none`: only calls. What is added to the queue is done by the agent that holds the lock.
 */
export type Engine = 'watch' | 'uploads' | 'none';
