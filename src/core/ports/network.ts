/** A user name and a password for a proxy. */
export interface ProxyLogin {
  readonly user: string;
  readonly password: string;
}

export type NetworkVariables = Readonly<Record<string, string | undefined>>;

/**
 * The network this machine stands in, as the host knows it: the app asks the system for its proxy and for
 * what a PAC script says, the agent has variables and options. What follows from it is decided in
 * `service/network`.
 */
export interface NetworkPort {
  /** Where `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` are looked for, in either case. */
  readonly variables: NetworkVariables;
  /** A proxy named for this run: an address, `system` or `none`. It wins over settings and variables. */
  readonly proxy?: string | undefined;
  /** A file of certificates (PEM) named for this run; it wins over the settings. */
  readonly certificates?: string | undefined;
  /** The login named for this run; asked at each connection, so that a changed file holds at once. */
  readonly login?: (() => ProxyLogin | undefined) | undefined;
  /** What the system says for an address, as PAC scripts say it: `PROXY proxy.example:8080; DIRECT`. */
  readonly resolveProxy?: ((address: string) => Promise<string>) | undefined;
  /** Calls back when this machine stands in another network; returns the way to stop. */
  readonly onChange?: ((listener: () => void) => () => void) | undefined;
}

/**
 * Under which name the key store keeps the login of a proxy, as `user:password`, bound to the proxy's origin:
 * it goes to no other.
 */
export const proxyLoginId = 'proxy';

/** A login as the key store keeps it. A user name cannot hold a colon (RFC 7617, section 2). */
export function loginFrom(kept: string): ProxyLogin {
  const at = kept.indexOf(':');
  return at < 0 ? { user: kept, password: '' } : { user: kept.slice(0, at), password: kept.slice(at + 1) };
}

/** The secrets in a value of the key store: the value, and of a proxy login also the password alone. */
export function secretsIn(id: string, kept: string): string[] {
  return id === proxyLoginId ? [kept, loginFrom(kept).password] : [kept];
}

/** The address of a proxy; without a scheme it is `http`, as for curl. Null if it cannot be read. */
export function proxyUrl(address: string): URL | null {
  const text = address.trim();
  return URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
}

/** The login in the address of a proxy. */
export function loginIn({ username, password }: URL): ProxyLogin | undefined {
  if (username === '' && password === '') return undefined;
  return { user: decoded(username), password: decoded(password) };
}

/** Percent signs that encode nothing stay what they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
