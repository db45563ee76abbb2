import { networkInterfaces } from 'node:os';

/**
 * The addresses of this machine: in another network it has others. Empty where the system does not tell
 * them, as under a filter of systemd that forbids AF_NETLINK. Then a change of the network is noticed late,
 * and everything else works.
 */
export function ownAddresses(interfaces = networkInterfaces): string {
  try {
    const all = Object.values(interfaces()).flatMap((addresses) => addresses ?? []);
    return all.map(({ address }) => address).join(' ');
  } catch {
    return '';
  }
}
