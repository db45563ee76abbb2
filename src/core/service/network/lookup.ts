import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLoopbackHost } from '#shared/settings/insecure-address.ts';
import { placeOfIp } from '../network-place.ts';

/**
 * Node's own `dns.lookup`, except for names of this machine: it asks name servers for `api.localhost`, and
 * any of them could have the key sent elsewhere, in the clear. Such a name leads where `localhost` does
 * (https://www.rfc-editor.org/rfc/rfc6761#section-6.3), and only to this machine.
 */
export const lookupName: LookupFunction = (hostname, options, callback) => {
  if (!isLoopbackHost(hostname)) return dns.lookup(hostname, options, callback);
  dns.lookup('localhost', { ...options, all: true }, (error, found) => {
    const here = error ? [] : found.filter(({ address }) => placeOfIp(address) === 'loopback');
    const [first] = here;
    if (!first) {
      const reason = new Error(`${hostname} does not lead to this machine`);
      callback(error ?? Object.assign(reason, { code: 'ENOTFOUND' }), '', 4);
    } else if (options.all === true) callback(null, here);
    else callback(null, first.address, first.family);
  });
};

/** All addresses of a name. */
export function addressesOf(hostname: string): Promise<readonly dns.LookupAddress[]> {
  return new Promise((resolve, reject) =>
    lookupName(hostname, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve(found as dns.LookupAddress[]);
    }),
  );
}
