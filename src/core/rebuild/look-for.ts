import type { Clock } from '#core/ports/clock.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { LookedInVain } from '../service/absence.ts';
import { answered, type CallOptions } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import { confirmAbsence } from '../service/confirm-absence.ts';
import type { HearOptions } from '../service/hear.ts';
import type { HeardRecord } from '../service/hear-documents.ts';
import { askAgain } from '../service/try-again.ts';

export interface LookContext {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /**
   * Documents that were not found, by content id: looks for one on behalf of several files count together.
   */
  readonly absent: Map<ContentId, LookedInVain>;
}

/** As `HearOptions` where there is a `notBefore`. */
type PatientLook = Omit<HearOptions, 'notBefore'> & Partial<Pick<HearOptions, 'notBefore'>>;

export type LookedFor =
  | { readonly kind: 'answer'; readonly answer: HeardRecord }
  /** It went since the list was read. */
  | { readonly kind: 'gone' }
  /** Not there so far; `at` is wall time, ms. */
  | { readonly kind: 'later'; readonly at: number };

/**
 * Asks for a document that the list showed when the ledger was lost. That it is not found must be confirmed:
 * what it holds would be sent a second time.
 *
 * @param patiently for what much else waits: what fails is asked again, and with `notBefore` what another
 *   machine of the team was told since is as good as asking
 */
export async function lookFor(
  { client, clock, absent }: LookContext,
  { contentId, fileName }: { readonly contentId: ContentId; readonly fileName: string | null },
  patiently?: PatientLook,
): Promise<LookedFor> {
  const before = absent.get(contentId);
  const now = clock.now();
  if (before && before.absence.since <= now && now < before.lookAgainAt)
    return { kind: 'later', at: before.lookAgainAt };
  const options: CallOptions = patiently ?? { priority: 'backlog' };
  const answer = patiently
    ? await askAgain(() => ask(client, contentId, patiently), { clock, signal: patiently.signal })
    : await client.documents.get(contentId, options);
  if (answer.ok || answer.failure.error.code !== 'DOCUMENT_NOT_FOUND') {
    if (answer.ok) absent.delete(contentId);
    return { kind: 'answer', answer };
  }
  const { found, ...looked } = await confirmAbsence(
    client,
    { contentId, fileName },
    absent.get(contentId)?.absence,
    clock.now(),
    options,
  );
  absent.set(contentId, looked);
  if (found === 'later') return { kind: 'later', at: looked.lookAgainAt };
  return found === 'gone' ? { kind: 'gone' } : { kind: 'answer', answer: answered(found) };
}

function ask(
  { documents }: ServiceClient,
  contentId: ContentId,
  { notBefore, ...options }: PatientLook,
): Promise<HeardRecord> {
  if (notBefore === undefined) return documents.get(contentId, options);
  return documents.getHeard(contentId, { ...options, notBefore });
}
