import type { ContentId } from '#shared/ids/ids.ts';
import type { Answer } from './answer.ts';
import type { ServiceClient } from './client.ts';
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
