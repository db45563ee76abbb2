import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import {
  type AnnotatedFile,
  type Answer,
  isPageCall,
  readPage,
  refusal,
  resolveAsset,
} from '#core/ports/host.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Redactor } from '#core/ports/redactor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { type Access, createAccess } from './access.ts';
import type { Downloads } from './downloads.ts';
import { EventStream } from './event-stream.ts';
import type { Inbox } from './inbox.ts';
import { readJson } from './read-body.ts';
import { documentHeaders, respond, respondReply, respondText } from './respond.ts';
import { isSameOrigin } from './same-origin.ts';
import { signedOutPage, signedOutPolicy } from './signed-out-page.ts';

export interface UiServerOptions {
  /** Absolute path of the built pages. */
  readonly pages: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly answer: Answer;
  readonly inbox: Inbox;
  /** The file behind an address of an annotated document; null when there is none. */
  readonly annotated: (path: string) => Promise<AnnotatedFile | null>;
  readonly downloads: Downloads;
  readonly redactor: Redactor;
  readonly logger: Logger;
  /** Told of a new address when the one before was opened a second time. */
  readonly onNewAddress: (address: string) => void;
}

const forbidden = 'This request does not come from a page of Sluice on this address. It was refused.';
const noSession =
  'Open the address that `sluice ui` printed. It works once; opened again, it prints a new one.';
/** A page of our own goes on to the start: a redirect would still count as coming from wherever the address was clicked. */
const onward = '<!doctype html><title>Sluice</title><meta http-equiv="refresh" content="0;url=/">';

/** Serves the pages, their calls, events and dropped files, to this machine only (S8). */
export class UiServer {
  readonly events = new EventStream();
  readonly #options: UiServerOptions;
  readonly #server: Server;
  #access: Access | undefined;
  #port = 0;

  constructor(options: UiServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#handle(request, response));
    // A large file on a slow disk takes its time; a stalled one is noticed by the socket's own timeout. Milliseconds.
    this.#server.requestTimeout = 0;
    this.#server.setTimeout(120_000);
  }

  /** Listens; returns the address with the one-time token. */
  async start(): Promise<string> {
    this.#server.listen(this.#options.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    this.#access = createAccess(this.#port);
    return this.#addressWith(this.#access.token());
  }

  async stop(): Promise<void> {
    this.events.stop();
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #addressWith(token: string): string {
    return `http://127.0.0.1:${this.#port}/?token=${token}`;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      const isExpected = error instanceof AppError;
      if (!isExpected) this.#options.logger.error('A request of a page failed unexpectedly.', { error });
      const failure = isExpected ? error : new AppError('UNEXPECTED');
      if (response.headersSent) return void response.destroy();
      // The rest of the body is read and dropped: a page that is cut off while it sends never sees the answer.
      request.resume();
      respondReply(response, isExpected ? 400 : 500, refusal(failure, this.#options.redactor));
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const access = this.#access;
    if (access === undefined || !isSameOrigin(request, this.#port))
      return respondText(response, 403, forbidden);
    // The raw path: normalising would turn `/inbox/../x` into something else.
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const token = path === '/' ? new URLSearchParams(query).get('token') : null;
    if (request.method === 'GET' && token !== null) return this.#enter(access, token, request, response);
    if (!access.admits(request.headers.cookie)) return this.#refuse(request, response);
    const [area, name, ...rest] = path.slice(1).split('/');
    const isOne = name !== undefined && rest.length === 0;
    const { method } = request;
    if (method === 'POST' && area === 'call' && isOne) return this.#call(name, request, response);
    if (method === 'PUT' && area === 'inbox' && isOne) return this.#take(name, request, response);
    if (method === 'GET' && area === 'download' && isOne) return this.#options.downloads.send(name, response);
    if (method === 'GET' && area === 'annotated' && isOne) return this.#annotated(path, response);
    if (method === 'GET' && path === '/events') return this.#listen(response);
    if (method === 'GET') return this.#page(path, response);
    return respondText(response, 405, 'There is nothing here for this method.');
  }

  /** A person gets a page that says what to do, anything else a sentence. */
  #refuse({ headers }: IncomingMessage, response: ServerResponse): void {
    if (headers['sec-fetch-dest'] === 'document') {
      const type = 'text/html; charset=utf-8';
      const body = signedOutPage(headers['accept-language']);
      respond(response, { status: 401, type, body, headers: { 'content-security-policy': signedOutPolicy } });
    } else respondText(response, 401, noSession);
  }

  #enter(access: Access, token: string, request: IncomingMessage, response: ServerResponse): void {
    const cookie = access.redeem(token);
    if (cookie === null) {
      if (access.wasSpent(token)) this.#options.onNewAddress(this.#addressWith(access.token()));
      this.#refuse(request, response);
    } else {
      const type = 'text/html; charset=utf-8';
      respond(response, { status: 200, type, body: onward, headers: { 'set-cookie': cookie } });
    }
  }

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
    response.writeHead(200, documentHeaders(file.bytes));
    // A page that goes away while it reads is no failure.
    await pipeline(createReadStream(file.path), response).catch(() => response.destroy());
  }

  #listen(response: ServerResponse): void {
    if (this.events.open(response)) response.socket?.setTimeout(0);
    else respondText(response, 503, 'Too many pages are open.');
  }

  async #page(path: string, response: ServerResponse): Promise<void> {
    const origin = `http://127.0.0.1:${this.#port}`;
    const asked = path === '/' ? '/agent.html' : path;
    const file = resolveAsset(this.#options.pages, origin, `${origin}${asked}`);
    const page = file === null ? null : await readPage(file);
    if (page === null) return respondText(response, 404, 'There is no such page.');
    const { body, type } = page;
    // Built files carry a hash of their content in the name; they never change under it.
    const isHashed = path.startsWith('/assets/');
    const headers = {
      'content-security-policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
      ...(isHashed ? { 'cache-control': 'private, max-age=31536000, immutable' } : {}),
    };
    respond(response, { status: 200, type, body, headers });
  }
}
