import { BlockList, isIP } from 'node:net';

/**
 * Where an address leads: this machine, the cable (and what clouds tell their machines), the own network, or
 * the world.
 */
export type NetworkPlace = 'loopback' | 'link-local' | 'private' | 'public';

const loopback = listOf(['127.0.0.0/8', '0.0.0.0/8'], ['::1/128', '::/128']);
const linkLocal = listOf(['169.254.0.0/16'], ['fe80::/10']);
/**
 * Private use, carriers, benchmarks, multicast and what is reserved (RFC 6890); the last line leads back into
 * IPv4 (RFC 6052, 8215, 3056, 4380, 7915, 4291).
 */
const privateUse = listOf(
  [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/10',
    '192.0.0.0/24',
    '198.18.0.0/15',
    '224.0.0.0/3',
  ],
  [
    ...['fc00::/7', 'fec0::/10', 'ff00::/8'],
    ...['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32', '::ffff:0:0:0/96', '::/96'],
  ],
);

/**
 * The place of an IP address, in brackets or not; undefined for a name. An IPv4 address written as IPv6 is
 * what it is.
 */
export function placeOfIp(host: string): NetworkPlace | undefined {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  if (version === 0) return undefined;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (loopback.check(address, family)) return 'loopback';
  if (linkLocal.check(address, family)) return 'link-local';
  return privateUse.check(address, family) ? 'private' : 'public';
}

function listOf(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList();
  const add = (family: 'ipv4' | 'ipv6') => (subnet: string) => {
    const [network = '', bits = ''] = subnet.split('/');
    list.addSubnet(network, Number(bits), family);
  };
  v4.forEach(add('ipv4'));
  v6.forEach(add('ipv6'));
  return list;
}
