import type { FileGate } from '#core/local/file-gate.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { FoundKey } from '#core/ports/secrets.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { ProfileService } from '../service/profile-service.ts';
import type { Owners } from '../watch/folder-owners.ts';
import type { WatchOfShared } from './shared-folders.ts';
import type { TeamLink } from './team-link.ts';

export interface ProfileEngineOptions {
  readonly service: ProfileService;
  readonly ledger: Ledger;
  readonly gate: FileGate;
  /** Absolute. */
  readonly dataDirectory: string;
  readonly link: TeamLink;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly settings: () => Settings;
  /** The watch folders in force, and which of them decides about a path. */
  readonly owners: () => Promise<Owners>;
  /** An upload was queued for another profile. */
  readonly wakeProfile: (profileId: string) => void;
  readonly isPaused: () => boolean;
  /** Whether something is sent with the profile: it is in force, or a folder's. */
  readonly isInUse: () => boolean;
  /** The key for requests to the profile's service. */
  readonly getKey: () => Promise<FoundKey>;
  /** Whether a text is a secret of this program. */
  readonly holdsSecret: (text: string) => boolean;
  readonly onChange: (uploadIds: readonly number[]) => void;
  readonly onState: () => void;
  /** Begins to bring the documents into step with the service's list; `full` reads all of it. */
  readonly refreshDocuments: (full: boolean) => void;
  /** The key seems to be another account's: nothing more is sent before a person says whether it is. */
  readonly onOtherAccount: () => void;
  /** Rows of documents changed, by what other machines did. */
  readonly onDocuments: () => void;
  /** Undefined where this process watches no folders. */
  readonly watch: WatchOfShared | undefined;
  /** Overrides the age at which an unnamed slot is deleted, for tests; ms. */
  readonly slotAgeMs?: number | undefined;
  /** How long a PUT may stand still, real ms. */
  readonly stallTimeoutMs?: number | undefined;
}
