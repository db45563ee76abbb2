import type { Profile } from './profile.ts';

/** Where a profile sends its key. */
export type Addresses = Pick<Profile, 'baseUrl' | 'agentsUrl'>;

/**
 * Whether a profile changed so that its key would go to a host it was not given for. Core forgets the key then: who can
 * change settings must not be able to lead a stored key away.
 */
export function sendsElsewhere(before: Addresses, after: Addresses): boolean {
  const hosts = ({ baseUrl, agentsUrl }: Addresses) => [baseUrl, agentsUrl ?? baseUrl].map(originOf);
  const known = hosts(before);
  return hosts(after).some((host) => !known.includes(host));
}

/** Protocol and authority as they are written; `URL` is no part of the language. A spelling too many forgets a key too many. */
function originOf(address: string): string {
  return /^[a-z]+:[/]{2}[^/?#\\]*/.exec(address.toLowerCase())?.[0] ?? address;
}
