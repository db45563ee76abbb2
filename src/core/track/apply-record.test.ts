import { describe, expect, test } from 'vitest';
import type { UploadRow } from '../ledger/upload-row.ts';
import { type Evidence, presenceIn } from '../service/presence.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { durationOf, moveFor } from './apply-record.ts';

const landedAt = 1_000_000;
const row = {
  id: 7,
  revision: 0,
  size: 10,
  landedAt,
  polls: 2,
  attempts: 0,
  remoteStatus: 'pending',
} as UploadRow;
const record = (fields: Partial<DocumentRecord>) => ({ id: 'A', ...fields }) as DocumentRecord;
/** What was seen at another time than it is journaled. */
const seenAt = 77;
const seen = (fields: Partial<DocumentRecord>, by: Evidence['by'] = 'documents.get') =>
  presenceIn(record(fields), row, by, seenAt);
const move = (fields: Partial<DocumentRecord>, now = landedAt + 5_000, more = false) =>
  moveFor(row, seen(fields), now, now + 9_000, more);

test.each(['pending', 'processing', 'placeholder', 'quarantined', 'COMPLETED ', undefined])(
  'U3: the status %s means: keep asking',
  (status) => {
    const { patch } = move({ ...(status === undefined ? {} : { status }), raw_size: 10 });
    expect(patch.state).toBeUndefined();
    expect(patch).toMatchObject({ pollAt: landedAt + 14_000, polls: 3, remoteStatus: status ?? 'pending' });
  },
);

test.each(['completed', 'failed'])(
  'of a document that is being deleted the status %s says nothing, and it is asked for again',
  (status) => {
    const { patch, event } = move({ status, raw_size: 10, delete_started_ts: '2026-11-29T10:00:00Z' });
    expect(patch).toMatchObject({ pollAt: landedAt + 14_000, remoteStatus: 'pending' });
    expect([patch.state, event]).toEqual([undefined, undefined]);
  },
);

test('only news are written into the history', () => {
  expect(move({ status: 'pending' }).event).toBeUndefined();
  expect(move({ status: 'processing' }).event).toEqual({ kind: 'status', detail: { status: 'processing' } });
});

test('completed ends it; what is left to do afterwards is noted', () => {
  expect(move({ status: 'completed', raw_size: 10 }).patch).toMatchObject({
    state: 'completed',
    afterState: null,
  });
  expect(move({ status: 'completed' }, undefined, true).patch).toMatchObject({
    state: 'completed',
    afterState: 'pending',
  });
});

test('U15: completed with another size needs a person', () => {
  const { patch } = move({ status: 'completed', raw_size: 9 });
  expect(patch).toMatchObject({
    state: 'attention',
    code: 'NOT_INTACT',
    detail: '10 bytes were sent, the service has 9',
  });
});

test('failed needs a person, with the reason of the service', () => {
  expect(move({ status: 'failed', error_code: 'FILE_ENCRYPTED' }).patch).toMatchObject({
    state: 'attention',
    code: 'FILE_PROTECTED',
    remoteError: 'FILE_ENCRYPTED',
  });
});

test('a document that waits for its bytes is sent again, but not before they can no longer be on their way', () => {
  const minutes = (count: number) => landedAt + count * 60_000;
  expect(move({ status: 'placeholder', raw_size: 0 }, minutes(14)).patch.state).toBeUndefined();
  expect(move({ status: 'placeholder', raw_size: 0 }, minutes(16)).patch).toMatchObject({
    state: 'verifying',
    attempts: 1,
  });
  // A service that tells no size is believed by the status.
  expect(move({ status: 'processing', raw_size: 0 }, minutes(16)).patch.state).toBeUndefined();
});

test('how long it took is told by the clock of the service where that can be believed', () => {
  const now = landedAt + 60_000;
  const at = (time: number) => record({ updated_at: new Date(time).toISOString() });
  expect(durationOf(row, at(landedAt + 20_000), now)).toBe(20_000);
  expect(durationOf(row, at(landedAt - 20_000), now)).toBe(60_000);
  expect(durationOf(row, at(now + 20_000), now)).toBe(60_000);
  expect(durationOf(row, record({}), now)).toBe(60_000);
});

test('a clock that was set ahead meanwhile makes nobody wait for hours', () => {
  const hours = 2 * 3_600_000;
  const at = (time: number) => new Date(time).toISOString();
  const took = record({ created_at: at(landedAt - 1_000), updated_at: at(landedAt + 500) });
  expect(durationOf(row, took, landedAt + hours)).toBe(500);
  expect(durationOf({ ...row, landedAt: landedAt - hours }, took, landedAt + 1_000)).toBe(1_500);
  expect(durationOf({ ...row, landedAt: landedAt + hours }, took, landedAt + 2 * hours)).toBe(1_500);
});

const atEnd = { stuckSince: null, failedLooks: 0, absence: undefined };

test('a move says all that is to be journaled: completed', () => {
  const now = landedAt + 5_000;
  expect(move({ status: 'completed', raw_size: 10 }, now)).toStrictEqual({
    id: 7,
    revision: 0,
    from: ['processing'],
    patch: {
      state: 'completed',
      remoteStatus: 'completed',
      finishedAt: now,
      polls: 3,
      afterState: null,
      // What went wrong on the way is over.
      notBefore: 0,
      attempts: 0,
      code: null,
      detail: null,
      requestId: null,
      ...atEnd,
    },
    event: {
      kind: 'completed',
      detail: {
        evidence: { seen: 'whole', by: 'documents.get', at: seenAt, status: 'completed', size: 10 },
      },
    },
  });
});

test('a move says all that is to be journaled: completed with another size', () => {
  const now = landedAt + 5_000;
  expect(move({ status: 'completed', raw_size: 11 }, now)).toStrictEqual({
    id: 7,
    revision: 0,
    from: ['processing'],
    patch: {
      state: 'attention',
      code: 'NOT_INTACT',
      detail: '10 bytes were sent, the service has 11',
      remoteStatus: 'completed',
      finishedAt: now,
      ...atEnd,
    },
    event: {
      kind: 'status',
      detail: {
        status: 'completed',
        size: 11,
        evidence: { seen: 'other', by: 'documents.get', at: seenAt, status: 'completed', size: 11 },
      },
    },
  });
});

test('a size that is not stated does not contradict what is completed', () => {
  expect(move({ status: 'completed' }).patch.state).toBe('completed');
});

describe('0 bytes is a statement', () => {
  const hollow = { status: 'completed', raw_size: 0 };
  const minutes = (count: number) => landedAt + count * 60_000;
  const first = minutes(1);
  const told = { ...row, remoteStatus: 'completed', statusSince: first, pollAt: first + 5_000 } as UploadRow;
  const moved = (now: number, by: Evidence['by'], from = told) =>
    moveFor(from, seen(hollow, by), now, now + 9_000, true);

  test('the document is not completed while it stands, and is looked at soon', () => {
    expect(moved(first, 'documents.list', row)).toStrictEqual({
      id: 7,
      revision: 0,
      from: ['processing'],
      patch: {
        remoteStatus: 'completed',
        statusSince: first,
        pollAt: first + 5_000,
        polls: 3,
        code: null,
        detail: null,
        requestId: null,
        ...atEnd,
      },
      event: { kind: 'status', detail: { status: 'completed', size: 0 } },
    });
  });

  test('then less and less often, and a list that repeats it puts no look off', () => {
    expect(moved(first + 4_000, 'documents.list').patch.pollAt).toBe(first + 5_000);
    expect(moved(first + 40_000, 'documents.get').patch.pollAt).toBe(first + 80_000);
    expect(moved(minutes(11), 'documents.get').patch.pollAt).toBe(minutes(16));
    expect(moved(minutes(11), 'documents.get').event).toBeUndefined();
  });

  test('after a quarter of an hour a look by its id needs a person; a list alone does not', () => {
    expect(moved(minutes(16) - 1, 'documents.get').patch.state).toBeUndefined();
    expect(moved(minutes(16), 'documents.list').patch.state).toBeUndefined();
    expect(moved(minutes(16), 'documents.get').patch).toMatchObject({
      state: 'attention',
      code: 'NOT_INTACT',
      detail: '10 bytes were sent, the service has 0',
    });
  });

  test('a file of 0 bytes is whole with 0 bytes', () => {
    const empty = { ...row, size: 0 };
    const presence = presenceIn(record(hollow), empty, 'documents.get', seenAt);
    expect(moveFor(empty, presence, first, first, false).patch.state).toBe('completed');
  });
});

test.each([
  [{ error_code: 'FILE_ENCRYPTED' }, false, 'FILE_ENCRYPTED', null, 'FILE_PROTECTED'],
  [{}, true, null, 'pending', 'ENRICHMENT_FAILED'],
])('a move says all that is to be journaled: failed (%o)', (told, more, error, after, code) => {
  const now = landedAt + 5_000;
  expect(move({ status: 'failed', ...told }, now, more)).toStrictEqual({
    id: 7,
    revision: 0,
    from: ['processing'],
    patch: {
      state: 'attention',
      code,
      detail: error,
      finishedAt: now,
      polls: 3,
      remoteStatus: 'failed',
      remoteError: error,
      afterState: after,
      ...atEnd,
    },
    event: { kind: 'status', detail: { status: 'failed', error: error ?? undefined } },
  });
});

test('a move says all that is to be journaled: its bytes never came', () => {
  expect(move({ status: 'pending', raw_size: 0 }, landedAt + 16 * 60_000)).toStrictEqual({
    id: 7,
    revision: 0,
    from: ['processing'],
    patch: {
      state: 'verifying',
      attempts: 1,
      code: 'NOT_INTACT',
      detail: null,
      landedAt: null,
      pollAt: null,
      notBefore: 0,
      // The next document begins anew.
      remoteStatus: null,
      statusSince: null,
    },
    event: { kind: 'failed', detail: { code: 'NOT_INTACT', status: 'pending' } },
  });
});

test('after a quarter of an hour to the millisecond its bytes may still come, and what never landed is not overdue', () => {
  const quarter = 15 * 60_000;
  const overdue = seen({ status: 'pending', raw_size: 0 });
  const stateAt = (now: number, landed: number | null = landedAt) =>
    moveFor({ ...row, landedAt: landed }, overdue, now, now + 9_000, false).patch.state;
  expect(stateAt(landedAt + quarter)).toBeUndefined();
  expect(stateAt(landedAt + quarter + 1)).toBe('verifying');
  expect(stateAt(landedAt + 10 * quarter, null)).toBeUndefined();
});

test('bytes that are there, or of which nothing is told, are not sent again', () => {
  const later = landedAt + 16 * 60_000;
  expect(move({ status: 'pending', raw_size: 10 }, later).patch.state).toBeUndefined();
  expect(move({ status: 'pending' }, later).patch.state).toBeUndefined();
});

test('a document that was looked for in vain and is found is journaled as found; another says nothing of it', () => {
  const found = (absence: UploadRow['absence']) =>
    moveFor({ ...row, absence }, seen({ status: 'processing' }), landedAt + 5_000, landedAt + 9_000, false);
  expect(found({ since: landedAt, looks: 2 }).patch).toHaveProperty('absence', undefined);
  expect(found(undefined).patch).not.toHaveProperty('absence');
});
