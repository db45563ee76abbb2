import { type IncomingHttpHeaders, request } from 'node:http';
import type { SandboxOptions } from '../options.ts';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';

/** An answer with its body as text and, where it is JSON, as a value. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // A test reads whatever shape it expects.
  json: Record<string, unknown> & { results?: Record<string, unknown>[] };
}

/** A started sandbox and the few calls that tests make of it. */
export interface SandboxCaller {
  sandbox: Sandbox;
  /** Sends JSON to the API with the owner's key; `key: null` sends none. */
  call(
    method: string,
    path: string,
    body?: unknown,
    more?: { key?: string | null; raw?: string },
  ): Promise<Answer>;
  /** The same, of the agents origin. */
  agents: SandboxCaller['call'];
  /** Reserves a slot. */
  enrich(body: Record<string, unknown>): Promise<{ id: string; url: string }>;
  /** Reserves a slot and puts the bytes there. */
  upload(fileName: string, bytes: string | Buffer, body?: Record<string, unknown>): Promise<string>;
  /** Turns the clock until the document has ended; resolves with its record. */
  finished(id: string): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Starts a sandbox in this process; enrichment takes ten sandbox seconds unless told. */
export async function startCaller(options: SandboxOptions = {}): Promise<SandboxCaller> {
  const sandbox = await startSandbox({ enrichSeconds: [10, 10], ...options });
  const callOf =
    (origin: string): SandboxCaller['call'] =>
    (method, path, body, more = {}) => {
      const key = more.key === undefined ? sandbox.apiKey : more.key;
      const text = more.raw ?? (body === undefined ? undefined : JSON.stringify(body));
      return send(method, `${origin}${path}`, text, {
        ...(key === null ? {} : { 'x-api-key': key }),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      });
    };
  const call = callOf(sandbox.baseUrl);
  const enrich: SandboxCaller['enrich'] = async (body) => {
    const answer = await call('POST', '/contents/v1/documents', body);
    if (answer.status !== 200) throw new Error(`The enrich was refused: ${answer.status} ${answer.text}`);
    return answer.json as unknown as { id: string; url: string };
  };
  return {
    sandbox,
    call,
    agents: callOf(sandbox.agentsUrl),
    enrich,
    async upload(fileName, bytes, body = {}) {
      const { id, url } = await enrich({ file_name: fileName, ...body });
      const answer = await send('PUT', url, bytes);
      if (answer.status !== 200) throw new Error(`The PUT was refused: ${answer.status} ${answer.text}`);
      return id;
    },
    async finished(id) {
      sandbox.clock.advance(60_000);
      for (;;) {
        const { status, json } = await call('GET', `/contents/v1/documents/${id}`);
        if (status !== 200 || json.status === 'completed' || json.status === 'failed') return json;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    stop: () => sandbox.stop(),
  };
}

/** One request with exactly these headers (and the Content-Length of the body). */
export function send(
  method: string,
  url: string,
  body?: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url, { method, headers: { ...length, ...headers }, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const isJson = response.headers['content-type'] === 'application/json';
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: isJson ? parse(text) : {},
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function parse(text: string): Answer['json'] {
  try {
    return JSON.parse(text) as Answer['json'];
  } catch {
    return {};
  }
}
