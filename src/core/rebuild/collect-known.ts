import type { Ledger } from '../ledger/port.ts';
import type { ServiceClient } from '../service/client.ts';

const pageSize = 100;

/**
 * Reads what the service holds after the ledger was lost. `uncertain` when this deployment has no list: then files from before
 * the loss are held back, because nobody can tell whether they are in.
 */
export async function collectKnown(
  client: ServiceClient,
  ledger: Ledger,
  profileId: string,
  signal: AbortSignal,
): Promise<'known' | 'uncertain' | 'failed'> {
  for (let page = 1; ; page++) {
    const answer = await client.documents.list(
      { ownership: 'owned', page, page_size: pageSize, sort_by: 'created_at', sort_order: 'asc' },
      { priority: 'manual', signal },
    );
    if (!answer.ok) return client.documents.listAvailable() === 'no' ? 'uncertain' : 'failed';
    const documents = answer.value
      .filter(
        (record) =>
          (record.raw_size ?? 0) > 0 && record.file_name !== undefined && record.status !== 'failed',
      )
      .map((record) => ({
        contentId: record.id,
        fileName: record.file_name ?? '',
        size: record.raw_size ?? 0,
      }));
    await ledger.known.addMany(profileId, documents);
    if (answer.value.length < pageSize) return 'known';
  }
}
