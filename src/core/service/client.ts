import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { createAgents } from './agents.ts';
import type { CallOptions } from './answer.ts';
import type { Budget } from './budget.ts';
import { checkService, type ServiceCheck } from './check.ts';
import { type ConnectorsArea, createConnectorsArea } from './connectors.ts';
import { createDocumentsArea, type DocumentsArea } from './documents.ts';
import { createHttp, type HttpOptions } from './http.ts';
import { createOperationClient, type OperationClient } from './operations/operation-client.ts';
import { createStorageArea, type StorageArea } from './storage.ts';
import { createTagsArea, type TagsArea } from './tags.ts';
import { createTurns, type Turns } from './turns.ts';

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
  /** Shorter waits for an answer, for tests; real ms. */
  readonly timeouts?: HttpOptions['timeouts'] | undefined;
}

/** The content service, typed. Expected failures are values (`Answer`); a throw is a bug or an abort. */
export interface ServiceClient {
  readonly documents: DocumentsArea;
  readonly tags: TagsArea;
  /** For changes of a document's tags, which are read before they are written: of our own, none comes between the two. */
  readonly tagTurns: Turns;
  readonly connectors: ConnectorsArea;
  readonly storage: StorageArea;
  /** Every operation of the interface, derived from the registry. */
  readonly operations: OperationClient;
  /** Asks the service live for each permission Sluice needs. */
  check(options: CallOptions): Promise<ServiceCheck>;
  readonly budget: Budget;
  /** Ends operations under way and closes connections. Calls after it still work and open new ones. */
  close(): void;
}

/** Creates the client of a profile. Nothing is asked before the first call. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { profile, getKey, clock, budget, logger, random, userAgent, timeouts = {} } = options;
  const wire = { getKey, clock, budget, logger, userAgent, timeouts };
  const http = createHttp({ ...wire, profile });
  // One key, one budget, another address (specification, head).
  const agents =
    profile.agentsUrl === null ? http : createHttp({ ...wire, profile: { baseUrl: profile.agentsUrl } });
  // Connections of its own: what is set up for the API must never carry over to storage.
  const storage = createStorageArea({ clock, logger, agents: createAgents(), random });
  const documents = createDocumentsArea(http, clock);
  const tags = createTagsArea(http);
  const connectors = createConnectorsArea(http);
  const operations = createOperationClient({ http: { base: http, agents }, storage, clock });
  return {
    documents,
    tags,
    tagTurns: createTurns(),
    connectors,
    storage,
    operations,
    check: (callOptions) => checkService({ documents, tags, connectors }, callOptions),
    budget,
    close() {
      operations.close();
      http.close();
      agents.close();
      storage.close();
    },
  };
}
