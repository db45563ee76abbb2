import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { SecretsPort } from '#core/ports/secrets.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { createLinkedFiles, type LinkedFiles } from '../documents/links.ts';
import { createBudget } from '../service/budget.ts';
import { createServiceClient, type ServiceClient } from '../service/client.ts';

/** The way to one service: its client, its request budget and what was fetched from it. */
export interface ProfileService {
  readonly profile: Profile;
  readonly client: ServiceClient;
  readonly links: LinkedFiles;
}

export interface ProfileServiceDependencies {
  readonly secrets: SecretsPort;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly cacheDirectory: string;
  readonly tuning?: { readonly responseTimeoutMs?: number };
}

export function createProfileService(
  profile: Profile,
  dependencies: ProfileServiceDependencies,
): ProfileService {
  const { secrets, clock, random, logger, cacheDirectory, tuning } = dependencies;
  const response = tuning?.responseTimeoutMs;
  const budget = createBudget({ clock, requestsPerMinute: profile.requestsPerMinute, random });
  const client = createServiceClient({
    profile,
    getKey: () => secrets.getKey(profile.id),
    clock,
    budget,
    logger,
    random,
    timeouts: response === undefined ? undefined : { response },
  });
  return { profile, client, links: createLinkedFiles(client, cacheDirectory) };
}
