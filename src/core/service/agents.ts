import http from 'node:http';
import https from 'node:https';

export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
  /** Hosts of the proxies they may go through. */
  readonly proxies: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Never through a proxy: the sandbox and every other service of this machine (S8). */
const loopback = 'localhost,*.localhost,127.0.0.1-127.255.255.255,::1,[::1]';

/**
 * Idle connections are kept for less time than common load balancers do (60 s), so that a request is seldom
 * sent into a connection that the other side is just closing; ms.
 */
const idleMs = 25_000;

/**
 * Agents that keep connections open between requests, and take the proxy that `HTTPS_PROXY`, `HTTP_PROXY` and
 * `NO_PROXY` name for any address that is not of this machine.
 */
export function createAgents(environment: Environment = process.env): Agents {
  const proxyEnv = proxyEnvironment(environment);
  const options = {
    keepAlive: true,
    timeout: idleMs,
    // How many requests run at once is decided by the request budget and the upload machine, not here.
    maxSockets: Number.POSITIVE_INFINITY,
    ...(proxyEnv === undefined ? {} : { proxyEnv }),
  };
  const proxies = [proxyEnv?.http_proxy, proxyEnv?.https_proxy]
    .map((address) => URL.parse(address ?? '')?.hostname)
    .filter((host) => host !== undefined);
  return { http: new http.Agent(options), https: new https.Agent(options), proxies };
}

function proxyEnvironment(environment: Environment): NodeJS.ProcessEnv | undefined {
  const value = (name: string) => environment[name.toLowerCase()] ?? environment[name];
  const proxies = { http_proxy: value('HTTP_PROXY'), https_proxy: value('HTTPS_PROXY') };
  if (!proxies.http_proxy && !proxies.https_proxy) return undefined;
  const exceptions = value('NO_PROXY');
  return { ...proxies, no_proxy: exceptions ? `${exceptions},${loopback}` : loopback };
}
