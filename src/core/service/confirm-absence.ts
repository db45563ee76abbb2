import type { ContentId } from '#shared/ids/ids.ts';
import { type Absence, type LookedInVain, lookedInVain } from './absence.ts';
import type { CallOptions } from './answer.ts';
import type { ServiceClient } from './client.ts';
import { findListed } from './find-listed.ts';
import type { DocumentRecord } from './schemas/document.ts';

export interface ConfirmedAbsence extends LookedInVain {
  /**
   * - `gone`: the absence lasted, and the list does not show the document either
   * - `later`: not known yet; looked again at `lookAgainAt`
   * - the document, where the list shows it all the same
   */
  readonly found: 'gone' | 'later' | DocumentRecord;
}

/**
 * The service said that it has no such document. A replica may be behind, so only an absence that lasts, and
 * that the list bears out, is believed (docs/adr/0013).
 *
 * @param before the looks in vain that came directly before this one
 * @param now milliseconds since the epoch
 */
export async function confirmAbsence(
  client: ServiceClient,
  document: { readonly contentId: ContentId; readonly fileName: string | null },
  before: Absence | undefined,
  now: number,
  options: CallOptions,
): Promise<ConfirmedAbsence> {
  const looked = lookedInVain(before, now);
  if (!looked.isBelieved) return { ...looked, found: 'later' };
  const listed = await findListed(client, document, options);
  if (listed === 'unknown') return { ...looked, found: 'later' };
  return { ...looked, found: listed === 'absent' ? 'gone' : listed };
}
