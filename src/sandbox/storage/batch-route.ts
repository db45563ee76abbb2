import { readBody } from '../http/read-body.ts';
import { emptyReply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { storageError } from '../http/storage-error.ts';
import type { Services } from '../services.ts';
import { refuseAddress } from './refuse-address.ts';

/** A file of queries may be so large. */
const largestFile = 16 * 1024 * 1024;

/** Sandbox milliseconds a batch works: at all, and for each query. */
const batchMs = 5000;
const queryMs = 1000;

/** `PUT` of a batch's `.jsonl` file of queries to its single-use pre-signed address (section 4.13). */
export function batchRoute(services: Services): Route {
  const { batches, clock } = services;
  return {
    method: 'PUT',
    path: '/batches/{batch_file}',
    async handle(context) {
      const refused = refuseAddress(context, services);
      if (refused !== undefined) return refused;
      const body = await readBody(context.request, largestFile);
      if (body === undefined) return storageError(400, 'EntityTooLarge', 'The file of queries is too large.');
      context.bytesIn = body.length;
      const queries = body.toString('utf8');
      const id = (context.params.batch_file ?? '').replace(/\.jsonl$/, '');
      const count = queries.split('\n').filter((line) => line.trim() !== '').length;
      const now = clock.now();
      if (!batches.land(id, queries, { now, dueAt: now + batchMs + count * queryMs })) {
        return storageError(403, 'AccessDenied', 'The upload address has been used.');
      }
      return emptyReply();
    },
  };
}
