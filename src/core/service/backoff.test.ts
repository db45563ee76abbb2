import { expect, test } from 'vitest';
import { backoffClass, backoffDelay } from './backoff.ts';

const most = () => 1 - 2 ** -32;

test('the bound doubles with each attempt and stops at five minutes', () => {
  const bounds = [1, 2, 3, 4, 20, 2_000].map((attempt) =>
    Math.round(backoffDelay('connection', attempt, most)),
  );
  expect(bounds).toEqual([1_000, 2_000, 4_000, 8_000, 300_000, 300_000]);
});

test('the jitter is full: any wait from zero up to the bound', () => {
  expect(backoffDelay('service', 3, () => 0)).toBe(0);
  expect(backoffDelay('service', 3, () => 0.5)).toBe(4_000);
});

test('after being offline work goes on within three seconds, however long it lasted', () => {
  expect(backoffDelay('offline', 1_000, most)).toBeLessThan(3_000);
});

test.each([
  ['UNREACHABLE', 'offline'],
  ['TLS_FAILED', 'offline'],
  ['TIMED_OUT', 'connection'],
  ['CONNECTION_LOST', 'connection'],
  ['RATE_LIMITED', 'rate-limited'],
  ['ADDRESS_USED_OR_EXPIRED', 'address'],
  ['FILE_UNREADABLE', 'local'],
  ['SERVICE_FAILED', 'service'],
  ['BAD_ANSWER', 'service'],
] as const)('%s waits as %s', (code, kind) => {
  expect(backoffClass(code)).toBe(kind);
});
