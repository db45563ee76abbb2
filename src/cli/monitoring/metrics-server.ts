import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { MIMEType } from 'node:util';
import type { Logger } from '#core/ports/logger.ts';
import type { Redactor } from '#core/public/redactor.ts';
import { isLoopbackHost } from '#shared/settings/insecure-address.ts';
import { printable } from '../output/format.ts';
import type { HealthReport } from './health-report.ts';
import { type MetricsFormat, metricsFormats, metricsText } from './metrics-text.ts';
import type { ListenAddress } from './monitoring-options.ts';
import type { Observation } from './observe.ts';

export interface MetricsServerOptions {
  readonly address: ListenAddress;
  readonly observe: () => Promise<Observation>;
  readonly report: (observation: Observation) => HealthReport;
  readonly redactor: Redactor;
  readonly logger: Logger;
  /** Told of the address, with the port that was taken. */
  readonly onListening: (address: string) => void;
  /** Shorter waits, for tests; ms. */
  readonly limits?: Partial<Limits>;
}

interface Limits {
  /** How long a look at the agent may take. */
  readonly look: number;
  /** After which a port that was taken is tried again. */
  readonly again: number;
}

const usualLimits: Limits = { look: 10_000, again: 30_000 };
/** Whoever asks is a program or two on the same machine; more are turned away. */
const mostConnections = 32;
/** A request has to be there within this, ms: another user of the machine can open any number of them. */
const requestWithin = 10_000;
/** How often connections are looked at for it, ms. */
const lookEvery = 2_000;

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const text = (status: number, body: string): Reply => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${body}\n`,
});

/**
 * Serves `/metrics`, `/ready` and `/healthy`, and nothing that changes anything. A port that cannot be had is
 * said once and tried again: it stops no upload.
 */
export class MetricsServer {
  readonly #options: MetricsServerOptions;
  readonly #limits: Limits;
  readonly #server: Server;
  #again: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isStopping = false;
  #wasRefused = false;

  constructor(options: MetricsServerOptions) {
    this.#options = options;
    this.#limits = { ...usualLimits, ...options.limits };
    this.#server = createServer(
      {
        headersTimeout: requestWithin,
        requestTimeout: requestWithin,
        connectionsCheckingInterval: lookEvery,
        keepAliveTimeout: 5_000,
      },
      (request, response) => void this.#handle(request, response),
    );
    this.#server.maxConnections = mostConnections;
    this.#server.on('error', (error: NodeJS.ErrnoException) => this.#refused(error));
    this.#server.on('listening', () => this.#listening());
  }

  start(): void {
    const { host, port } = this.#options.address;
    this.#server.listen(port, host);
  }

  /** From now on it is not ready any more. */
  stopping(): void {
    this.#isStopping = true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#again);
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #listening(): void {
    const { port } = this.#server.address() as AddressInfo;
    const { host } = this.#options.address;
    this.#wasRefused = false;
    this.#options.onListening(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`);
  }

  #refused({ code, message }: NodeJS.ErrnoException): void {
    const { logger } = this.#options;
    if (this.#isStopped) return;
    if (!this.#wasRefused)
      logger.warn('Metrics are not served: their address cannot be had. It is tried again.', {
        code,
        reason: message,
      });
    this.#wasRefused = true;
    if (this.#server.listening) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.start(), this.#limits.again);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { logger, redactor } = this.#options;
    let reply: Reply;
    try {
      reply = await this.#reply(request);
    } catch (error) {
      logger.debug('A question about the agent was not answered.', { error });
      reply = text(503, 'The agent does not answer.');
    }
    const body = redactor.text(reply.body);
    response.writeHead(reply.status, {
      'content-type': reply.type,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(reply.status === 405 ? { allow: 'GET, HEAD' } : {}),
      vary: 'accept',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  async #reply(request: IncomingMessage): Promise<Reply> {
    const path = (request.url ?? '/').split('?', 1)[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'Only GET and HEAD.');
    if (!this.#isForHere(request)) return text(403, 'This address answers for this machine only.');
    if (path === '/metrics') return this.#metrics(request);
    if (path === '/ready') return this.#ready(request);
    if (path === '/healthy') return this.#healthy(request);
    return text(path === '/' ? 200 : 404, 'Sluice: /metrics, /ready, /healthy');
  }

  /** A page in a browser may have had its name lead here (DNS rebinding); the Host header gives it away. */
  #isForHere({ headers }: IncomingMessage): boolean {
    if (!isLoopbackHost(bracketed(this.#options.address.host))) return true;
    if (headers.origin !== undefined) return false;
    // No browser leaves it out; load balancers that ask by HTTP/1.0 do.
    if (headers.host === undefined) return true;
    return isLoopbackHost(URL.parse(`http://${headers.host}`)?.hostname ?? '');
  }

  async #metrics(request: IncomingMessage): Promise<Reply> {
    const format = formatFor(request);
    const body = await metricsText(await this.#look(), format);
    return { status: 200, type: metricsFormats[format], body };
  }

  async #ready(request: IncomingMessage): Promise<Reply> {
    const isReady =
      !this.#isStopping &&
      (await this.#look().then(
        () => true,
        () => false,
      ));
    const said = isReady ? 'ready' : this.#isStopping ? 'stopping' : 'not ready: the agent does not answer';
    return wantsJson(request)
      ? json(isReady ? 200 : 503, { ready: isReady })
      : text(isReady ? 200 : 503, said);
  }

  async #healthy(request: IncomingMessage): Promise<Reply> {
    const report = this.#options.report(await this.#look());
    const status = report.healthy ? 200 : 503;
    if (wantsJson(request)) return json(status, report);
    const named = report.findings.filter(({ level }) => level !== 'note').map(findingLine);
    return text(status, [report.healthy ? 'healthy' : 'not healthy', report.sentence, ...named].join('\n'));
  }

  async #look(): Promise<Observation> {
    const looked = this.#options.observe();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the agent did not answer in time')), this.#limits.look);
    });
    try {
      return await Promise.race([looked, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function findingLine({ name, message, code, since }: HealthReport['findings'][number]): string {
  const of = name === null ? '' : `${name}: `;
  return `- ${printable(`${of}${message}`)} (${code}${since === null ? '' : `, since ${since}`})`;
}

const json = (status: number, value: unknown): Reply => ({
  status,
  type: 'application/json',
  body: `${JSON.stringify(value)}\n`,
});

const bracketed = (host: string) => (isIPv6(host) ? `[${host}]` : host);

function wantsJson(request: IncomingMessage): boolean {
  return preferred(request, ['text/plain', 'application/json']) === 'application/json';
}

/** OpenMetrics only where it is asked for in the version that is served; else the text of Prometheus. */
function formatFor(request: IncomingMessage): MetricsFormat {
  const offered = ['text/plain; version=0.0.4', 'application/openmetrics-text; version=1.0.0'];
  return preferred(request, offered) === offered[1] ? 'openMetrics' : 'prometheus';
}

/** The offered media type that a request prefers, by quality and then in its order; else the first. */
function preferred({ headers: { accept = '' } }: IncomingMessage, offered: string[]): string | undefined {
  const wanted = accept
    .split(',')
    .flatMap(parseType)
    .filter((one) => qualityOf(one) > 0);
  const best = wanted.toSorted((one, other) => qualityOf(other) - qualityOf(one));
  const found = best.flatMap((one) => offered.filter((offer) => accepts(one, new MIMEType(offer))));
  return [...found, ...offered][0];
}

function parseType(text: string): MIMEType[] {
  try {
    return [new MIMEType(text)];
  } catch {
    return [];
  }
}

const qualityOf = ({ params }: MIMEType) => Number(params.get('q') ?? 1);

function accepts(wanted: MIMEType, { type, subtype, params }: MIMEType): boolean {
  return (
    ['*', type].includes(wanted.type) &&
    ['*', subtype].includes(wanted.subtype) &&
    [...wanted.params].every(([name, value]) => name === 'q' || params.get(name) === value)
  );
}
