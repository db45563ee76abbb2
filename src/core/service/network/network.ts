import { isAbsolute } from 'node:path';
import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import { loginFrom, type NetworkPort, type ProxyLogin, proxyLoginId } from '#core/ports/network.ts';
import { keyForAnotherAddress, type SecretsPort } from '#core/ports/secrets.ts';
import type { NetworkSettings } from '#shared/settings/network-settings.ts';
import { type CertificateLook, lookAtCertificate } from './certificate-look.ts';
import { type Connections, createConnections, type Ways } from './connections.ts';
import { originOfHop, type ProxyHop } from './hop.ts';
import { createProxyRefusals } from './proxy-refusals.ts';
import { createRoutes, type Route } from './routes.ts';
import { readSystemCertificates } from './system-certificates.ts';
import { createTrust, type TrustState } from './trust.ts';

/** How this process reaches hosts: by which proxies, and whom it believes there. One for all its profiles. */
export interface Network {
  /** Connections for one kind of host; what is set up for one never carries over to another. */
  connections(): Connections;
  routeOf(url: URL): Promise<Route>;
  /** Whether a login is there for a proxy. */
  hasLogin(hop: ProxyHop): Promise<boolean>;
  /** Who answers at an https address, believed or not; nothing is sent there. */
  look(url: URL): Promise<CertificateLook>;
  trust(): TrustState;
  /** Other settings hold: the next requests find their way anew. */
  changed(): void;
  /** A person wants to know now: what a proxy refused is asked again. */
  retry(): void;
  stop(): void;
}

export interface NetworkOptions {
  readonly port: NetworkPort;
  readonly settings: () => NetworkSettings;
  readonly secrets: Pick<SecretsPort, 'getKey'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** For tests: where the system's certificates come from, and how long they are waited for, real ms. */
  readonly readSystem?: (() => Promise<readonly string[]>) | undefined;
  readonly certificatesWithinMs?: number | undefined;
  /** For tests: what tells one network of this machine from another. */
  readonly machine?: (() => string) | undefined;
}

export function createNetwork(options: NetworkOptions): Network {
  const { port, settings, secrets, clock, logger, machine, readSystem: given } = options;
  const made = new Set<Connections>();
  const refusals = createProxyRefusals(clock);
  const routes = createRoutes({ port, settings, clock, logger, machine });
  const trust = createTrust({
    logger,
    file: () => fileOf(port.certificates ?? settings().certificates),
    readSystem: given === undefined ? readSystemCertificates : async () => ({ more: await given() }),
    deadlineMs: options.certificatesWithinMs,
  });

  async function loginFor(hop: ProxyHop): Promise<ProxyLogin | undefined> {
    const given = hop.login ?? port.login?.();
    if (given !== undefined) return given;
    try {
      const kept = await secrets.getKey(proxyLoginId, originOfHop(hop));
      return kept === undefined || kept === keyForAnotherAddress ? undefined : loginFrom(kept);
    } catch {
      // A keychain that is locked: the proxy says that it wants a login, and by then it may be open.
      return undefined;
    }
  }

  const ways: Ways = { routes, trust, refusals, loginFor };
  function changed(): void {
    routes.forget();
    for (const connections of made) connections.leaveIdle();
  }

  const stop = port.onChange?.(() => {
    logger.debug('The network changed.');
    changed();
  });
  return {
    connections() {
      const connections = createConnections(ways);
      made.add(connections);
      return {
        ...connections,
        close() {
          made.delete(connections);
          connections.close();
        },
      };
    },
    routeOf: (url) => routes.routeOf(url),
    hasLogin: async (hop) => (await loginFor(hop)) !== undefined,
    look: (url) => lookAtCertificate(ways, url),
    trust: () => trust.state(),
    changed,
    retry: () => refusals.forget(),
    stop: () => stop?.(),
  };
}

/** A relative path would mean another file for each program that reads the settings. */
function fileOf(path: string | null): string | null {
  return path !== null && isAbsolute(path) ? path : null;
}
