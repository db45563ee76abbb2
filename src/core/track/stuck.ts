import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import type { UploadEventDraft } from '../ledger/upload-moves.ts';
import type { ServiceFailure } from '../service/answer.ts';
import type { PollSchedule } from './schedule.ts';

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

/**
 * A status that the list repeats for longer than this is requested by its id, ms; where it is known how long
 * others took, after twice the longest of them, but within these. A PDF takes one to three minutes.
 */
const believesListFor = { least: 30_000, most: 180_000 } as const;
/** So many of them are requested after a look at the list; all, once one of them shows that it is behind. */
const probes = 3;

/** Decides which documents are requested because the list repeats the same status for too long. */
export interface ListDoubts {
  /** Those of the uploads that the list shows which are to be requested by their id now. */
  choose(shown: readonly UploadRow[], current: CurrentRow, now: number): UploadRow[];
  /** They were requested: whether the list is behind shows in what they are now. */
  learn(chosen: readonly UploadRow[], current: CurrentRow): void;
  /** Its document came to an end. */
  forget(id: number): void;
}

type CurrentRow = (id: number) => UploadRow | undefined;

export function createListDoubts(schedule: Pick<PollSchedule, 'quantile'>): ListDoubts {
  /** How long a status had stood still when its document was last requested, by upload, ms. */
  const ages = new Map<number, number>();
  let isBehind = false;
  return {
    choose(shown, current, now) {
      const { least, most } = believesListFor;
      const longest = schedule.quantile(1);
      const patience = longest === undefined ? most : Math.max(least, Math.min(2 * longest, most));
      const ageOf = ({ statusSince, landedAt }: UploadRow) => now - (statusSince ?? landedAt ?? now);
      const chosen = shown
        // Each again when it has stood still for twice as long.
        .filter((row) => ageOf(row) >= Math.max(patience, 2 * (ages.get(row.id) ?? 0)))
        // As they are now: this look at the list may have changed some.
        .flatMap(({ id, remoteStatus }) => {
          const row = current(id);
          return row?.state === 'processing' && row.remoteStatus === remoteStatus ? [row] : [];
        })
        .slice(0, isBehind ? undefined : probes);
      for (const row of chosen) ages.set(row.id, ageOf(row));
      return chosen;
    },
    learn(chosen, current) {
      if (chosen.length === 0) return;
      isBehind = chosen.some(({ id, remoteStatus }) => current(id)?.remoteStatus !== remoteStatus);
    },
    forget: (id) => {
      ages.delete(id);
    },
  };
}
