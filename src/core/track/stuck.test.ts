import { expect, test } from 'vitest';
import { AppError, type AppErrorOptions } from '#shared/errors/app-error.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { ServiceFailure } from '../service/answer.ts';
import { notAnswered, standing, waitAfterFailedLooks } from './stuck.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const minutes = (count: number) => count * 60_000;
const row = {
  polls: 4,
  failedLooks: 0,
  stuckSince: null,
  code: null,
  remoteStatus: 'processing',
  statusSince: null,
  landedAt: null,
} as UploadRow;

function failure(options: AppErrorOptions = {}): ServiceFailure {
  const error = new AppError('SERVICE_FAILED', options);
  return { error, status: 503, disposition: 'retry', concerns: 'perhaps-profile', maybeDone: false };
}

test.each([
  [0, 5_000],
  [1, 5_000],
  [2, 30_000],
  [3, 60_000],
  [4, 120_000],
  [8, 1_920_000],
  [9, 3_600_000],
  [5_000, 3_600_000],
])('after %i looks in vain the next one comes in %i ms', (looks, wait) => {
  expect(waitAfterFailedLooks(looks)).toBe(wait);
});

test('the service may ask for a longer wait with one document, not for a shorter one', () => {
  const pollAt = (retryAfterMs: number) =>
    notAnswered({ ...row, failedLooks: 1 }, { ...failure(), retryAfterMs }, now).patch.pollAt;
  expect([pollAt(minutes(10)), pollAt(1_000)]).toEqual([now + minutes(10), now + 30_000]);
});

test('a first look in vain is told, with what the service said', () => {
  expect(notAnswered(row, failure({ detail: 'Try later', requestId: 'r-1' }), now)).toEqual({
    patch: {
      pollAt: now + 5_000,
      polls: 5,
      failedLooks: 1,
      stuckSince: now,
      code: 'DOCUMENT_NOT_ANSWERED',
      detail: 'since 2026-01-02T03:04:05.000Z: Try later',
      requestId: 'r-1',
    },
    event: {
      kind: 'not-answered',
      detail: { code: 'SERVICE_FAILED', status: 503, message: 'Try later' },
    },
  });
});

test('where the service said nothing, our own words stand for it, and no request is named', () => {
  const silent = failure();
  const { patch, event } = notAnswered(row, silent, now);
  expect(patch.detail).toBe(`since 2026-01-02T03:04:05.000Z: ${silent.error.message}`);
  expect(patch.requestId).toBeNull();
  expect(event?.detail).toMatchObject({ message: silent.error.message });
});

test('the next looks in vain count from the first one and are no news', () => {
  const stuck = {
    ...row,
    failedLooks: 2,
    stuckSince: now - minutes(1),
    code: 'DOCUMENT_NOT_ANSWERED',
  } as const;
  const { patch, event } = notAnswered(stuck, failure({ detail: 'Try later' }), now);
  expect(patch).toMatchObject({
    pollAt: now + 60_000,
    failedLooks: 3,
    stuckSince: now - minutes(1),
    detail: 'since 2026-01-02T03:03:05.000Z: Try later',
  });
  expect(event).toBeUndefined();
});

test.each([
  ['after one about something else', { failedLooks: 3, code: 'STATUS_STANDS_STILL' }],
  ['after an answer', { failedLooks: 0, code: 'DOCUMENT_NOT_ANSWERED' }],
] as const)('a look in vain %s is news', (_, before) => {
  expect(notAnswered({ ...row, ...before }, failure(), now).event?.kind).toBe('not-answered');
});

const gotOn = { failedLooks: 0, stuckSince: null, code: null, detail: null, requestId: null };

test('another status gets a document on, whatever was said before', () => {
  expect(standing({ ...row, stuckSince: 1 }, 'completed', now, 0)).toEqual({
    patch: { ...gotOn, statusSince: now },
    wait: undefined,
  });
});

test.each([
  ['the same status', 'processing'],
  ['no status', undefined],
])('%s for a short time changes nothing', (_, status) => {
  const standingFor = { ...row, statusSince: now - minutes(5) };
  expect(standing(standingFor, status, now, 0)).toEqual({ patch: {}, wait: undefined });
});

test('an answer takes back that there was none', () => {
  const answered = { ...row, statusSince: now - minutes(5), stuckSince: now - minutes(1) };
  expect(standing(answered, 'processing', now, 0)).toEqual({ patch: gotOn, wait: undefined });
});

test.each([
  ['placeholder', minutes(120)],
  ['pending', minutes(120)],
  ['processing', minutes(120)],
  ['quarantined', minutes(15)],
  [null, minutes(120)],
])('%s may stand still for %i ms, then it is said, and asked for less', (remoteStatus, patience) => {
  const status = remoteStatus ?? undefined;
  const since = (age: number) => ({ ...row, remoteStatus, statusSince: now - age });
  expect(standing(since(patience - 1), status, now, 0)).toEqual({ patch: {}, wait: undefined });
  expect(standing(since(patience), status, now, 0)).toEqual({
    patch: {
      ...gotOn,
      stuckSince: now - patience,
      code: 'STATUS_STANDS_STILL',
      detail: `"${remoteStatus ?? ''}" since ${new Date(now - patience).toISOString()}`,
    },
    wait: patience / 4,
  });
});

test('a status that stands still for days is asked for once an hour', () => {
  const still = { ...row, statusSince: now - minutes(3_000) };
  expect(standing(still, 'processing', now, 0).wait).toBe(3_600_000);
});

test('a service that is known to take long is given three times as long', () => {
  const still = { ...row, statusSince: now - minutes(180) };
  expect(standing(still, 'processing', now, minutes(61)).wait).toBeUndefined();
  expect(standing(still, 'processing', now, minutes(60)).wait).toBe(minutes(45));
});

test('a status nobody noted the beginning of stands still since its bytes landed, or since now', () => {
  const landed = { ...row, landedAt: now - minutes(200) };
  expect(standing(landed, 'processing', now, 0).patch.stuckSince).toBe(now - minutes(200));
  const noted = { ...landed, statusSince: now - minutes(150) };
  expect(standing(noted, 'processing', now, 0).patch.stuckSince).toBe(now - minutes(150));
  expect(standing(row, 'processing', now, 0)).toEqual({ patch: {}, wait: undefined });
});
