import { expect, test } from 'vitest';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { durationOf, moveFor } from './apply-record.ts';

const landedAt = 1_000_000;
const row = { id: 7, size: 10, landedAt, polls: 2, attempts: 0, remoteStatus: 'pending' } as UploadRow;
const record = (fields: Partial<DocumentRecord>) => ({ id: 'A', ...fields }) as DocumentRecord;
const move = (fields: Partial<DocumentRecord>, now = landedAt + 5_000, more = false) =>
  moveFor(row, record(fields), now, now + 9_000, more);

test.each(['pending', 'processing', 'placeholder', 'quarantined', 'COMPLETED ', undefined])(
  'U3: the status %s means: keep asking',
  (status) => {
    const { patch } = move({ ...(status === undefined ? {} : { status }), raw_size: 10 });
    expect(patch.state).toBeUndefined();
    expect(patch).toMatchObject({ poll_at: landedAt + 14_000, polls: 3, remote_status: status ?? 'pending' });
  },
);

test('only news are written into the history', () => {
  expect(move({ status: 'pending' }).event).toBeUndefined();
  expect(move({ status: 'processing' }).event).toEqual({ kind: 'status', detail: { status: 'processing' } });
});

test('completed ends it; what is left to do afterwards is noted', () => {
  expect(move({ status: 'completed', raw_size: 10 }).patch).toMatchObject({
    state: 'completed',
    after_state: null,
  });
  expect(move({ status: 'completed' }, undefined, true).patch).toMatchObject({
    state: 'completed',
    after_state: 'pending',
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
    code: 'ENRICHMENT_FAILED',
    remote_error: 'FILE_ENCRYPTED',
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
