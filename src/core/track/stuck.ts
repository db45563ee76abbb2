import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import type { UploadEventDraft } from '../ledger/upload-moves.ts';
import type { ServiceFailure } from '../service/answer.ts';

/**
 * Waits after looks that brought no answer, ms; the first is short, for what is over at once. Then doubled.
 */
const firstWaits = [5_000, 30_000] as const;
/** Nobody's document is asked for less often than this, ms. */
const longestWait = 3_600_000;
/** A status nobody knows that stands still for this long is said, ms; one that is known may take longer. */
const unknownStandsStillMs = 15 * 60_000;
const knownStandsStillMs = 2 * 3_600_000;
/** Statuses on the way to an end (service-behaviour.md, "Document metadata"). */
const underWay: ReadonlySet<string> = new Set(['placeholder', 'pending', 'processing']);

/** How long until the next look at a document, after so many in a row without an answer about it, ms. */
export function waitAfterFailedLooks(looks: number): number {
  const [first, second] = firstWaits;
  return looks <= 1 ? first : Math.min(longestWait, second * 2 ** Math.min(looks - 2, 30));
}

interface Stuck {
  readonly patch: UploadPatch;
  readonly event?: UploadEventDraft;
}

/** A look brought no answer about this document: it is asked for less and less, and says so. */
export function notAnswered(
  row: UploadRow,
  { error, retryAfterMs = 0, status }: ServiceFailure,
  now: number,
): Stuck {
  const looks = row.failedLooks + 1;
  const since = row.stuckSince ?? now;
  const said = error.detail ?? error.message;
  const isNews = row.code !== 'DOCUMENT_NOT_ANSWERED' || row.failedLooks === 0;
  return {
    patch: {
      // Longer where the service asked for it: about this document, and no other.
      pollAt: now + Math.max(retryAfterMs, waitAfterFailedLooks(looks)),
      polls: row.polls + 1,
      failedLooks: looks,
      stuckSince: since,
      code: 'DOCUMENT_NOT_ANSWERED',
      detail: `since ${new Date(since).toISOString()}: ${said}`,
      requestId: error.requestId ?? null,
    },
    ...(isNews
      ? { event: { kind: 'not-answered', detail: { code: error.code, status, message: said } } }
      : {}),
  };
}

/**
 * What an answer about a document changes of what was said before: it gets on, or stands still and says so.
 */
export function standing(
  row: UploadRow,
  status: string | undefined,
  now: number,
  longestKnown: number,
): { readonly patch: UploadPatch; readonly wait: number | undefined } {
  const gotOn = { failedLooks: 0, stuckSince: null, code: null, detail: null, requestId: null };
  if (status !== undefined && status !== row.remoteStatus)
    return { patch: { ...gotOn, statusSince: now }, wait: undefined };
  const since = row.statusSince ?? row.landedAt ?? now;
  const patience = underWay.has(row.remoteStatus ?? 'pending') ? knownStandsStillMs : unknownStandsStillMs;
  const age = now - since;
  if (age < Math.max(patience, 3 * longestKnown)) {
    // Nothing was said, so nothing is to be taken back.
    return { patch: row.stuckSince === null ? {} : gotOn, wait: undefined };
  }
  return {
    patch: {
      ...gotOn,
      stuckSince: since,
      code: 'STATUS_STANDS_STILL',
      detail: `"${row.remoteStatus ?? ''}" since ${new Date(since).toISOString()}`,
    },
    wait: Math.min(longestWait, age / 4),
  };
}
