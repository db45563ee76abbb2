import type { ContentId } from '#shared/ids/ids.ts';
import type { CallOptions } from './answer.ts';
import { createListEnd } from './ask-list.ts';
import type { ServiceClient } from './client.ts';
import type { DocumentRecord } from './schemas/document.ts';

const pageSize = 100;
/** Documents of one name beyond this many pages are not looked through: then nobody can tell. */
const mostPages = 20;

/**
 * Looks in the list for a document that cannot be found by its id: replicas of the two need not be equally
 * far behind.
 *
 * @returns the document as the list shows it; `absent` when it does not, or there is no list; `unknown` when
 * the list could not be asked, which proves nothing
 */
export async function findListed(
  client: ServiceClient,
  { contentId, fileName }: { readonly contentId: ContentId; readonly fileName: string | null },
  options: CallOptions,
): Promise<DocumentRecord | 'absent' | 'unknown'> {
  const isBehindEnd = createListEnd();
  for (let page = 1; page <= mostPages; page++) {
    const answer = await client.documents.list(
      {
        ...(fileName === null ? {} : { file_name: fileName }),
        ownership: 'owned',
        page,
        page_size: pageSize,
        sort_by: 'created_at',
        sort_order: 'desc',
      },
      options,
    );
    if (!answer.ok) return client.documents.listAvailable() === 'no' ? 'absent' : 'unknown';
    const found = answer.value.find(({ id }) => id === contentId);
    if (found) return found;
    if (isBehindEnd(answer)) return 'absent';
  }
  return 'unknown';
}
