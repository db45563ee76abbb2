import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** What a proxy does with whoever asks it; may be changed while it runs. */
export interface ProxyManners {
  /** Asked for, where set; `user:password`. */
  login?: string | undefined;
  /** Ways to sign in that it offers where it refuses. */
  authenticate?: readonly string[] | undefined;
  /** Answers every request with this status. */
  refuseWith?: number | undefined;
  /** Cuts a tunnel once so many bytes went up through it; once only. */
  cutAfterBytes?: number | undefined;
  /** Says nothing. */
  silent?: boolean;
}

export interface TestProxy extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly manners: ProxyManners;
  /** What was asked for: `CONNECT host:port` or `GET http://…`, in order, with what was said of who asks. */
  readonly asked: { readonly what: string; readonly login: string | undefined; readonly host: string }[];
  /** All bytes that came in, as they came over the wire. */
  seen(): Buffer;
  /** Ends every tunnel that stands; it goes on. */
  cut(): void;
  /** Ends every tunnel and takes no more. */
  die(): Promise<void>;
}

/**
 * A real proxy on a free port of the loopback: `CONNECT` and absolute addresses, Basic, 407. `hosts` says
 * where names lead, so that no name is looked up.
 */
export async function startTestProxy(
  hosts: Readonly<Record<string, number>>,
  manners: ProxyManners = {},
): Promise<TestProxy> {
  const asked: TestProxy['asked'] = [];
  const pieces: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer();

  function refusal(request: IncomingMessage, what: string): number | undefined {
    const header = request.headers['proxy-authorization'];
    const login = header?.startsWith('Basic ')
      ? Buffer.from(header.slice(6), 'base64').toString()
      : undefined;
    asked.push({ what, login, host: request.headers.host ?? '' });
    if (manners.refuseWith !== undefined) return manners.refuseWith;
    if (manners.login !== undefined && login !== manners.login) return 407;
    return manners.authenticate !== undefined && manners.login === undefined ? 407 : undefined;
  }

  const challenges = () => manners.authenticate ?? ['Basic realm="the company, its proxy"'];

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (request, socket: Socket, head) => {
    if (manners.silent) return;
    const status = refusal(request, `CONNECT ${request.url}`);
    if (status !== undefined) {
      const lines = status === 407 ? challenges().map((one) => `Proxy-Authenticate: ${one}\r\n`) : [];
      socket.end(`HTTP/1.1 ${status} No\r\n${lines.join('')}Content-Length: 0\r\n\r\n`);
      return;
    }
    const [host = ''] = (request.url ?? '').split(':');
    const upstream = connect(hosts[host] ?? 1, '127.0.0.1');
    const end = () => {
      socket.destroy();
      upstream.destroy();
    };
    upstream.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      let bytes = 0;
      socket.on('data', (piece) => {
        bytes += piece.byteLength;
        if (manners.cutAfterBytes !== undefined && bytes > manners.cutAfterBytes) {
          manners.cutAfterBytes = undefined;
          end();
        } else upstream.write(piece);
      });
      upstream.pipe(socket);
    });
    upstream.on('error', () => {
      socket.end('HTTP/1.1 502 Bad gateway\r\n\r\n');
    });
    socket.on('close', end);
    upstream.on('close', () => socket.end());
  });
  server.on('request', (request, response) => {
    if (manners.silent) return;
    const status = refusal(request, `${request.method} ${request.url}`);
    const url = URL.parse(request.url ?? '');
    if (status !== undefined || url === null) {
      response
        .writeHead(status ?? 400, status === 407 ? { 'proxy-authenticate': [...challenges()] } : {})
        .end();
      return;
    }
    const { 'proxy-authorization': _login, ...headers } = request.headers;
    const target = { host: '127.0.0.1', port: hosts[url.hostname] ?? 1, path: url.pathname + url.search };
    const upstream = http.request({ ...target, method: request.method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.writeHead(502).end());
    request.pipe(upstream);
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const die = async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    manners,
    asked,
    seen: () => Buffer.concat(pieces),
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    die,
    [Symbol.asyncDispose]: die,
  };
}
