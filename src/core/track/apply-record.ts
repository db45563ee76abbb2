import { codeOfFailure } from '#shared/advice/processing-failures.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { Move } from '../ledger/upload-moves.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { standing } from './stuck.ts';

/** A document that still waits for its bytes so long after storage said it took them never got them, ms. */
const landedAtLatest = 15 * 60_000;
/** Statuses before the bytes are there; with any other they are, whatever `raw_size` says. */
const waiting: ReadonlySet<string | undefined> = new Set(['placeholder', 'pending']);

/** Nothing is stuck any more. */
const atEnd = { stuckSince: null, failedLooks: 0, absence: undefined };

/**
 * What the service's word about a document means for its upload; any unknown status means: keep asking (U3).
 */
export function moveFor(
  row: UploadRow,
  record: DocumentRecord,
  now: number,
  nextLookAt: number,
  hasMoreToDo: boolean,
  longestKnown = 0,
): Move {
  const from = ['processing'] as const;
  const { status } = record;
  if (status === 'completed') return completed(row, record, now, hasMoreToDo);
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
  if (record.raw_size === 0 && waiting.has(status) && now - (row.landedAt ?? now) > landedAtLatest) {
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

function completed(row: UploadRow, record: DocumentRecord, now: number, hasMoreToDo: boolean): Move {
  const from = ['processing'] as const;
  const size = record.raw_size;
  if (size !== undefined && size > 0 && size !== row.size) {
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
      event: { kind: 'status', detail: { status: 'completed', size } },
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
    event: { kind: 'completed' },
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
