import { proxyLoginId } from '#core/ports/network.ts';
import type { Handlers } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isLoopbackHost } from '#shared/settings/insecure-address.ts';
import { said } from '#shared/spoken/said.ts';
import { withoutUndefined } from '#shared/without-undefined.ts';
import { type ServiceContext, wakeEngines } from '../engine/core-context.ts';
import { type Hop, hopAt, nameOfHop, originOfHop, type ProxyHop } from '../service/network/hop.ts';

type NetworkHandlers = Pick<Handlers, Extract<keyof Handlers, `network.${string}`>>;

/** Proxies, and who Sluice is for them. A login goes in and never comes out (S2). */
export function networkCalls(context: ServiceContext): NetworkHandlers {
  const { settings, secrets, network } = context;

  /** The address of the service of the profile in force, where a proxy may be on the way to it. */
  function target(): URL | undefined {
    const { profiles, activeProfileId } = settings.get();
    const profile = profiles.find(({ id }) => id === activeProfileId) ?? profiles[0];
    const url = profile === undefined ? null : URL.parse(profile.baseUrl);
    return url === null || isLoopbackHost(url.hostname) ? undefined : url;
  }

  async function proxyFor(address: string | undefined): Promise<ProxyHop> {
    const url = target();
    const hops: readonly Hop[] =
      address === undefined ? (url === undefined ? [] : (await network.routeOf(url)).hops) : [hopAt(address)];
    const found = hops.find((hop) => hop.kind === 'proxy');
    if (found === undefined) throw new AppError('USAGE', { spoken: said('usage.noProxy') });
    return found;
  }

  function changed(): void {
    network.retry();
    wakeEngines(context, true);
  }

  return {
    'network.show': async () => {
      const url = target();
      const own = settings.get().network;
      if (url === undefined) return { settings: own, route: null };
      const { hops, from } = await network.routeOf(url);
      const [first] = hops;
      const login = first?.kind === 'proxy' && (await network.hasLogin(first));
      return { settings: own, route: { host: url.host, from, ways: hops.map(nameOfHop), login } };
    },
    'network.save': async (changes) => {
      const saved = await settings.update((current) => ({
        ...current,
        network: { ...current.network, ...withoutUndefined(changes) },
      }));
      changed();
      return saved.network;
    },
    'network.login': async ({ user, password, proxy }) => {
      if (user.includes(':')) throw new AppError('USAGE', { spoken: said('usage.colonInUser') });
      const hop = await proxyFor(proxy);
      await secrets.setKey(proxyLoginId, `${user}:${password}`, [originOfHop(hop)]);
      changed();
      return { proxy: nameOfHop(hop) };
    },
    'network.logout': async () => {
      await secrets.forgetKey(proxyLoginId);
      changed();
      return { done: true };
    },
  };
}
