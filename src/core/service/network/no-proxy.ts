import { BlockList, isIP } from 'node:net';
import { bare } from './hop.ts';

/**
 * Whether a list of exceptions names a host, by curl's rules (https://curl.se/docs/manpage.html, `NO_PROXY`):
 * names with commas or spaces between them; `*` is every host; a name also means the names below it, with or
 * without a dot before it; addresses and networks (`10.0.0.0/8`, `fd00::/8`) mean hosts written as addresses.
 * A port after a name narrows it to that port.
 */
export function isExcepted(list: string | undefined, host: string, port: number): boolean {
  const own = bare(host.toLowerCase()).replace(/\.$/, '');
  return (list ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && fits(entry, own, port));
}

function fits(entry: string, host: string, port: number): boolean {
  if (entry === '*') return true;
  const version = isIP(host);
  if (version !== 0) return fitsAddress(entry, host, version, port);
  const [name, ofPort] = splitPort(entry);
  if (ofPort !== undefined && ofPort !== port) return false;
  const wanted = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return wanted !== '' && (host === wanted || host.endsWith(`.${wanted}`));
}

function fitsAddress(entry: string, host: string, version: number, port: number): boolean {
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const [, network = '', bits] = /^\[?([^\]/]*)\]?\/(\d{1,3})$/.exec(entry) ?? [];
  const most = version === 4 ? 32 : 128;
  if (bits !== undefined) {
    if (isIP(network) !== version || Number(bits) > most) return false;
    const block = new BlockList();
    block.addSubnet(network, Number(bits), family);
    return block.check(host, family);
  }
  if (isIP(bare(entry)) === version) return sameAddress(bare(entry), host, family);
  const [name, ofPort] = splitPort(entry);
  return ofPort === port && isIP(bare(name)) === version && sameAddress(bare(name), host, family);
}

function sameAddress(one: string, other: string, family: 'ipv4' | 'ipv6'): boolean {
  const block = new BlockList();
  block.addAddress(one, family);
  return block.check(other, family);
}

function splitPort(entry: string): readonly [string, number | undefined] {
  const [, name, port] = /^(.+?):(\d{1,5})$/.exec(entry) ?? [];
  return name === undefined ? [entry, undefined] : [name, Number(port)];
}
