import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { BeforeRequestHook, Got, OptionsInit } from 'got';
import { isAnsweredByOther, isTakenByOthers } from '#core/local/listeners.ts';
import type { ProxyLogin } from '#core/ports/network.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isLoopbackHost } from '#shared/settings/insecure-address.ts';
import { said } from '#shared/spoken/said.ts';
import { type Hop, inBrackets, nameOfHop, type ProxyHop } from './hop.ts';
import { lookupName } from './lookup.ts';
import { joined, loginRefusal, type ProxyRefusals } from './proxy-refusals.ts';
import type { Routes } from './routes.ts';
import type { Trust } from './trust.ts';
import { openTunnel, proxyHeaders } from './tunnel.ts';

/** Connections that are kept open between requests, and lead wherever the network says. */
export interface Connections {
  /** A client of got's whose requests all take them. */
  over(got: Got): Got;
  /** Those that nobody uses end, so that the next requests find their way anew. */
  leaveIdle(): void;
  close(): void;
}

/** What all connections of this process share. */
export interface Ways {
  readonly routes: Routes;
  readonly trust: Trust;
  readonly refusals: ProxyRefusals;
  /** The login for a proxy, as it is now. */
  readonly loginFor: (hop: ProxyHop) => Promise<ProxyLogin | undefined>;
}

/**
 * Idle connections are kept for less time than common load balancers do (60 s), so that a request is seldom
 * sent into a connection that the other side is just closing; ms.
 */
const idleMs = 25_000;
/** As for connections that are made directly; real ms. */
const readyMs = 10_000;

const options = {
  keepAlive: true,
  timeout: idleMs,
  // How many requests run at once is decided by the request budget and the upload machine, not here.
  maxSockets: Number.POSITIVE_INFINITY,
};

/**
 * Connections of their own: https goes through a tunnel where a proxy is on the way, so that it sees neither
 * keys nor documents, and whoever answers at its end is looked at as without one. An address without TLS is
 * asked of the proxy itself.
 */
export function createConnections(ways: Ways): Connections {
  const plain = new http.Agent(options);
  // A session that is taken up again asks nobody whom to believe: it would outlive the certificate of an
  // authority that was taken away. In TLS 1.3 a new one takes as many round trips.
  const secure = new https.Agent({ ...options, maxCachedSessions: 0 });
  /** To proxies, for addresses without TLS. */
  const toProxy = {
    http: new http.Agent(options),
    https: new https.Agent({ ...options, maxCachedSessions: 0 }),
  };
  const agents = [plain, secure, toProxy.http, toProxy.https];
  const connectDirectly = secure.createConnection.bind(secure);
  secure.createConnection = (target, callback) => {
    connect(ways, target as Target, (more) => connectDirectly({ ...target, ...more }) as Socket).then(
      (socket) => callback?.(null, socket),
      // Node's own types want a socket beside the error.
      (error: Error) => callback?.(error, undefined as never),
    );
    return undefined;
  };

  const connectPlainly = plain.createConnection.bind(plain);
  plain.createConnection = (target, callback) => {
    const { host: bare, port } = target as Target;
    const host = inBrackets(bare);
    if (!isLoopbackHost(host)) return connectPlainly(target, callback);
    connectHere(host, Number(port ?? 80), () => connectPlainly(target) as Socket).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never),
    );
    return undefined;
  };

  const findWay: BeforeRequestHook = async (request) => {
    request.request = undefined;
    const { url } = request;
    if (!(url instanceof URL) || url.protocol !== 'http:') return;
    const found = await askedOf(ways, url);
    if (found !== undefined) request.request = throughProxy(ways, found, url, toProxy);
  };

  return {
    over: (got) =>
      got.extend({
        agent: { http: plain, https: secure },
        dnsLookup: lookupName as NonNullable<OptionsInit['dnsLookup']>,
        hooks: { beforeRequest: [findWay] },
        // Bodies are decoded by `read-body.ts`, which stops at a limit.
        decompress: false,
      }),
    leaveIdle() {
      for (const agent of agents)
        for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    },
    close() {
      for (const agent of agents) agent.destroy();
    },
  };
}

/**
 * A connection within this machine. A service there without TLS proves nothing, and once it ended any account
 * may take its port: it would be sent the key. So the accounts are looked at before, and again when the
 * connection stands, since a port may be taken in between.
 *
 * @throws AppError `UNREACHABLE` where another account answers
 */
async function connectHere(host: string, port: number, directly: () => Socket): Promise<Socket> {
  const refusal = () =>
    new AppError('UNREACHABLE', {
      spoken: said('detail.portOfOthers', { address: `${host}:${port}` }),
    });
  if (await isTakenByOthers(host, port)) throw refusal();
  const socket = directly();
  // Nobody else listens for errors before the request has the socket.
  socket.on('error', () => undefined);
  await whenReady(socket, 'connect');
  const near = { address: socket.localAddress ?? '', port: socket.localPort ?? 0 };
  const far = { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 };
  const isOfOther = await isAnsweredByOther(near, far);
  if (isOfOther) socket.destroy();
  if (isOfOther) throw refusal();
  if (socket.destroyed) throw Object.assign(new Error('closed'), { code: 'ECONNRESET' });
  return socket;
}

/** What an agent is told of the connection it is to make. */
export interface Target {
  /** Without brackets. */
  readonly host: string;
  readonly port?: number | string | null | undefined;
}
type ConnectDirectly = (more: { readonly secureContext?: SecureContext; readonly socket?: Socket }) => Socket;

/**
 * A connection by the first way on which somebody answers. Where that is directly, it may still be under way.
 */
export async function connect(
  ways: Ways,
  { host, port }: Target,
  directly: ConnectDirectly,
): Promise<Socket> {
  const context = await ways.trust.context();
  const trusted = context === undefined ? {} : { secureContext: context };
  const to = { host, port: Number(port ?? 443) };
  const { hops } = await ways.routes.routeOf(new URL(`https://${inBrackets(host)}:${to.port}`));
  return firstThatAnswers(ways, hops, async (hop) => {
    if (hop.kind === 'direct') return directly(trusted);
    const login = await loginOrRefusal(ways, hop);
    const tunnel = { hop, login, ...to, secureContext: context };
    const socket = await openTunnel(tunnel).catch((error: unknown) => {
      if (error instanceof AppError) ways.refusals.note(hop, login, error);
      throw error;
    });
    return whenReady(directly({ ...trusted, socket }), 'secureConnect');
  });
}

/** Goes through the ways in their order; a proxy that nobody answers at is no reason to stop. */
async function firstThatAnswers<T>(
  { routes }: Ways,
  hops: readonly Hop[],
  go: (hop: Exclude<Hop, { kind: 'unsupported' }>) => Promise<T>,
): Promise<T> {
  let first: unknown;
  for (const hop of hops) {
    try {
      if (hop.kind === 'unsupported') throw new AppError('PROXY_UNSUPPORTED', { detail: hop.name });
      return await go(hop);
    } catch (error) {
      first ??= error;
      if (!(error instanceof AppError) || !/^PROXY_UN(REACHABLE|SUPPORTED)$/.test(error.code)) throw error;
      if (error.code === 'PROXY_UNREACHABLE') routes.failed(hop);
    }
  }
  throw first;
}

/** @throws AppError what the proxy would say no to */
async function loginOrRefusal(ways: Ways, hop: ProxyHop): Promise<ProxyLogin | undefined> {
  const login = await ways.loginFor(hop);
  const refusal = ways.refusals.known(hop, login);
  if (refusal !== undefined) throw refusal;
  return login;
}

/** Waits until somebody answers, or until it is known who does at the end of a tunnel. */
function whenReady(socket: Socket, ready: 'connect' | 'secureConnect'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const wait = setTimeout(
      () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
      readyMs,
    );
    const end = () => {
      clearTimeout(wait);
      socket.off('error', failed);
      socket.off('close', closed);
    };
    const failed = (error: Error) => {
      end();
      reject(error);
    };
    const closed = () => failed(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    socket.once('error', failed);
    socket.once('close', closed);
    socket.once(ready, () => {
      end();
      resolve(socket);
    });
  });
}

interface Asked {
  readonly hop: ProxyHop;
  readonly login: ProxyLogin | undefined;
  readonly secureContext: SecureContext | undefined;
}

/** The proxy that is asked for an address without TLS; undefined where it is asked directly. */
async function askedOf(ways: Ways, url: URL): Promise<Asked | undefined> {
  const { hops } = await ways.routes.routeOf(url);
  return firstThatAnswers(ways, hops, async (hop) => {
    if (hop.kind === 'direct') return undefined;
    const login = await loginOrRefusal(ways, hop);
    return { hop, login, secureContext: hop.secure ? await ways.trust.context() : undefined };
  });
}

/** Sends a request to the proxy, which makes it (RFC 9112, section 3.2.2). */
function throughProxy(
  { refusals, routes }: Ways,
  { hop, login, secureContext }: Asked,
  url: URL,
  agents: { readonly http: http.Agent; readonly https: https.Agent },
): NonNullable<OptionsInit['request']> {
  return (_url, given) => {
    const { headers, ...rest } = given as http.RequestOptions;
    const request = (hop.secure ? https : http).request({
      ...rest,
      protocol: hop.secure ? 'https:' : 'http:',
      host: hop.host,
      hostname: hop.host,
      port: hop.port,
      path: url.href.split('#', 1)[0],
      headers: { ...(headers as http.OutgoingHttpHeaders), host: url.host, ...proxyHeaders(login) },
      agent: hop.secure ? agents.https : agents.http,
      // The proxy looks up where it leads, and may itself stand anywhere.
      lookup: undefined,
      ...(secureContext === undefined ? {} : { secureContext }),
    });
    let isConnected = false;
    request.once('socket', (socket) => {
      isConnected = !socket.connecting;
      socket.once('connect', () => {
        isConnected = true;
      });
    });
    request.once('error', () => {
      if (!isConnected) routes.failed(hop);
    });
    request.once('response', ({ statusCode, headers: answered }) => {
      if (statusCode !== 407) return;
      const authenticate = joined(answered['proxy-authenticate']);
      refusals.note(hop, login, loginRefusal(nameOfHop(hop), authenticate, login !== undefined));
    });
    return request;
  };
}
