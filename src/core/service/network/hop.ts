import { loginIn, type ProxyLogin, proxyUrl } from '#core/ports/network.ts';

/** A proxy that is spoken to with HTTP, over TLS where it is `secure`. */
export interface ProxyHop {
  readonly kind: 'proxy';
  readonly secure: boolean;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** What stood in its address. */
  readonly login?: ProxyLogin;
}

/** One way to a host: straight there, by a proxy, or by something Sluice cannot use, under its name. */
export type Hop =
  | { readonly kind: 'direct' }
  | ProxyHop
  | { readonly kind: 'unsupported'; readonly name: string };

export const direct: Hop = { kind: 'direct' };

/** A script of somebody else's may name any number; each is tried, and remembered for a while. */
const mostHops = 16;

/**
 * The ways that a PAC script or Chromium's `resolveProxy` names, in their order: `PROXY a:8080; HTTPS b:443;
 * SOCKS c:1080; DIRECT`. Nothing means straight there.
 */
export function hopsOfList(list: string): readonly Hop[] {
  const hops = list.split(';', 10 * mostHops).flatMap((item) => {
    const [word = '', place = ''] = item.trim().split(/\s+/);
    if (word === '') return [];
    if (/^direct$/i.test(word)) return [direct];
    if (/^(proxy|http)$/i.test(word)) return [hopAt(`http://${place}`)];
    if (/^https$/i.test(word)) return [hopAt(`https://${place}`)];
    return [unsupported(`${word} ${place}`)];
  });
  return hops.length === 0 ? [direct] : hops.slice(0, mostHops);
}

/** The way that the address of a proxy names. */
export function hopAt(address: string): Hop {
  const url = proxyUrl(address);
  if (url === null || url.hostname === '') return unsupported('an address that cannot be read');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return unsupported(`${url.protocol.slice(0, -1).toUpperCase()} ${url.host}`);
  const secure = url.protocol === 'https:';
  const hop = { kind: 'proxy', secure, host: bare(url.hostname), port: portOf(url) } as const;
  const login = loginIn(url);
  return login === undefined ? hop : { ...hop, login };
}

/** Scheme, host and port: what a login is bound to, and all that is said of a proxy. */
export function originOfHop({ secure, host, port }: ProxyHop): string {
  return `${secure ? 'https' : 'http'}://${inBrackets(host)}:${port}`;
}

/** What a hop is called where people read of it; never with a login. */
export function nameOfHop(hop: Hop): string {
  if (hop.kind === 'direct') return 'DIRECT';
  return hop.kind === 'proxy' ? `${inBrackets(hop.host)}:${hop.port}` : hop.name;
}

/** A host as it stands in addresses. */
export function inBrackets(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** A host as sockets want it. */
export function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** The port of an address, also where it is the usual one of its scheme. */
export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function unsupported(name: string): Hop {
  return { kind: 'unsupported', name };
}
