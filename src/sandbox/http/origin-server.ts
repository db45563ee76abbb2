import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Services } from '../services.ts';
import type { User } from '../store/users.ts';
import { type FaultOutcome, type FaultPlace, faultAfter, faultBefore } from './apply-fault.ts';
import type { FaultRule } from './fault-rule.ts';
import type { OriginName } from './origin-name.ts';
import { Problem } from './problem.ts';
import { problemReply } from './problem-reply.ts';
import { BodyCutShort } from './read-body.ts';
import type { Reply } from './reply.ts';
import type { RequestContext } from './request-context.ts';
import { createRouter, type Route } from './router.ts';
import { sendHalf, sendReply } from './send-reply.ts';
import { storageError } from './storage-error.ts';

/** One of the origins. */
export interface Origin {
  name: OriginName;
  routes: readonly Route[];
  /** Routes under `/_sandbox`: for the owner's key only, without limit, faults or record. */
  adminRoutes: readonly Route[];
}

const anonymous: User = { userId: '', orgId: '' };

/**
 * Makes the HTTP server of an origin. Each request goes: fault before → route → key → rate limit → handler →
 * fault after → answer → record.
 */
export function createOriginServer(origin: Origin, services: Services): Server {
  const findRoute = createRouter(origin.routes);
  const findAdmin = createRouter(origin.adminRoutes);

  const server = createServer((request, response) => {
    void serve(request, response).catch((error) => {
      process.stderr.write(
        `sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      response.destroy();
    });
  });
  // Uploads of gigabytes take as long as they take; idle connections outlive a client's pool.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 75_000;
  return server;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const context = contextOf(request);
    response.setHeader('x-request-id', context.requestId);
    if (context.path.startsWith('/_sandbox')) {
      await sendReply(response, await answer(context, () => runAdmin(context)));
      return;
    }
    const startedAt = performance.now();
    const time = services.clock.now();
    const { name } = origin;
    const rule = services.faults.take({
      origin: name,
      method: context.method,
      path: context.path,
      document: () => documentNamed(context.path),
    });
    context.fault = rule;
    const matched = findRoute(context.method, context.path);
    const isPut = name === 'storage' && context.method === 'PUT' && matched.kind === 'found';
    const putEnded = isPut ? services.puts.begin(context.path) : () => undefined;
    response.once('close', putEnded);
    const outcome = await produce(context, matched, rule);
    // The answer is recorded before it is sent: whoever has it can rely on finding it in the log.
    services.recorder.record({
      time,
      origin: name,
      method: context.method,
      path: context.path,
      route: matched.kind === 'found' ? matched.route.path : null,
      status: typeof outcome === 'object' ? outcome.status : 0,
      key: keyOwner(request),
      headerNames: Object.keys(request.headers),
      bytesIn: context.bytesIn,
      durationMs: performance.now() - startedAt,
      requestId: context.requestId,
      fault: rule?.kind ?? null,
    });
    // Before the answer goes out: who has it may begin the next at once. One that hangs ends with its
    // connection.
    if (outcome !== 'hang' && outcome !== undefined) putEnded();
    // Of a body that nobody reads the end of the connection is not heard either.
    if (outcome === 'hang') request.resume();
    if (outcome === 'reset') request.socket.resetAndDestroy();
    else if (outcome === 'hang' || outcome === undefined) return;
    else if (rule?.kind === 'truncated') await sendHalf(response, outcome);
    else await sendReply(response, outcome);
  }

  async function produce(
    context: RequestContext,
    matched: ReturnType<typeof findRoute>,
    rule: FaultRule | undefined,
  ): Promise<FaultOutcome> {
    const before =
      rule === undefined ? undefined : await faultBefore(rule, faultPlace(context), context.request);
    if (before !== undefined) return before;
    try {
      const reply = await answer(context, () => runRoute(context, matched));
      return rule === undefined ? reply : faultAfter(rule, faultPlace(context), reply);
    } catch (error) {
      // The caller has gone: there is nobody to answer.
      if (error instanceof BodyCutShort) return 'reset';
      throw error;
    }
  }

  async function answer(context: RequestContext, run: () => Reply | Promise<Reply>): Promise<Reply> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return problemReply(error, services.settings.profile, context.requestId);
    }
  }

  function runRoute(context: RequestContext, matched: ReturnType<typeof findRoute>): Reply | Promise<Reply> {
    if (origin.name === 'storage') {
      if (matched.kind === 'found') {
        context.params = trueParams(matched.params);
        return matched.route.handle(context);
      }
      return storageError(
        matched.kind === 'nothing' ? 404 : 405,
        'NoSuchKey',
        'There is nothing at this address.',
      );
    }
    if (matched.kind === 'nothing') throw new Problem(404, 'ROUTE_NOT_FOUND', 'There is no such route.');
    if (matched.kind === 'wrong-method') {
      throw new Problem(405, 'METHOD_NOT_ALLOWED', 'The route does not take this method.');
    }
    const { key, user } = callerOf(context);
    const { rateLimitBy } = services.settings;
    const wait = services.rateLimit.check(rateLimitBy === 'key' ? key : user.orgId);
    if (wait !== undefined) {
      const headers = { 'retry-after': String(wait) };
      throw new Problem(429, 'TOO_MANY_REQUESTS', 'There were too many requests in the last minute.', {
        headers,
      });
    }
    context.user = user;
    context.params = trueParams(matched.params);
    const reply = matched.route.handle(context);
    const name = (one: Reply) => underTheirNames(one, matched.params);
    return reply instanceof Promise ? reply.then(name) : name(reply);
  }

  /** @throws Problem 401 when the request carries no key that is known */
  function callerOf({ request }: RequestContext): { key: string; user: User } {
    const key = request.headers['x-api-key'];
    const user = typeof key === 'string' ? services.users.byKey(key) : undefined;
    if (typeof key === 'string' && user !== undefined) return { key, user };
    throw new Problem(401, 'UNAUTHORIZED', 'The X-API-KEY header holds no valid API key.');
  }

  function runAdmin(context: RequestContext): Reply | Promise<Reply> {
    // A web page in the person's browser reaches loopback too, and so does everybody else on this computer.
    const { host = '', origin: page } = context.request.headers;
    if (page !== undefined || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) {
      throw new Problem(
        403,
        'FORBIDDEN',
        'The controls answer programs on this computer only, not web pages.',
      );
    }
    const { key } = callerOf(context);
    if (key !== services.memory.get('api key')) {
      throw new Problem(403, 'FORBIDDEN', "The controls answer the owner's key only.");
    }
    const matched = findAdmin(context.method, context.path);
    if (matched.kind !== 'found') throw new Problem(404, 'ROUTE_NOT_FOUND', 'There is no such route.');
    context.params = matched.params;
    return matched.route.handle(context);
  }

  function faultPlace({ requestId }: RequestContext): FaultPlace {
    const word = (problem: Problem) => problemReply(problem, services.settings.profile, requestId);
    return { origin: origin.name, aliases: services.aliases, clock: services.clock, word };
  }

  /** The names in a path as the ids they mean, also where a fault gave out others. */
  function trueParams(params: Record<string, string>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, services.aliases.idOf(value)]),
    );
  }

  /** A lie about an id is kept up: who asks by another name is answered with that name. */
  function underTheirNames(reply: Reply, params: Record<string, string>): Reply {
    let { body } = reply;
    if (typeof body !== 'string') return reply;
    for (const name of Object.values(params)) {
      const id = services.aliases.idOf(name);
      if (id !== name) body = body.replaceAll(JSON.stringify(id), JSON.stringify(name));
    }
    return { ...reply, body };
  }

  /** The document that a path names, if it names one, deleted or not. */
  function documentNamed(path: string): { age: number; fileName: string } | undefined {
    const id = /\b[A-F0-9]{32}\b/.exec(path)?.[0];
    const row = id === undefined ? undefined : services.documents.findEver(id);
    return row && { age: services.clock.now() - row.created_at, fileName: row.file_name };
  }

  /** Whose key a request carries; what is not a known key is only called `unknown`, never written down. */
  function keyOwner(request: IncomingMessage): string | null {
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string') return null;
    return services.users.byKey(key)?.userId ?? 'unknown';
  }
}

function contextOf(request: IncomingMessage): RequestContext {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  return {
    method: request.method ?? 'GET',
    path: mark === -1 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)),
    params: {},
    request,
    requestId: randomUUID(),
    user: anonymous,
    bytesIn: 0,
    fault: undefined,
  };
}
