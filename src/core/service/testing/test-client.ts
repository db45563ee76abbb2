import { createClock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import type { Answer, ServiceFailure } from '../answer.ts';
import { createBudget } from '../budget.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from '../client.ts';
import { createTestNetwork } from './test-network.ts';

/** The failure of an answer that should have failed. */
export function failureOf(answer: Answer<unknown>): ServiceFailure {
  if (answer.ok) throw new Error('expected a failure');
  return answer.failure;
}

export const testKey = 'canary-api-key-0123456789';

/** A client of a local server, with everything that it logged. */
export function createTestClient(
  baseUrl: string,
  overrides: Partial<ServiceClientOptions> = {},
): { client: ServiceClient; logged: () => string } & Disposable {
  const lines: unknown[] = [];
  const line = (message: string, fields?: Record<string, unknown>) => void lines.push({ message, fields });
  const logger: Logger = { debug: line, info: line, warn: line, error: line };
  const clock = overrides.clock ?? createClock();
  const client = createServiceClient({
    profile: profileSchema.parse({ id: 'test', name: 'Test', baseUrl }),
    getKey: async () => testKey,
    clock,
    budget: createBudget({ clock, requestsPerMinute: 500 }),
    logger,
    network: createTestNetwork(),
    ...overrides,
  });
  return {
    client,
    logged: () => JSON.stringify(lines),
    [Symbol.dispose]: () => client.close(),
  };
}
