import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { downloadHeaders, respondText } from './respond.ts';

/** Files that a page was promised, each under an address that works once. */
export interface Downloads {
  /** The address, on this server, of a file that is to be saved under `name`. */
  offer(path: string, name: string): string;
  /** Sends the file of an address; 404 when it was fetched or there never was one. */
  send(id: string, response: ServerResponse): Promise<void>;
  /** Withdraws all promises: a session has ended. */
  signedOut(): void;
}

/** Promises that nobody took up; the oldest go. */
const mostOffers = 100;
/**
 * Milliseconds a promise holds: the page follows it at once. The address is all that is asked for, so it must
 * not lie about.
 */
const holdsFor = 60_000;

/** @param now milliseconds that never go back */
export function createDownloads(now = () => performance.now()): Downloads {
  const offers = new Map<string, { readonly path: string; readonly name: string; readonly until: number }>();
  return {
    offer(path, name) {
      const id = randomBytes(16).toString('hex');
      offers.set(id, { path, name, until: now() + holdsFor });
      const [oldest] = offers.keys();
      if (offers.size > mostOffers && oldest !== undefined) offers.delete(oldest);
      return `download/${id}`;
    },
    async send(id, response) {
      const offer = offers.get(id);
      offers.delete(id);
      const holds = offer !== undefined && now() <= offer.until;
      const found = holds && (await stat(offer.path).catch(() => undefined));
      if (offer === undefined || !found)
        return respondText(response, 404, 'This download was fetched already, or is gone.');
      response.writeHead(200, downloadHeaders(offer.name, found.size));
      // A person who breaks it off is no failure of ours.
      await pipeline(createReadStream(offer.path), response).catch(() => response.destroy());
    },
    signedOut: () => offers.clear(),
  };
}
