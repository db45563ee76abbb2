import { codeOfFailure } from '#shared/advice/processing-failures.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { Move } from '../ledger/upload-moves.ts';
import type { PresenceInRecord } from '../service/presence.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { landedAtLatestMs } from '../upload/landing.ts';
import { standing } from './stuck.ts';

/** Statuses before the bytes are there; with any other they are, whatever `raw_size` says. */
const waiting: ReadonlySet<string | undefined> = new Set(['placeholder', 'pending']);
/** A document that claims to be complete with 0 bytes may still get its size, for this long, ms. */
export const hollowAtLatest = 15 * 60_000;
/** Between two looks at such a document, ms; in between the time doubles. */
const hollowSteps = { least: 5_000, most: 5 * 60_000 } as const;

/** The service answers, so nothing is stuck any more. */
const atEnd = { stuckSince: null, failedLooks: 0, absence: undefined };

/**
 * What the service's word about a document means for its upload; any unknown status means: keep asking (U3).
 */
export function moveFor(
  row: UploadRow,
  presence: PresenceInRecord,
  now: number,
  nextLookAt: number,
  hasMoreToDo: boolean,
  longestKnown = 0,
): Move {
  const from = ['processing'] as const;
  const { record, seen } = presence;
  // Of one that is being deleted no status counts: it is asked for until it is gone.
  const status = seen === 'silent' ? undefined : record.status;
  if (status === 'completed') return completed(row, presence, now, hasMoreToDo);
  if (status === 'failed') {
    return {
      id: row.id,
      revision: row.revision,
      from,
      patch: {
        state: 'attention',
        code: codeOfFailure(record.error_code),
        detail: record.error_code ?? null,
        remoteStatus: status,
        remoteError: record.error_code ?? null,
        finishedAt: now,
        ...atEnd,
        polls: row.polls + 1,
        afterState: hasMoreToDo ? 'pending' : null,
      },
      event: { kind: 'status', detail: { status, error: record.error_code } },
    };
  }
  if (record.raw_size === 0 && waiting.has(status) && now - (row.landedAt ?? now) > landedAtLatestMs) {
    // Somebody in between answered the PUT with success, or the storage lost it: asked once more, then sent
    // again.
    return {
      id: row.id,
      revision: row.revision,
      from,
      patch: {
        state: 'verifying',
        attempts: row.attempts + 1,
        code: 'NOT_INTACT',
        detail: null,
        landedAt: null,
        pollAt: null,
        notBefore: 0,
        remoteStatus: null,
        statusSince: null,
      },
      event: { kind: 'failed', detail: { code: 'NOT_INTACT', status } },
    };
  }
  const isNews = status !== undefined && status !== row.remoteStatus;
  const { patch, wait } = standing(row, status, now, longestKnown);
  return {
    id: row.id,
    revision: row.revision,
    from,
    patch: {
      remoteStatus: status ?? row.remoteStatus,
      pollAt: wait === undefined ? nextLookAt : Math.max(nextLookAt, now + wait),
      polls: row.polls + 1,
      ...(row.absence === undefined ? {} : { absence: undefined }),
      ...patch,
    },
    ...(isNews ? { event: { kind: 'status', detail: { status } } } : {}),
  };
}

function completed(row: UploadRow, presence: PresenceInRecord, now: number, hasMoreToDo: boolean): Move {
  const from = ['processing'] as const;
  const { seen, evidence } = presence;
  const isLate =
    seen === 'hollow' && evidence.by === 'documents.get' && now - hollowSince(row, now) >= hollowAtLatest;
  if (seen === 'hollow' && !isLate) return waitForSize(row, now);
  if (seen !== 'whole') {
    const size = evidence.size ?? 0;
    return {
      id: row.id,
      revision: row.revision,
      from,
      patch: {
        state: 'attention',
        code: 'NOT_INTACT',
        detail: `${row.size} bytes were sent, the service has ${size}`,
        remoteStatus: 'completed',
        finishedAt: now,
        ...atEnd,
      },
      event: { kind: 'status', detail: { status: 'completed', size, evidence } },
    };
  }
  return {
    id: row.id,
    revision: row.revision,
    from,
    patch: {
      state: 'completed',
      remoteStatus: 'completed',
      finishedAt: now,
      polls: row.polls + 1,
      afterState: hasMoreToDo ? 'pending' : null,
      notBefore: 0,
      attempts: 0,
      code: null,
      detail: null,
      requestId: null,
      ...atEnd,
    },
    event: { kind: 'completed', detail: { evidence } },
  };
}

/** Since when the service has claimed that the document is complete with 0 bytes, ms since the epoch. */
function hollowSince(row: UploadRow, now: number): number {
  return row.remoteStatus === 'completed' ? (row.statusSince ?? now) : now;
}

/**
 * `raw_size: 0` is a statement: the document is not complete as long as the service makes it. It is looked at
 * by its id, less and less often, since some services state sizes late.
 */
function waitForSize(row: UploadRow, now: number): Move {
  const isNews = row.remoteStatus !== 'completed';
  const age = now - hollowSince(row, now);
  const wait = Math.min(Math.max(age, hollowSteps.least), hollowSteps.most);
  // A list that says it again puts the next look off no further.
  const isPlanned = !isNews && row.pollAt !== null && row.pollAt > now;
  return {
    id: row.id,
    revision: row.revision,
    from: ['processing'],
    patch: {
      remoteStatus: 'completed',
      pollAt: isPlanned ? row.pollAt : now + wait,
      polls: row.polls + 1,
      code: null,
      detail: null,
      requestId: null,
      ...atEnd,
      ...(isNews ? { statusSince: now } : {}),
    },
    ...(isNews ? { event: { kind: 'status', detail: { status: 'completed', size: 0 } } } : {}),
  };
}

/**
 * How long the service took, milliseconds: from its own clock where it tells a believable time, else from
 * ours. Never longer than the document exists by the service's clock: ours may have been set meanwhile, and
 * others would be planned by hours that nothing took.
 */
export function durationOf(row: UploadRow, record: DocumentRecord, now: number): number {
  const landed = row.landedAt ?? now;
  const told = timeOf(record.updated_at);
  const end = told >= landed && told <= now ? told : now;
  const existed = told - timeOf(record.created_at);
  const atMost = existed >= 0 ? existed : Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(end - landed, atMost));
}

function timeOf(text: string | undefined): number {
  return text === undefined ? Number.NaN : Date.parse(text);
}
