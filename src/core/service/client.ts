import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { CallOptions } from './answer.ts';
import type { Budget } from './budget.ts';
import type { ServiceCheck } from './check.ts';
import type { ConnectorsArea } from './connectors.ts';
import type { DocumentsArea } from './documents.ts';
import type { StorageArea } from './storage.ts';
import type { TagsArea } from './tags.ts';

export interface ServiceClientOptions {
  readonly profile: Profile;
  /** Asked at each request, so that a changed key holds at once; undefined when none is set. */
  readonly getKey: () => Promise<string | undefined>;
  readonly clock: Clock;
  readonly budget: Budget;
  readonly logger: Logger;
  /** 0…1. */
  readonly random?: () => number;
  readonly userAgent?: string;
}

/** The content service, typed. Expected failures are values (`Answer`); a throw is a bug or an abort. */
export interface ServiceClient {
  readonly documents: DocumentsArea;
  readonly tags: TagsArea;
  readonly connectors: ConnectorsArea;
  readonly storage: StorageArea;
  /** Asks the service live for each permission Sluice needs. */
  check(options: CallOptions): Promise<ServiceCheck>;
  readonly budget: Budget;
  /** Closes idle connections. Calls after it still work and open new ones. */
  close(): void;
}

export function createServiceClient(_options: ServiceClientOptions): ServiceClient {
  throw new Error('not built yet');
}
