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
export async function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host: `127.0.0.1:${port}`, ...headers },
  });
  if (body === undefined) sent.end();
  else sent.end(body);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    path: () => (JSON.parse(text) as { path: string }).path,
    json: () => JSON.parse(text),
  } as Answered;
}

/** What a page of ours sends along. */
export interface Page {
  readonly port: number;
  readonly session: string;
  /** The headers of every request of the page. */
  readonly own: Readonly<Record<string, string>>;
  call(name: string, input?: unknown): Promise<Answered>;
  put(name: string, body: string | Buffer): Promise<Answered>;
  get(path: string): Promise<Answered>;
}

/** Signs in with a token, as the page does that the printed address opens. */
export function signIn(address: string): Promise<Answered> {
  const { port, hash, origin } = new URL(address);
  const body = JSON.stringify({ token: hash.slice('#token='.length) });
  const headers = { origin, 'content-type': 'application/json' };
  return ask(Number(port), '/session', { method: 'POST', headers, body });
}

/** Opens the address that was printed, as a browser does, and keeps the session. */
export async function enter(address: string): Promise<Page> {
  const port = Number(new URL(address).port);
  const { session } = (await signIn(address)).json().value as { session: string };
  const own = { 'x-sluice-session': session, origin: `http://127.0.0.1:${port}` };
  return {
    port,
    session,
    own,
    call: (name, input = {}) =>
      ask(port, `/call/${name}`, {
        method: 'POST',
        headers: { ...own, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
    put: (name, body) =>
      ask(port, `/inbox/${name}`, {
        method: 'PUT',
        headers: { ...own, 'content-length': String(Buffer.byteLength(body)) },
        body,
      }),
    get: (path) => ask(port, path, { headers: { 'x-sluice-session': session } }),
  };
}
