import { createClock } from '#core/ports/clock.ts';
import { silentLogger } from '#core/ports/logger.ts';
import { networkSettingsSchema } from '#shared/settings/network-settings.ts';
import { createNetwork, type Network, type NetworkOptions } from '../network/network.ts';

/**
 * A network without proxies, whatever the machine of the tests says, and without the system's certificates.
 */
export function createTestNetwork(options: Partial<NetworkOptions> = {}): Network {
  return createNetwork({
    port: { variables: {} },
    settings: () => networkSettingsSchema.parse({}),
    secrets: { getKey: async () => undefined },
    clock: createClock(),
    logger: silentLogger,
    readSystem: async () => [],
    ...options,
  });
}
