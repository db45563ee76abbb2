import type { Profile } from './profile.ts';

/** Where a profile sends its key. */
export type Addresses = Pick<Profile, 'baseUrl' | 'agentsUrl'>;

/**
 * Whether a profile changed so that its key would go to a host it was not given for, as far as a page can
 * tell: there it asks for one. What is really sent, the key store decides (ADR 0009).
 */
export function sendsElsewhere(before: Addresses, after: Addresses): boolean {
  const hosts = ({ baseUrl, agentsUrl }: Addresses) => [baseUrl, agentsUrl ?? baseUrl].map(originOf);
  const known = hosts(before);
  return hosts(after).some((host) => !known.includes(host));
}

/**
 * Protocol and authority as they are written; `URL` is no part of the language. A spelling too many asks for
 * a key too many.
 */
function originOf(address: string): string {
  return /^[a-z]+:[/]{2}[^/?#\\]*/.exec(address.toLowerCase())?.[0] ?? address;
}
