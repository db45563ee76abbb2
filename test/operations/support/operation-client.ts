import { type Clock, createClock } from '#core/ports/clock.ts';
import { type Logger, silentLogger } from '#core/ports/logger.ts';
import type { Answer, ServiceFailure } from '#core/service/answer.ts';
import { createBudget } from '#core/service/budget.ts';
import { createTestNetwork } from '#core/service/testing/test-network.ts';
import { createServiceClient, type ServiceClient } from '#core/service/client.ts';
import type { OperationAnswer } from '#core/service/operations/operation-client.ts';
import { profileSchema } from '#shared/settings/profile.ts';

export const testKey = 'canary-key-operations';

/** A client of local servers. */
export function clientOf(
  baseUrl: string,
  options: { agentsUrl?: string; clock?: Clock; logger?: Logger; key?: string } = {},
): ServiceClient {
  const { agentsUrl = null, clock = createClock(), logger = silentLogger, key = testKey } = options;
  return createServiceClient({
    profile: profileSchema.parse({ id: 'p', name: 'P', baseUrl, agentsUrl }),
    getKey: async () => key,
    clock,
    budget: createBudget({ clock, requestsPerMinute: 100_000 }),
    logger,
    network: createTestNetwork(),
  });
}

export function mustBe(answer: Answer<OperationAnswer>): OperationAnswer {
  if (!answer.ok) throw answer.failure.error;
  return answer.value;
}

export function failureOf(answer: Answer<unknown>): ServiceFailure {
  if (answer.ok) throw new Error('expected a failure');
  return answer.failure;
}
