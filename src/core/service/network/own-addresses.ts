import { networkInterfaces } from 'node:os';

/** The addresses of this machine: in another network it has others. */
export function ownAddresses(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.map(({ address }) => address).join(' ');
}
