import type { Upload } from '#shared/uploads/upload.ts';

/** A `no_store` document is kept so long after enrichment ended (interface section 3.4), ms. */
const lifeMs = 24 * 60 * 60_000;

/**
 * Whether the document of an upload was deleted by the service because its time was over, as it was meant to
 * be.
 */
export function isExpired(upload: Upload, now: number = Date.now()): boolean {
  if (upload.state !== 'completed' || !upload.options.noStore) return false;
  return (
    upload.remoteStatus === 'expired' || (upload.finishedAt !== null && upload.finishedAt + lifeMs <= now)
  );
}
