import type { ServerResponse } from 'node:http';
import type { EventName, EventPayload } from '#shared/bridge/contract.ts';
import { eventStreamHeaders } from './respond.ts';

/** Milliseconds between comments that keep the connection from being taken for dead. */
const beatEvery = 15_000;
/** Pages open at once; more are a mistake, or a page that reconnects in a loop. */
const mostPages = 32;
/** Bytes waiting for a page that does not read; it is cut off, reconnects and asks anew. */
const mostWaiting = 1024 * 1024;

/** Server-sent events to every open page. */
export class EventStream {
  readonly #pages = new Set<ServerResponse>();
  readonly #beat: NodeJS.Timeout;

  constructor() {
    this.#beat = setInterval(() => this.#write(':\n\n'), beatEvery);
    this.#beat.unref();
  }

  /** Takes a page on; false when there are too many. */
  open(response: ServerResponse): boolean {
    if (this.#pages.size >= mostPages) return false;
    response.writeHead(200, eventStreamHeaders);
    // Milliseconds after which a page tries again.
    response.write('retry: 1000\n\n');
    this.#pages.add(response);
    response.on('close', () => this.#pages.delete(response));
    return true;
  }

  send<N extends EventName>(name: N, payload: EventPayload<N>): void {
    this.#write(`event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`);
  }

  stop(): void {
    clearInterval(this.#beat);
    for (const page of this.#pages) page.end();
    this.#pages.clear();
  }

  #write(text: string): void {
    for (const page of this.#pages) {
      // What waited before this counts: one message may be larger, as the answer of a long operation is.
      if (page.writableLength > mostWaiting) page.destroy();
      else page.write(text);
    }
  }
}
