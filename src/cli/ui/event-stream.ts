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
  /** Each with whether its session goes on. */
  readonly #pages = new Map<ServerResponse, () => boolean>();
  readonly #beat: NodeJS.Timeout;

  constructor() {
    this.#beat = setInterval(() => {
      this.dropEnded();
      this.#write(':\n\n');
    }, beatEvery);
    this.#beat.unref();
  }

  /** Takes a page on; false when there are too many. */
  open(response: ServerResponse, goesOn: () => boolean): boolean {
    if (this.#pages.size >= mostPages) return false;
    response.writeHead(200, eventStreamHeaders);
    // Headers are only sent with the first byte.
    response.write(':\n\n');
    this.#pages.set(response, goesOn);
    response.on('close', () => this.#pages.delete(response));
    return true;
  }

  send<N extends EventName>(name: N, payload: EventPayload<N>): void {
    this.#write(`event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`);
  }

  /** Ends the streams of sessions that have ended. */
  dropEnded(): void {
    for (const [page, goesOn] of this.#pages) {
      if (!goesOn()) page.end();
    }
  }

  stop(): void {
    clearInterval(this.#beat);
    for (const page of this.#pages.keys()) page.end();
    this.#pages.clear();
  }

  #write(text: string): void {
    for (const page of this.#pages.keys()) {
      // What waited before this counts: one message may be larger, as the answer of a long operation is.
      if (page.writableLength > mostWaiting) page.destroy();
      else page.write(text);
    }
  }
}
