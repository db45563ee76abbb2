import type { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Answer } from './answer.ts';
import type { ServiceClient } from './client.ts';
import type { PresenceInRecord } from './presence.ts';
import type { Hashed } from './storage.ts';

/** Codes of a link that ran out between being given and being used. */
const expired = new Set(['ADDRESS_USED_OR_EXPIRED', 'STORAGE_REFUSED', 'NOT_PERMITTED']);

/**
 * Size and SHA-256 of a document's original, read as a stream and no further than `maximumBytes`: nothing of
 * it is kept.
 */
export async function hashOriginal(
  client: ServiceClient,
  contentId: ContentId,
  maximumBytes: number,
  signal?: AbortSignal,
): Promise<Answer<Hashed>> {
  for (let attempt = 1; ; attempt++) {
    const link = await client.documents.original(contentId, { priority: 'backlog', signal });
    if (!link.ok) return link;
    const answer = await client.storage.hashOf(link.value.url, { maximumBytes, signal });
    if (answer.ok || attempt > 1 || !expired.has(answer.failure.error.code)) return answer;
  }
}

/**
 * Compares a document's original with what was sent. For a record that leaves its size out, or states 0 bytes
 * for a complete document: that says nothing about the bytes, and storage may have answered the PUT without
 * keeping them.
 *
 * @returns `none` if the service gives no originals; the failure if the original may be read later
 */
export async function compareOriginal(
  client: ServiceClient,
  { sha256, size }: { readonly sha256: string | null; readonly size: number },
  contentId: ContentId,
  signal: AbortSignal,
): Promise<'same' | 'other' | 'none' | AppError> {
  if (sha256 === null) return 'none';
  const original = await hashOriginal(client, contentId, size, signal);
  if (original.ok) return original.value.sha256 === sha256 ? 'same' : 'other';
  const { error } = original.failure;
  if (error.retryable) return error;
  const isLonger = error.code === 'FILE_TOO_LARGE' || error.code === 'DOWNLOAD_TOO_LARGE';
  return isLonger ? 'other' : 'none';
}

/** What a look shows once the original was read, and had the bytes that were sent. */
export function wholeByOriginal({ record, evidence }: PresenceInRecord, size: number): PresenceInRecord {
  const read = { size, ...evidence, seen: 'whole', by: 'documents.original' } as const;
  return { has: 'yes', seen: 'whole', record, evidence: read };
}
