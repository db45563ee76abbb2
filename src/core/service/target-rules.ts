import type dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { addressProblem } from '#core/ports/profile-addresses.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isLoopbackHost } from '#shared/settings/insecure-address.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { addressesOf } from './network/lookup.ts';
import { type NetworkPlace, placeOfIp } from './network-place.ts';

/** Resolves a name; Node's own `dns.promises.lookup` with all addresses. */
export type Resolve = (hostname: string) => Promise<readonly dns.LookupAddress[]>;

/**
 * Where an address may lead that the service gave: an upload address, a link, or where either redirects to. A
 * service that is hostile, or somebody between, must not make this machine speak to itself or to the network
 * it stands in.
 */
export interface TargetRules {
  /** What is wrong with an address as it is written; undefined for one that may be used. */
  problem(url: URL): Promise<AppError | undefined>;
  /**
   * Resolves names for direct connections (a proxy resolves them itself), and fails for one that leads where
   * no target may: the check a name cannot slip past.
   */
  readonly lookup: LookupFunction;
}

export interface TargetRulesOptions {
  readonly profile: Pick<Profile, 'baseUrl'> & Partial<Pick<Profile, 'insecureAccepted'>>;
  readonly resolve?: Resolve;
}

/**
 * Rules for the targets of a profile: https (or what the person accepted for the profile), no user name, and
 * no place nearer to this machine than the service itself: with a service in the own network storage may
 * stand there too, never on this machine.
 */
export function createTargetRules({ profile, resolve = addressesOf }: TargetRulesOptions): TargetRules {
  const base = new URL(profile.baseUrl);
  const isHere = isLoopbackHost(base.hostname);
  let servicePlace: Promise<NetworkPlace> | undefined;

  function mayLeadTo(place: NetworkPlace, service: NetworkPlace): boolean {
    return isHere || place === 'public' || (place === 'private' && service === 'private');
  }

  /** The nearest place the service's own name leads to; asked for until it is known. */
  async function placeOfService(): Promise<NetworkPlace> {
    servicePlace ??= placeOf(base.hostname, resolve);
    try {
      return await servicePlace;
    } catch {
      servicePlace = undefined;
      return 'public';
    }
  }

  async function look(hostname: string): Promise<readonly dns.LookupAddress[]> {
    const found = await resolve(hostname);
    if (isHere) return found;
    const service = await placeOfService();
    const near = found.find(({ address }) => !mayLeadTo(placeOfIp(address) ?? 'loopback', service));
    if (near) throw refusal(`${hostname} leads into ${near.address}`);
    return found;
  }

  return {
    async problem(url) {
      const problem = addressProblem(url.href, profile.insecureAccepted);
      if (problem !== undefined || isHere) return problem;
      const place = isLoopbackHost(url.hostname) ? 'loopback' : placeOfIp(url.hostname);
      const isAllowed = place === undefined || mayLeadTo(place, await placeOfService());
      return isAllowed ? undefined : refusal(url.host);
    },
    lookup(hostname, options, callback) {
      look(hostname).then(
        (found) => {
          const wanted =
            options.family === 4 || options.family === 6
              ? found.filter((one) => one.family === options.family)
              : found;
          const [first] = wanted;
          if (options.all === true) callback(null, [...wanted]);
          else if (first) callback(null, first.address, first.family);
          else callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 4);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 4),
      );
    },
  };
}

/** The nearest of the places a host leads to. */
async function placeOf(hostname: string, resolve: Resolve): Promise<NetworkPlace> {
  const written = placeOfIp(hostname);
  if (written !== undefined) return written;
  const places = (await resolve(hostname)).map(({ address }) => placeOfIp(address) ?? 'public');
  return (['loopback', 'link-local', 'private'] as const).find((place) => places.includes(place)) ?? 'public';
}

function refusal(detail: string): AppError {
  return new AppError('ADDRESS_REFUSED', { detail });
}
