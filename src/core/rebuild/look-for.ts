import type { Clock } from '#core/ports/clock.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { answered, type CallOptions } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { HearOptions } from '../service/hear.ts';
import type { HeardRecord } from '../service/hear-documents.ts';
import { type Absence, presenceOf } from '../service/presence.ts';
import { askAgain } from '../service/try-again.ts';

export interface LookContext {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** Documents that were not found, by content id. Requests for several files count together. */
  readonly absent: Map<ContentId, { readonly absence: Absence; readonly lookAgainAt: number }>;
}

/** As `HearOptions` where there is a `notBefore`. */
type PatientLook = Omit<HearOptions, 'notBefore'> & Partial<Pick<HearOptions, 'notBefore'>>;

export type LookedFor =
  | { readonly kind: 'answer'; readonly answer: HeardRecord }
  /** It was deleted after the list was read. */
  | { readonly kind: 'gone' }
  /** Not found so far. Request it again in `inMs` ms: a minute at most, even if the clock is set. */
  | { readonly kind: 'later'; readonly inMs: number };

/**
 * Requests a document that the list showed, or that the older ledger knew. A "not found" must be confirmed:
 * otherwise its file would be uploaded a second time.
 *
 * @param patiently for requests that a lot of other work waits for: failures are retried, and with
 *   `notBefore` an answer that another machine of the team received since then counts
 */
export async function lookFor(
  { client, clock, absent }: LookContext,
  { contentId, fileName }: { readonly contentId: ContentId; readonly fileName: string | null },
  patiently?: PatientLook,
): Promise<LookedFor> {
  const before = absent.get(contentId);
  const now = clock.now();
  if (before && before.absence.since <= now && now < before.lookAgainAt)
    return { kind: 'later', inMs: before.lookAgainAt - now };
  let heardAt: Pick<HeardRecord, 'askedAt'> = {};
  const ask = async (options: CallOptions) => {
    const answer: HeardRecord = patiently
      ? await askAgain(() => askOrHear(client, contentId, patiently), { clock, signal: patiently.signal })
      : await client.documents.get(contentId, options);
    if (answer.ok && answer.askedAt !== undefined) heardAt = { askedAt: answer.askedAt };
    return answer;
  };
  const { notBefore: _, ...options } = patiently ?? { priority: 'backlog', notBefore: undefined };
  const presence = await presenceOf(
    client,
    { contentId, fileName },
    { ...options, ask, now: clock.now, absence: before?.absence },
  );
  switch (presence.seen) {
    case 'missing':
      absent.set(contentId, presence);
      return { kind: 'later', inMs: Math.max(0, presence.lookAgainAt - clock.now()) };
    case 'gone':
      return { kind: 'gone' };
    case 'unanswered':
      return { kind: 'answer', answer: { ok: false, failure: presence.failure } };
    case 'whole':
    case 'landed':
    case 'failed':
    case 'empty':
    case 'other':
    case 'hollow':
    case 'silent':
      absent.delete(contentId);
      return { kind: 'answer', answer: { ...answered(presence.record), ...heardAt } };
  }
}

function askOrHear(
  { documents }: ServiceClient,
  contentId: ContentId,
  { notBefore, ...options }: PatientLook,
): Promise<HeardRecord> {
  if (notBefore === undefined) return documents.get(contentId, options);
  return documents.getHeard(contentId, { ...options, notBefore });
}
