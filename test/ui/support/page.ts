import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Where a dropped file went. */
  readonly path: () => string;
  readonly json: () => { ok: boolean; value?: unknown; error?: { code: string; message: string } };
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** One request with exactly these headers, which `fetch` would not send. */
export async function ask(home: string, path: string, asked: Asked = {}): Promise<Answered> {
  const sent = begin(home, path, asked);
  sent.end(asked.body);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    path: () => (JSON.parse(text) as { path: string }).path,
    json: () => JSON.parse(text),
  };
}

/**
 * Begins a request, without a body; the caller ends it.
 *
 * @param home the first part of every address of the agent, without the slash at its end
 * @param path below it, sent unchanged
 */
export function begin(home: string, path: string, { method = 'GET', headers = {} }: Asked = {}) {
  const { hostname, port, host, pathname } = new URL(home);
  return request({
    host: hostname,
    port,
    path: `${pathname === '/' ? '' : pathname}${path}`,
    method,
    headers: { host, ...headers },
  });
}

/** The home of an agent, from an address that it printed. */
export const homeOf = (address: string) => address.slice(0, address.lastIndexOf('/sign-in'));

/** What a page of ours sends along. */
export interface Page {
  readonly home: string;
  readonly origin: string;
  readonly session: string;
  /** The headers of every request of the page. */
  readonly own: Readonly<Record<string, string>>;
  call(name: string, input?: unknown): Promise<Answered>;
  post(path: string, body: unknown): Promise<Answered>;
  put(name: string, body: string | Buffer): Promise<Answered>;
  get(path: string): Promise<Answered>;
}

/** Signs in with a token, as the page does that the printed address opens. */
export function signIn(address: string): Promise<Answered> {
  const { hash, origin } = new URL(address);
  const body = JSON.stringify({ token: hash.slice('#token='.length) });
  const headers = { origin, 'content-type': 'application/json' };
  return ask(homeOf(address), '/session', { method: 'POST', headers, body });
}

/** Opens the address that was printed, as a browser does, and keeps the session. */
export async function enter(address: string): Promise<Page> {
  const home = homeOf(address);
  const { origin } = new URL(address);
  const { session } = (await signIn(address)).json().value as { session: string };
  const own = { 'x-sluice-session': session, origin };
  const post = (path: string, body: unknown) =>
    ask(home, path, {
      method: 'POST',
      headers: { ...own, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    home,
    origin,
    session,
    own,
    post,
    call: (name, input = {}) => post(`/call/${name}`, input),
    put: (name, body) =>
      ask(home, `/inbox/${name}`, {
        method: 'PUT',
        headers: { ...own, 'content-length': String(Buffer.byteLength(body)) },
        body,
      }),
    get: (path) => ask(home, path, { headers: { 'x-sluice-session': session } }),
  };
}
