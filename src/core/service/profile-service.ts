import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import { keyForAnotherAddress, type SecretsPort } from '#core/ports/secrets.ts';
import { shortestPauseTold } from '#shared/bridge/health.ts';
import type { Policy } from '#shared/settings/policy.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { createBudget } from './budget.ts';
import { createServiceClient, type ServiceClient } from './client.ts';
import { governHttp } from './governed-http.ts';
import { createGovernor } from './governor.ts';
import type { Governor } from './governor-port.ts';
import { createLinkedFiles, type LinkedFiles } from './linked-files.ts';
import type { Network } from './network/network.ts';
import { ownAddresses } from './network/own-addresses.ts';
import type { Hold } from './pause.ts';

/** The way to one service: its client, its request budget and what was fetched from it. */
export interface ProfileService {
  readonly profile: Profile;
  readonly client: ServiceClient;
  /** Holds the background work of this profile while its service, key or ledger fails. */
  readonly governor: Governor;
  readonly links: LinkedFiles;
  /** The same service for work that ends with `signal`: every request, and every wait for one. */
  until(signal: AbortSignal): ProfileService;
}

export interface ProfileServiceDependencies {
  readonly secrets: SecretsPort;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly cacheDirectory: string;
  readonly network: Network;
  /** What the administrator of the machine set. */
  readonly policy?: Policy | undefined;
  readonly tuning?: { readonly responseTimeoutMs?: number };
}

export function createProfileService(
  profile: Profile,
  dependencies: ProfileServiceDependencies,
): ProfileService {
  const { secrets, clock, random, logger, cacheDirectory, network, policy, tuning } = dependencies;
  const response = tuning?.responseTimeoutMs;
  const budget = createBudget({ clock, requestsPerMinute: profile.requestsPerMinute, random });
  const getKey = (origin: string) => secrets.getKey(profile.id, origin);
  const governed = createGovernor({
    clock,
    logger,
    getKey: async () => {
      const key = await getKey(new URL(profile.baseUrl).origin);
      return key === keyForAnotherAddress ? undefined : key;
    },
    probe: (signal) => client.probe(signal),
    network: () => ownAddresses(),
  });
  const governor: Governor = {
    ...governed,
    probeNow() {
      network.retry();
      client.probeHolds();
      governed.probeNow();
    },
  };
  const client = createServiceClient({
    profile,
    getKey,
    clock,
    budget,
    logger,
    network,
    random,
    policy,
    govern: (http) => governHttp(http, governor),
    timeouts: response === undefined ? undefined : { response },
  });
  client.onHold(logHolds(client, governor, { clock, logger }));
  const over = (own: ServiceClient): ProfileService => ({
    profile,
    client: own,
    governor,
    links: createLinkedFiles(own, cacheDirectory),
    until: (signal) => over(own.until(signal)),
  });
  return over(client);
}

const askedToWait: Record<Hold['by'], string> = {
  service: 'The service asked Sluice to wait.',
  storage: 'A storage host asked Sluice to wait.',
  team: 'The database of the team asked Sluice to wait.',
};

/**
 * Logs a line when a pause begins, and one when it ends before its time. While the governor holds the same
 * work, it has logged that.
 */
function logHolds(
  client: Pick<ServiceClient, 'holds'>,
  governor: Pick<Governor, 'isOpen'>,
  { clock, logger }: Pick<ProfileServiceDependencies, 'clock' | 'logger'>,
): () => void {
  let logged = new Map<string, Hold>();
  return () => {
    const now = new Map(client.holds().map((hold) => [`${hold.by} ${hold.host} ${hold.since}`, hold]));
    const next = new Map<string, Hold>();
    for (const [key, hold] of now) {
      const seconds = Math.round((hold.until - clock.now()) / 1_000);
      const isWorthIt = hold.until - hold.since >= shortestPauseTold && !governor.isOpen();
      if (!logged.has(key) && !isWorthIt) continue;
      if (!logged.has(key)) logger.warn(askedToWait[hold.by], { host: hold.host, seconds });
      next.set(key, hold);
    }
    for (const [key, { by, host, until }] of logged)
      if (!next.has(key) && until > clock.now())
        logger.info('A pause that was asked for is over.', { by, host });
    logged = next;
  };
}
