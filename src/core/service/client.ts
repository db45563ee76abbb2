import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Team } from '#core/ports/team.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { Answer, CallOptions } from './answer.ts';
import type { Budget } from './budget.ts';
import { checkService, type ServiceCheck } from './check.ts';
import { type ConnectorsArea, createConnectorsArea } from './connectors.ts';
import { type AskedDocuments, createDocumentsArea, type DocumentsArea } from './documents.ts';
import { createHear, type Hearers } from './hear.ts';
import { createHeardDocuments } from './hear-documents.ts';
import { createHttp, type Http, type HttpOptions } from './http.ts';
import { createListKnowledge } from './list-knowledge.ts';
import type { Hold } from './pause.ts';
import type { Network } from './network/network.ts';
import { createOperationClient, type OperationClient } from './operations/operation-client.ts';
import { requestOf } from './operations/request-of.ts';
import { subscriptionOperations } from './operations/subscription.ts';
import { putInPlaces } from './put-in-place.ts';
import { createStorageArea, type StorageArea } from './storage.ts';
import { createTagsArea, type TagsArea } from './tags.ts';
import { createTargetRules, type Resolve } from './target-rules.ts';
import { createTurns, type Turns } from './turns.ts';
import { httpUntil, storageUntil } from './until-signal.ts';

export interface ServiceClientOptions {
  readonly profile: Profile;
  /** Asked at each request, so that a changed key holds at once; undefined when none is set. */
  readonly getKey: HttpOptions['getKey'];
  readonly clock: Clock;
  readonly budget: Budget;
  readonly logger: Logger;
  /** How hosts are reached. */
  readonly network: Pick<Network, 'connections'>;
  /** 0…1. */
  readonly random?: () => number;
  readonly userAgent?: string;
  /** What the administrator of the machine set. */
  readonly policy?: HttpOptions['policy'];
  /** How names of storage hosts are resolved, for tests. */
  readonly resolve?: Resolve | undefined;
  /** Puts the governor between the API and those who ask. */
  readonly govern?: ((http: Http) => Http) | undefined;
  /** Shorter waits for an answer, for tests; real ms. */
  readonly timeouts?: HttpOptions['timeouts'] | undefined;
}

/** Who sends with the same key. */
type ClientTeam = Pick<Team, 'isAlone' | 'exchange' | 'place' | 'recall' | 'tell'>;

/** The content service, typed. Expected failures are values (`Answer`); a throw is a bug or an abort. */
export interface ServiceClient {
  readonly documents: DocumentsArea;
  readonly tags: TagsArea;
  /**
   * For changes of a document's tags, which are read before they are written: of our own, none comes between
   * the two.
   */
  readonly tagTurns: Turns;
  readonly connectors: ConnectorsArea;
  readonly storage: StorageArea;
  /** Every operation of the interface, derived from the registry. */
  readonly operations: OperationClient;
  /** Asks the service live for each permission Sluice needs. */
  check(options: CallOptions): Promise<ServiceCheck>;
  readonly budget: Budget;
  /**
   * From here on requests need a permit of these, PUTs of operations a place, and what is asked in the
   * background is asked once for all who are the same `scope`.
   */
  joinTeam(team: ClientTeam, scope: Hearers['scope']): void;
  /**
   * The cheapest request there is, past the governor and before all others: whether the service answers, and
   * takes the key.
   */
  probe(signal: AbortSignal): Promise<Answer<unknown>>;
  /** The pauses that background work waits for: of the API and of storage hosts. */
  holds(): readonly Hold[];
  /** Notifies when a pause begins, and when a probe ends one. */
  onHold(listener: () => void): () => void;
  /** A person wants to know now: the next requests find out whether pauses are over. */
  probeHolds(): void;
  /** The same request as one of many: through the governor, and when its turn comes. */
  look(options: CallOptions): Promise<Answer<unknown>>;
  /** The same client, whose calls all end with the signal as well. */
  until(signal: AbortSignal): ServiceClient;
  /** Ends operations under way and closes connections. Calls after it still work and open new ones. */
  close(): void;
}

/** Creates the client of a profile. Nothing is asked before the first call. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const {
    profile,
    getKey,
    clock,
    budget,
    logger,
    network,
    random,
    userAgent,
    policy,
    timeouts = {},
    resolve,
    govern = (http: Http) => http,
  } = options;
  const wire = { getKey, clock, budget, logger, userAgent, policy, timeouts };
  const http = createHttp({ ...wire, connections: network.connections(), profile });
  // One key, one budget, another address (specification, head).
  const agents =
    profile.agentsUrl === null
      ? http
      : createHttp({
          ...wire,
          connections: network.connections(),
          profile: { ...profile, baseUrl: profile.agentsUrl },
        });
  // Connections of its own: what is set up for the API must never carry over to storage.
  const connections = network.connections();
  const rules = createTargetRules({ profile, ...(resolve ? { resolve } : {}) });
  const holdListeners = new Set<() => void>();
  const onHold = () => {
    for (const listener of holdListeners) listener();
  };
  budget.onHold(onHold);
  const keyNow = async () => {
    const key = await getKey(new URL(profile.baseUrl).origin);
    return typeof key === 'string' ? key : undefined;
  };
  const storage = createStorageArea({ clock, logger, getKey: keyNow, connections, rules, random, onHold });
  const knowledge = createListKnowledge(clock);
  const governed = govern(http);
  let joined: (Hearers & { readonly team: ClientTeam }) | undefined;
  const inPlaces = putInPlaces(storage, () => joined?.team);
  const operations = createOperationClient({ http: { base: governed, agents }, storage: inPlaces, clock });
  const rest = {
    tagTurns: createTurns(),
    operations,
    budget,
    joinTeam(team: ClientTeam, scope: Hearers['scope']) {
      joined = { team, scope };
      budget.joinTeam(team);
    },
    probe: (signal: AbortSignal) =>
      probeService(createDocumentsArea(http, knowledge, logger), http, { priority: 'person', signal }),
    holds: () => {
      const { hold } = budget.snapshot();
      return hold ? [hold, ...storage.holds()] : storage.holds();
    },
    onHold(listener: () => void) {
      holdListeners.add(listener);
      return () => holdListeners.delete(listener);
    },
    probeHolds() {
      budget.probeNow();
      storage.probeNow();
    },
    close() {
      operations.close();
      http.close();
      agents.close();
      storage.close();
    },
  };
  const hear = createHear(clock, () => joined);
  const over = (base: Http, ownStorage: StorageArea): ServiceClient => {
    const asked = createDocumentsArea(base, knowledge, logger);
    const heard = createHeardDocuments(asked, knowledge, hear);
    const isHeard = () => joined !== undefined && !joined.team.isAlone;
    const documents = { ...asked, ...heard, isHeard };
    const tags = createTagsArea(base, logger);
    const connectors = createConnectorsArea(base, logger);
    return {
      ...rest,
      documents,
      tags,
      connectors,
      storage: ownStorage,
      check: (callOptions) => checkService({ documents, tags, connectors }, callOptions),
      look: (callOptions) => probeService(documents, base, callOptions),
      until: (signal) => over(httpUntil(base, signal), storageUntil(ownStorage, signal)),
    };
  };
  return over(governed, storage);
}

/** One row of the list, or the subscription's limits where there is no list: neither costs units. */
async function probeService(
  documents: Pick<AskedDocuments, 'list' | 'listAvailable'>,
  http: Http,
  options: CallOptions,
): Promise<Answer<unknown>> {
  if (documents.listAvailable() !== 'no') return documents.list({ page: 1, page_size: 1 }, options);
  const quotas = subscriptionOperations['subscription.quotas'];
  return http.call({ ...requestOf(quotas), schema: quotas.response }, options);
}
