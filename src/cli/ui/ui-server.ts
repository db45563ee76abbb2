import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Logger } from '#core/ports/logger.ts';
import {
  type AnnotatedFile,
  type Answer,
  isPageCall,
  type OriginalPages,
  originalPageArea,
  readPage,
  refusal,
  resolveAsset,
} from '#core/public/host.ts';
import type { Redactor } from '#core/public/redactor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { createAccess } from './access.ts';
import type { Downloads } from './downloads.ts';
import { EventStream } from './event-stream.ts';
import { type Home, listenAtHome } from './home.ts';
import type { Inbox } from './inbox.ts';
import { addressIn, obeyOwner } from './owner-line.ts';
import { createPeers, type Peers } from './peer-account.ts';
import { readJson } from './read-body.ts';
import {
  documentHeaders,
  originalHeaders,
  originalPageHeaders,
  respond,
  respondReply,
  respondText,
} from './respond.ts';
import { createStrangers, type Strangers } from './strangers.ts';

export interface UiServerOptions {
  /** Absolute path of the built pages. */
  readonly pages: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The loopback address to listen on; without, a random one. */
  readonly host?: string | undefined;
  /** First part of every path; without, a random one. */
  readonly segment?: string | undefined;
  readonly answer: Answer;
  readonly inbox: Inbox;
  /** The file behind an address of an annotated document; null when there is none. */
  readonly annotated: (path: string) => Promise<AnnotatedFile | null>;
  readonly originals: Pick<OriginalPages, 'page' | 'file' | 'signedOut'>;
  readonly downloads: Downloads;
  readonly redactor: Redactor;
  readonly logger: Logger;
  /** Told of a new address when the one before was opened a second time. */
  readonly onNewAddress: (address: string) => void;
  readonly limits?: Partial<ConnectionLimits>;
}

/**
 * What a connection may cost that never asks anything: another user of the machine can open any number of
 * them.
 */
export interface ConnectionLimits {
  /** Milliseconds from opening a connection to the end of a request's headers. */
  readonly headers: number;
  /** Milliseconds between two looks for connections that took longer. */
  readonly look: number;
  /** Connections at once on which nobody has shown a session; of more, the oldest are closed. */
  readonly connections: number;
}

const usualLimits: ConnectionLimits = { headers: 10_000, look: 5_000, connections: 512 };

const noSession =
  'Open the address that `sluice ui` printed. Each address works once; `sluice ui --address` prints another one.';
const tokenSchema = z.object({ token: z.string() });
const proofSchema = z.object({ who: z.string(), nonce: z.string().min(32) });
const vouchSchema = z.object({ digest: z.string().regex(/^[\w-]{43}$/) });
/** Bytes of the requests that need no session: nobody is known yet, and nothing is kept for strangers. */
const strangersBytes = 1024;
/**
 * Carries the secret of a session. A page of another origin cannot send it without our leave, which it never
 * gets (CORS).
 */
const sessionHeader = 'x-sluice-session';

/** Serves the pages, their calls, events and dropped files, to this machine only (S8). */
export class UiServer {
  readonly events = new EventStream();
  readonly #options: UiServerOptions;
  readonly #limits: ConnectionLimits;
  readonly #server: Server;
  readonly #access = createAccess(() => performance.now());
  readonly #strangers: Strangers;
  readonly #allowed = new WeakMap<Socket, Promise<boolean>>();
  #owner: string | undefined;
  #hasRefused = false;
  #home: Home | undefined;
  #peers: Promise<Peers> | undefined;

  constructor(options: UiServerOptions) {
    this.#options = options;
    this.#limits = { ...usualLimits, ...options.limits };
    const limits = this.#limits;
    this.#server = createServer(
      { headersTimeout: limits.headers, connectionsCheckingInterval: limits.look },
      (request, response) => void this.#handle(request, response),
    );
    this.#strangers = createStrangers(limits.connections);
    this.#server.on('connection', (socket) => {
      this.#strangers.add(socket);
      void this.#isAllowed(socket);
    });
    // No connection carries a second request: where no answer comes on one that was used before, a browser
    // sends the request again by itself, key or file and all, to whoever has the port by then.
    this.#server.maxRequestsPerSocket = 1;
    // A large file on a slow disk takes its time; a stalled one is noticed by the socket's own timeout.
    // Milliseconds.
    this.#server.requestTimeout = 0;
    this.#server.setTimeout(120_000);
  }

  /** Listens; returns the address of everything that is served. */
  async start(): Promise<string> {
    const { port, host, segment } = this.#options;
    const home = await listenAtHome(this.#server, port, host, segment);
    this.#home = home;
    this.#peers = createPeers({ address: home.host, port: home.port });
    await this.#peers;
    return home.address;
  }

  /** Where to sign in, once. */
  address(): string {
    return addressIn(this.#home?.address ?? '', this.#access.token());
  }

  /** Lets whoever knows this secret ask for addresses and end all sessions. */
  listenToOwner(secret: string): void {
    this.#owner = secret;
  }

  async stop(): Promise<void> {
    this.events.stop();
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      const isExpected = error instanceof AppError;
      if (!isExpected) this.#options.logger.error('A request of a page failed unexpectedly.', { error });
      const failure = isExpected ? error : new AppError('UNEXPECTED');
      if (response.headersSent) return void response.destroy();
      // The rest of the body is read and dropped: a page that is cut off while it sends never sees the
      // answer.
      request.resume();
      respondReply(response, isExpected ? 400 : 500, refusal(failure, this.#options.redactor));
    }
  }

  /** Whether this account opened the connection; any other's is closed. The kernel is asked once for each. */
  #isAllowed(socket: Socket): Promise<boolean> {
    const known = this.#allowed.get(socket);
    if (known !== undefined) return known;
    const asked = this.#askKernel(socket);
    this.#allowed.set(socket, asked);
    return asked;
  }

  /** Once, since another account can open any number of connections. */
  #logRefusal(): void {
    const message = 'Connections of another account of this machine are refused.';
    if (!this.#hasRefused) this.#options.logger.warn(message);
    this.#hasRefused = true;
  }

  async #askKernel(socket: Socket): Promise<boolean> {
    const isAllowed = (await (await this.#peers)?.isAllowed(socket)) === true;
    if (!isAllowed && !socket.destroyed) this.#logRefusal();
    if (!isAllowed) socket.destroy();
    return isAllowed;
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!(await this.#isAllowed(request.socket))) return;
    const path = this.#home?.pathOf(request) ?? null;
    // Whoever does not know the home learns nothing, not even what answers here.
    if (path === null || this.#home === undefined) return ignore(response);
    if (!this.#home.isSameOrigin(request)) {
      return refuse(response, 403, `Pages of Sluice are at ${this.#home.address} and nowhere else.`);
    }
    const { method, headers } = request;
    const [area, name, ...rest] = path.slice(1).split('/');
    const isOne = name !== undefined && rest.length === 0;
    const given = headers[sessionHeader];
    const session = typeof given === 'string' ? given : undefined;
    // What needs no session: the built pages, which are the same for everybody; an address that a page was
    // given to download from, or for a frame, once; and what carries a secret of its own.
    if (method === 'POST' && path === '/session') return this.#signIn(request, response);
    if (method === 'POST' && path === '/proof') return this.#prove(request, response);
    if (method === 'POST' && area === 'owner' && isOne) return this.#obeyOwner(name, request, response);
    if (method === 'GET' && area === 'download' && isOne) return this.#options.downloads.send(name, response);
    if (method === 'GET' && area === originalPageArea && isOne) return this.#originalPage(path, response);
    const isPrivate = ['call', 'inbox', 'annotated', 'original', 'events', 'session', 'vouch'].includes(
      area ?? '',
    );
    if (method === 'GET' && !isPrivate) return this.#page(path, response);
    if (session === undefined || !this.#access.admits(session)) return refuse(response, 401, noSession);
    this.#strangers.know(request.socket);
    if (method === 'POST' && area === 'call' && isOne) return this.#call(name, request, response);
    if (method === 'PUT' && area === 'inbox' && isOne) return this.#take(name, request, response);
    if (method === 'GET' && area === 'annotated' && isOne) return this.#annotated(path, response);
    if (method === 'GET' && area === 'original' && isOne) return this.#original(path, response);
    if (method === 'GET' && path === '/events') return this.#listen(session, response);
    if (method === 'DELETE' && path === '/session') return this.#signOut(session, response);
    if (method === 'POST' && path === '/vouch') return this.#vouch(session, request, response);
    return respondText(response, 405, 'There is nothing here for this method.');
  }

  async #signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = tokenSchema.safeParse(await this.#readFromStranger(request));
    const token = asked.success ? asked.data.token : '';
    const session = this.#access.redeem(token);
    if (session !== null) {
      const proof = this.#access.proofKey(session);
      return respondReply(response, 200, { ok: true, value: { session, proof } });
    }
    if (this.#access.wasSpent(token)) this.#options.onNewAddress(this.address());
    refuse(response, 401, noSession);
  }

  /**
   * A page that lost its agent asks who answers now, before it says anything: another user's server may have
   * taken the port.
   */
  async #prove(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = proofSchema.safeParse(await this.#readFromStranger(request));
    const proof = asked.success ? this.#access.prove(asked.data.who, asked.data.nonce) : null;
    if (proof === null) return refuse(response, 401, noSession);
    respondReply(response, 200, { ok: true, value: { proof } });
  }

  /** Nobody is known yet: who sends a body without end is cut off. */
  async #readFromStranger(request: IncomingMessage): Promise<unknown> {
    const tooSlow = setTimeout(() => request.destroy(), this.#limits.headers);
    return readJson(request, strangersBytes).finally(() => clearTimeout(tooSlow));
  }

  #signOut(session: string, response: ServerResponse): void {
    this.#access.signOut(session);
    this.#sessionsEnded();
    respondText(response, 200, 'You are signed out.');
  }

  /** What was theirs goes with them. */
  #sessionsEnded(): void {
    this.events.dropEnded();
    this.#options.originals.signedOut();
    this.#options.downloads.signedOut();
  }

  /** Lets another tab of the same browser sign in with a token that this page has the digest of. */
  async #vouch(session: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = vouchSchema.safeParse(await readJson(request, strangersBytes));
    if (!asked.success) throw new AppError('USAGE', { detail: 'a tab is vouched for by a digest' });
    this.#access.vouch(session, asked.data.digest);
    respondReply(response, 200, { ok: true, value: {} });
  }

  async #obeyOwner(command: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await this.#readFromStranger(request);
    const reply = this.#owner === undefined ? null : obeyOwner(this.#owner, command, body, this.#obey);
    if (reply === null) return refuse(response, 401, noSession);
    const type = 'application/json; charset=utf-8';
    respond(response, { status: 200, type, body: JSON.stringify(reply) });
  }

  readonly #obey = (command: string): string | null => {
    if (command === 'address') return this.#access.token();
    if (command !== 'sign-out') return null;
    this.#access.signOutAll();
    this.#sessionsEnded();
    return '';
  };

  async #call(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = isPageCall(name) ? 200 : 404;
    respondReply(response, status, await this.#options.answer(name, await readJson(request)));
  }

  async #take(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = await this.#options.inbox.take(name, request);
    const type = 'application/json; charset=utf-8';
    respond(response, { status: 201, type, body: JSON.stringify({ path }) });
  }

  /** Streamed, because such a document may be larger than memory likes. */
  async #annotated(path: string, response: ServerResponse): Promise<void> {
    const file = await this.#options.annotated(path);
    if (file === null) return respondText(response, 404, 'There is no such document.');
    await streamFile(file, documentHeaders(file.bytes), response);
  }

  async #original(path: string, response: ServerResponse): Promise<void> {
    const file = await this.#options.originals.file(path);
    if (file === null) return respondText(response, 404, 'There is no such document.');
    await streamFile(file, originalHeaders(file.bytes), response);
  }

  async #originalPage(path: string, response: ServerResponse): Promise<void> {
    const file = this.#options.originals.page(path);
    if (file === null) return respondText(response, 404, 'This page was shown already, or is gone.');
    await streamFile(file, originalPageHeaders(file.bytes), response);
  }

  #listen(session: string, response: ServerResponse): void {
    if (this.events.open(response, () => this.#access.admits(session))) response.socket?.setTimeout(0);
    else respondText(response, 503, 'Too many pages are open.');
  }

  async #page(path: string, response: ServerResponse): Promise<void> {
    const asked = path === '/' || path === '/sign-in' ? '/agent.html' : path;
    const file = resolveAsset(this.#options.pages, assetOrigin, `${assetOrigin}${asked}`);
    const page = file === null ? null : await readPage(file);
    if (page === null) return respondText(response, 404, 'There is no such page.');
    const { body, type } = page;
    // Built files carry a hash of their content in the name; they never change under it.
    const isHashed = path.startsWith('/assets/');
    const policy = asked.endsWith('.html') ? policyOf(body.toString()) : contentSecurityPolicy;
    const headers = {
      'content-security-policy': `${policy}; frame-ancestors 'none'`,
      ...(isHashed ? { 'cache-control': 'private, max-age=31536000, immutable' } : {}),
    };
    respond(response, { status: 200, type, body, headers });
  }
}

/** Stands for the home, of which only what follows is resolved. */
const assetOrigin = 'http://home.invalid';

/** A page that goes away while it reads is no failure. */
async function streamFile(
  file: AnnotatedFile,
  headers: OutgoingHttpHeaders,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, headers);
  await pipeline(createReadStream(file.path), response).catch(() => response.destroy());
}

/** A page names its policy itself: the one of all, and what stands in it (scripts/code-integrity.ts). */
function policyOf(html: string): string {
  const [, own] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html) ?? [];
  return own ?? contentSecurityPolicy;
}

function ignore(response: ServerResponse): void {
  response.setHeader('connection', 'close');
  respond(response, { status: 404, type: 'text/plain', body: '' });
}

/** The connection goes with it: nobody is kept waiting for the rest of a body that is not wanted. */
function refuse(response: ServerResponse, status: number, text: string): void {
  response.setHeader('connection', 'close');
  respondText(response, status, text);
}
