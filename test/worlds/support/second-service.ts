import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * A second content service, written from the description of the service alone: it shares no code and no
 * author's assumptions with `src/sandbox`. Both meet the same requests in
 * `test/worlds/agreement.test.ts`, so that their agreement means something.
 *
 * It is a program of its own, so that it can run in another network namespace:
 * `node second-service.ts '{"host":"10.99.1.2","keys":{"KEY":"anna"}}'` prints a line of JSON once it
 * listens.
 *
 * Where deployments differ, it differs from the sandbox on purpose:
 * - a document's status moves on by one step each time it is requested, and one of the steps is a word nobody
 *   documents;
 * - the list cuts its pages first and leaves deleted documents out afterwards, so a page may be short or
 *   empty before the last one;
 * - the list shows a new document one request late, and the status of a document as it was before.
 */
export interface SecondServiceOptions {
  /** Address to listen at. */
  readonly host: string;
  /** The name in its addresses (default: `host`), and the port of the API (default: a free one). */
  readonly name?: string;
  readonly port?: number;
  /** What stands before all paths of the API, such as `/v1` (default: nothing). */
  readonly prefix?: string;
  /** Files (PEM); without them it speaks plain HTTP. */
  readonly certificate?: string;
  readonly key?: string;
  /** API keys and the user whom each belongs to. */
  readonly keys: Readonly<Record<string, string>>;
}

/** Equal ones stay in the order in which they were made. */
const sortings: Readonly<Record<string, (one: Stored, other: Stored) => number>> = {
  created_at: () => 0,
  file_name: (one, other) => Number(one.name > other.name) - Number(one.name < other.name),
  raw_size: (one, other) => (one.bytes?.length ?? 0) - (other.bytes?.length ?? 0),
};

const steps = ['placeholder', 'pending', 'QUEUED_FOR_OCR', 'processing'] as const;

interface Stored {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly createdAt: string;
  readonly shared: boolean;
  tags: string[];
  bytes?: Buffer;
  /** How many of `steps` lie behind it. */
  step: number;
  /** What the list says, which is one request behind. */
  listed: string | undefined;
  deleted: boolean;
}

/** What a test asks `GET /__state` for. */
export interface SecondServiceState {
  /** Every PUT that arrived whole, in order. */
  readonly landed: readonly {
    readonly id: string;
    readonly name: string;
    readonly sha256: string;
    readonly size: number;
    readonly owner: string;
    readonly deleted: boolean;
    readonly status: string;
  }[];
  /** Slots that were never filled and not deleted. */
  readonly emptySlots: number;
  readonly mostPutsAtOnce: number;
  /** Requests to the storage that carried an API key, which must never happen. */
  readonly leakedKeys: number;
  /** API keys that the service does not know. */
  readonly strangeKeys: readonly string[];
}

export function createSecondService(options: SecondServiceOptions) {
  const documents = new Map<string, Stored>();
  const tags = new Map<string, { id: string; name: string }>();
  const addresses = new Map<string, string>();
  const strangeKeys = new Set<string>();
  let leakedKeys = 0;
  let puts = 0;
  let mostPuts = 0;
  let storageUrl = '';

  const statusOf = (one: Stored): string => {
    if (one.bytes === undefined) return 'placeholder';
    const step = steps[one.step];
    return step ?? (isText(one.bytes) ? 'completed' : 'failed');
  };
  const moveOn = (one: Stored) => {
    if (one.bytes !== undefined && one.step < steps.length) one.step += 1;
  };
  const recordOf = (one: Stored, status: string) => ({
    id: one.id,
    file_name: one.name,
    user_id: one.owner,
    org_id: 'second-org',
    raw_size: one.bytes?.length ?? 0,
    request_origin: 'file_upload',
    status,
    shared_with_orgs: one.shared ? ['second-org'] : [],
    created_at: one.createdAt,
    updated_at: one.createdAt,
    ...(status === 'failed' ? { error_code: 'CANNOT_READ' } : {}),
    tags: one.tags.map((id) => [...tags.values()].find((tag) => tag.id === id)).filter(Boolean),
  });
  const visible = (one: Stored, user: string) => one.owner === user || one.shared;

  /** One route a line: method, path, and what it answers. */
  const routes: [string, RegExp, (call: Call) => Answer | Promise<Answer>][] = [
    [
      'POST',
      /^\/contents\/v1\/documents$/,
      async ({ request, user }) => {
        const body = JSON.parse(String(await bodyOf(request))) as Record<string, unknown>;
        if (typeof body.file_name !== 'string' || body.file_name === '')
          return {
            status: 422,
            body: { detail: [{ loc: ['body', 'file_name'], msg: 'required', type: 'missing' }] },
          };
        const unknown = ((body.tags ?? []) as string[]).filter(
          (id) => ![...tags.values()].some((tag) => tag.id === id),
        );
        if (unknown.length > 0) return problem(400, 'INVALID_TAGS_ERROR');
        const id = randomBytes(16).toString('hex').toUpperCase();
        documents.set(id, {
          id,
          owner: user,
          name: body.file_name,
          createdAt: new Date().toISOString(),
          shared: body.share_with_org === true,
          tags: (body.tags ?? []) as string[],
          step: 0,
          listed: undefined,
          deleted: false,
        });
        const ticket = randomBytes(20).toString('hex');
        addresses.set(ticket, id);
        return {
          status: 200,
          body: { url: `${storageUrl}/in/${id}?X-Amz-Expires=900&ticket=${ticket}`, id },
        };
      },
    ],
    [
      'GET',
      /^\/contents\/v1\/documents$/,
      ({ url, user }) => {
        const size = Number(url.searchParams.get('page_size') ?? 50);
        const page = Number(url.searchParams.get('page') ?? 1);
        if (size < 1 || size > 100 || page < 1) return problem(422, 'OUT_OF_RANGE');
        const from = Date.parse(url.searchParams.get('from_date') ?? '1970-01-01');
        const name = url.searchParams.get('file_name')?.toLowerCase();
        const ownership = url.searchParams.get('ownership') ?? 'all';
        const tagged = url.searchParams.getAll('tags').map((given) => tags.get(given)?.id);
        const all = [...documents.values()].filter(
          (one) =>
            visible(one, user) &&
            (ownership === 'all' || (one.owner === user) === (ownership === 'owned')) &&
            Date.parse(one.createdAt) >= from &&
            (name === undefined || one.name.toLowerCase().includes(name)) &&
            (tagged.length === 0 || one.tags.some((id) => tagged.includes(id))),
        );
        const order = sortings[url.searchParams.get('sort_by') ?? 'created_at'];
        if (order === undefined) return problem(422, 'OUT_OF_RANGE');
        all.sort(order);
        if (url.searchParams.get('sort_order') !== 'asc') all.reverse();
        const cut = all.slice((page - 1) * size, page * size);
        const results = cut
          .filter((one) => !one.deleted && one.listed !== undefined)
          .map((one) => recordOf(one, one.listed ?? 'placeholder'));
        for (const one of cut) {
          one.listed = statusOf(one);
          moveOn(one);
        }
        return { status: 200, body: { results } };
      },
    ],
    [
      'GET',
      /^\/contents\/v1\/documents\/([A-F0-9]{32})$/,
      ({ found }) => {
        if (found === undefined) return gone();
        const status = statusOf(found);
        moveOn(found);
        return { status: 200, body: recordOf(found, status) };
      },
    ],
    [
      'PATCH',
      /^\/contents\/v1\/documents\/([A-F0-9]{32})$/,
      async ({ found, request }) => {
        if (found === undefined) return gone();
        const body = JSON.parse(String(await bodyOf(request))) as { tags?: string[] };
        if (body.tags !== undefined) found.tags = body.tags;
        return { status: 200, body: recordOf(found, statusOf(found)) };
      },
    ],
    [
      'DELETE',
      /^\/contents\/v1\/documents\/([A-F0-9]{32})$/,
      ({ found, user }) => {
        if (found === undefined) return gone();
        if (found.owner !== user) return problem(403, 'NOT_OWNER');
        found.deleted = true;
        return { status: 200, body: null };
      },
    ],
    [
      'GET',
      /^\/contents\/v1\/documents\/([A-F0-9]{32})\/(?:original|annotated)$/,
      ({ found, url }) => {
        if (found === undefined || statusOf(found) !== 'completed') return gone();
        const ticket = randomBytes(20).toString('hex');
        addresses.set(ticket, found.id);
        return {
          status: 200,
          body: {
            url: `${storageUrl}/out/${url.pathname.split('/').at(-1)}?Expires=9999999999&ticket=${ticket}`,
          },
        };
      },
    ],
    [
      'GET',
      /^\/contents\/v1\/tags$/,
      ({ url }) => ({
        status: 200,
        body: {
          results: [...tags.values()].filter(({ name }) =>
            name.startsWith(url.searchParams.get('prefix') ?? ''),
          ),
        },
      }),
    ],
    [
      'POST',
      /^\/contents\/v1\/tags$/,
      async ({ request }) => {
        const { tag_name: name } = JSON.parse(String(await bodyOf(request))) as { tag_name: string };
        const tag = tags.get(name) ?? { id: crypto.randomUUID(), name };
        tags.set(name, tag);
        return { status: 200, body: tag };
      },
    ],
    ['GET', /^\/contents\/v1\/connectors$/, () => ({ status: 200, body: { results: [] } })],
    [
      'GET',
      /^\/v1\/subscription\/quotas$/,
      () => ({ status: 200, body: { org_id: 'second-org', subscription_type: 'credits', quota_units: [] } }),
    ],
  ];

  const api: RequestListener = async (request, response) => {
    const { prefix = '' } = options;
    const isBelow = request.url?.startsWith(`${prefix}/`) === true;
    const url = new URL(isBelow ? String(request.url).slice(prefix.length) : '/', 'http://service');
    if (url.pathname === '/__state') return reply(response, { status: 200, body: state() });
    const key = String(request.headers['x-api-key'] ?? '');
    const user = options.keys[key];
    if (user === undefined) {
      if (key !== '') strangeKeys.add(key);
      request.resume();
      return reply(response, { status: 401, body: { message: 'Unauthorized' } });
    }
    const route = routes.find(([method, path]) => method === request.method && path.test(url.pathname));
    if (route === undefined) {
      request.resume();
      return reply(response, { status: 403, body: { message: 'Missing Authentication Token' } });
    }
    const one = documents.get(route[1].exec(url.pathname)?.[1] ?? '');
    const found = one?.deleted === false ? one : undefined;
    if (found !== undefined && !visible(found, user)) {
      request.resume();
      return reply(response, problem(403, 'NOT_SHARED_WITH_YOU'));
    }
    reply(response, await route[2]({ request, url, user, found }));
  };

  const storage: RequestListener = async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://storage');
    if (request.headers['x-api-key'] !== undefined || request.headers.authorization !== undefined)
      leakedKeys += 1;
    const ticket = url.searchParams.get('ticket') ?? '';
    const one = documents.get(addresses.get(ticket) ?? '');
    if (one === undefined) return refuse(request, response, 403, 'AccessDenied');
    if (request.method === 'GET') {
      const bytes = one.bytes ?? Buffer.alloc(0);
      response.end(url.pathname === '/out/original' ? bytes : JSON.stringify(annotate(one.name, bytes)));
      return;
    }
    const { headers } = request;
    if (headers['content-length'] === undefined)
      return refuse(request, response, 411, 'MissingContentLength');
    const stray = Object.keys(headers).find((name) => name === 'content-type' || name.startsWith('x-amz-'));
    if (stray !== undefined) return refuse(request, response, 403, 'SignatureDoesNotMatch');
    addresses.delete(ticket);
    puts += 1;
    mostPuts = Math.max(mostPuts, puts);
    try {
      one.bytes = await bodyOf(request);
      response.end();
    } catch {
      // The connection broke: the slot stays empty.
    } finally {
      puts -= 1;
    }
  };

  function state(): SecondServiceState {
    const all = [...documents.values()];
    return {
      landed: all.flatMap((one) =>
        one.bytes === undefined
          ? []
          : [
              {
                id: one.id,
                name: one.name,
                sha256: createHash('sha256').update(one.bytes).digest('hex'),
                size: one.bytes.length,
                owner: one.owner,
                deleted: one.deleted,
                status: statusOf(one),
              },
            ],
      ),
      emptySlots: all.filter((one) => one.bytes === undefined && !one.deleted).length,
      mostPutsAtOnce: mostPuts,
      leakedKeys,
      strangeKeys: [...strangeKeys],
    };
  }

  return {
    async listen(): Promise<{ baseUrl: string }> {
      storageUrl = await open(storage, 0);
      return { baseUrl: (await open(api, options.port ?? 0)) + (options.prefix ?? '') };
    },
  };

  async function open(listener: RequestListener, port: number): Promise<string> {
    const { certificate, key, host, name = host } = options;
    const isSecure = certificate !== undefined && key !== undefined;
    const server = isSecure
      ? createTlsServer({ cert: readFileSync(certificate), key: readFileSync(key) }, listener)
      : createServer(listener);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    return `${isSecure ? 'https' : 'http'}://${name}:${(server.address() as AddressInfo).port}`;
  }
}

interface Call {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly user: string;
  readonly found: Stored | undefined;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const problem = (status: number, errorCode: string): Answer => ({
  status,
  body: {
    statusCode: status,
    message: errorCode.toLowerCase().replaceAll('_', ' '),
    errorCode,
    requestId: randomBytes(8).toString('hex'),
  },
});
const gone = () => problem(404, 'PRIVATE_CONTENT_NOT_FOUND');

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  request.resume();
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code></Error>`);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Paragraphs of a text file as blocks, and their sentences: no entities. */
function annotate(name: string, bytes: Buffer): unknown {
  const paragraphs = decodeText(bytes)
    .split(/\r?\n\s*\r?\n/)
    .filter((text) => text.trim() !== '');
  return {
    document: { source: { name: 'second service' }, metadata: {} },
    content: {
      title: { text: name },
      body: paragraphs.map((text) => ({ text, kind: 'TEXT', entities: [], sentences: [] })),
    },
    profiling: { collection: {} },
    analytics: { document: {}, events: [], entities: [] },
  };
}

/** Text is not empty, and has no zero bytes unless it begins with a byte order mark. */
function isText(bytes: Buffer): boolean {
  const isMarked = ['fffe', 'feff'].includes(bytes.subarray(0, 2).toString('hex'));
  return bytes.length > 0 && (isMarked || !bytes.includes(0));
}

/** WHATWG "BOM sniff", then UTF-8 where the bytes are that, else windows-1252. */
export function decodeText(bytes: Buffer): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

if (import.meta.main) {
  const service = createSecondService(JSON.parse(process.argv[2] ?? '{}') as SecondServiceOptions);
  process.stdout.write(`${JSON.stringify(await service.listen())}\n`);
}
