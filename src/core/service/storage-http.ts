import type { Got, OptionsInit } from 'got';
import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { HostHolds } from './host-holds.ts';
import { createLateClient } from './late-got.ts';
import type { Connections } from './network/connections.ts';
import { type StallWatch, watchStall } from './stall-watch.ts';
import type { TargetRules } from './target-rules.ts';

/** What PUT and download share. */
export interface StorageContext {
  readonly http: () => Promise<Got>;
  readonly holds: HostHolds;
  readonly rules: TargetRules;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The API key of the profile, which is never sent here. */
  readonly getKey: () => Promise<string | undefined>;
}

/**
 * Nothing moved for so long: the transfer is given up. Storage may take long over a large object, real ms.
 */
const defaultStallMs = 120_000;
/** Fewer bytes in that time are a stall too: 16 kB in two minutes is slower than any line in use. */
const leastMovedBytes = 16 * 1024;

/** Destroys a transfer that stalls. */
export function watchTransfer(
  request: { destroy(error: Error): unknown },
  { stallTimeoutMs = defaultStallMs }: { readonly stallTimeoutMs?: number | undefined },
): StallWatch {
  return watchStall(stallTimeoutMs, () => request.destroy(new Error('stalled')), leastMovedBytes);
}

/**
 * A bare instance, apart from the API's: any header beyond what HTTP needs breaks the signature of an upload
 * address (service-behaviour.md, "Enrich and upload"). Where it may lead, the rules say: at first, at each
 * redirect and when a name is resolved. No limit on the whole transfer (U10); a stall is watched on the
 * socket.
 */
export function createStorageHttp(
  connections: Connections,
  { lookup, problem }: TargetRules,
): () => Promise<Got> {
  return createLateClient((got) =>
    connections.over(got).extend({
      dnsLookup: lookup as NonNullable<OptionsInit['dnsLookup']>,
      hooks: {
        beforeRedirect: [
          async ({ url }) => {
            // A user name in it got leaves out by itself when the host is another one.
            const refused = await problem(new URL(String(url)));
            if (refused) throw refused;
          },
        ],
      },
      throwHttpErrors: false,
      followRedirect: false,
      retry: { limit: 0 },
      strictContentLength: true,
      timeout: { lookup: 10_000, connect: 10_000, secureConnect: 10_000 },
      headers: { 'user-agent': undefined },
    }),
  );
}
