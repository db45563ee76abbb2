import got, { type Got } from 'got';
import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Agents } from './agents.ts';
import type { HostHolds } from './host-holds.ts';

/** What PUT and download share. */
export interface StorageContext {
  readonly http: Got;
  readonly holds: HostHolds;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Nothing moved for so long: the transfer is given up. Storage may take long over a large object, real ms. */
export const defaultStallMs = 120_000;

/**
 * A bare instance, apart from the API's: any header beyond what HTTP needs breaks the signature of an upload address (field
 * notes, "Enrich and upload"). No limit on the whole transfer (U10); a stall is watched on the socket.
 */
export function createStorageHttp(agents: Agents): Got {
  return got.extend({
    agent: { http: agents.http, https: agents.https },
    throwHttpErrors: false,
    followRedirect: false,
    retry: { limit: 0 },
    decompress: false,
    strictContentLength: true,
    timeout: { lookup: 10_000, connect: 10_000, secureConnect: 10_000 },
    headers: { 'user-agent': undefined },
  });
}
