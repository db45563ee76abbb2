import { type Clock, sleep } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { NetworkPort } from '#core/ports/network.ts';
import { isLoopbackHost } from '#shared/settings/insecure-address.ts';
import type { NetworkSettings } from '#shared/settings/network-settings.ts';
import { direct, type Hop, hopAt, hopsOfList, nameOfHop, portOf } from './hop.ts';
import { isExcepted } from './no-proxy.ts';
import { ownAddresses } from './own-addresses.ts';

/** Who decided how a host is reached. */
export type RouteSource = 'machine' | 'run' | 'settings' | 'environment' | 'system' | 'none';

/** The ways to a host, the best first, and who says so. */
export interface Route {
  readonly hops: readonly Hop[];
  readonly from: RouteSource;
}

export interface Routes {
  /** Asked before each connection; what the system says is kept for a while. */
  routeOf(url: URL): Promise<Route>;
  /** Nobody answered there: for a while it comes last, and the system is asked anew. */
  failed(hop: Hop): void;
  /** This machine stands in another network: nothing that was known holds any more. */
  forget(): void;
}

export interface RoutesOptions {
  readonly port: NetworkPort;
  readonly settings: () => NetworkSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What tells one network of this machine from another. */
  readonly machine?: (() => string) | undefined;
}

/** What the system said is asked for again after this, ms: nobody tells when a PAC script changed. */
const keptForMs = 5 * 60_000;
/** Origins that are remembered; storage may have many hosts. */
const mostKept = 256;
/** A proxy that did not answer comes last for so long, as for Chromium, ms. */
const badForMs = 5 * 60_000;
/** A PAC script may look up names that nobody knows, ms. */
const longestLookMs = 10_000;

/**
 * Which ways lead to a host. This machine is always reached directly (S8); then decide, in this order, what
 * was said for this run, the settings, the variables of the environment, and the system.
 */
export function createRoutes({
  port,
  settings,
  clock,
  logger,
  machine = () => ownAddresses(),
}: RoutesOptions): Routes {
  const kept = new Map<string, { route: Promise<Route>; until: number }>();
  const bad = new Map<string, number>();
  let knownIn = '';

  function forget(): void {
    kept.clear();
    bad.clear();
  }

  async function askSystem(url: URL, ask: NonNullable<NetworkPort['resolveProxy']>): Promise<Route> {
    const given = new AbortController();
    const late = sleep(clock, longestLookMs, given.signal).then(() => Promise.reject(new Error('too late')));
    late.catch(() => undefined);
    try {
      return { from: 'system', hops: hopsOfList(await Promise.race([ask(url.origin), late])) };
    } catch (error) {
      logger.warn('The system did not say by which proxy a host is reached; it is tried directly.', {
        host: url.host,
        error,
      });
      return { from: 'system', hops: [direct] };
    } finally {
      given.abort();
    }
  }

  function systemRoute(url: URL, ask: NonNullable<NetworkPort['resolveProxy']>): Promise<Route> {
    const now = clock.monotonic();
    const known = kept.get(url.origin);
    if (known !== undefined && known.until > now) return known.route;
    const route = askSystem(url, ask);
    kept.delete(url.origin);
    kept.set(url.origin, { route, until: now + keptForMs });
    for (const origin of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(origin);
    }
    return route;
  }

  function named(address: string, exceptions: string | undefined, from: RouteSource, url: URL): Route {
    const isDirect = address === 'none' || isExcepted(exceptions, url.hostname, portOf(url));
    return { from, hops: [isDirect ? direct : hopAt(address)] };
  }

  async function decide(url: URL): Promise<Route> {
    const own = settings();
    const variables = variablesFor(url, port.variables);
    const exceptions = [variables.exceptions, own.exceptions].filter(Boolean).join(',');
    if (port.proxy !== undefined && port.proxy !== 'system') return named(port.proxy, exceptions, 'run', url);
    if (port.proxy === undefined && own.proxy !== 'system')
      return named(own.proxy, exceptions, 'settings', url);
    if (variables.proxy !== undefined) return named(variables.proxy, exceptions, 'environment', url);
    if (port.resolveProxy === undefined) return { from: 'none', hops: [direct] };
    if (isExcepted(exceptions, url.hostname, portOf(url))) return { from: 'settings', hops: [direct] };
    return systemRoute(url, port.resolveProxy);
  }

  return {
    async routeOf(url) {
      // Asked before every request: what is of this machine costs nothing.
      if (isLoopbackHost(url.hostname)) return { from: 'machine', hops: [direct] };
      const here = machine();
      if (here !== knownIn) forget();
      knownIn = here;
      const route = await decide(url);
      const now = clock.monotonic();
      const isBad = (hop: Hop) => (bad.get(nameOfHop(hop)) ?? 0) > now;
      return { ...route, hops: route.hops.toSorted((one, other) => +isBad(one) - +isBad(other)) };
    },
    failed(hop) {
      for (const [name, until] of bad) if (until <= clock.monotonic()) bad.delete(name);
      bad.set(nameOfHop(hop), clock.monotonic() + badForMs);
      kept.clear();
    },
    forget,
  };
}

/** Small letters win, as for curl; an empty variable is none. */
function variablesFor(
  { protocol }: URL,
  variables: NetworkPort['variables'],
): { readonly proxy: string | undefined; readonly exceptions: string | undefined } {
  const value = (name: string) => (variables[name] || variables[name.toUpperCase()])?.trim() || undefined;
  const own = value(protocol === 'https:' ? 'https_proxy' : 'http_proxy');
  return { proxy: own ?? value('all_proxy'), exceptions: value('no_proxy') };
}
