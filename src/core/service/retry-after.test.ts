import { expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 8, 22, 12, 0, 0);

test.each([
  ['30', undefined, 30_000],
  [' 5 ', undefined, 5_000],
  ['0', undefined, 0],
  ['1.5', undefined, 1_500],
  ['999999', undefined, 3_600_000],
  ['Tue, 22 Sep 2026 12:00:45 GMT', undefined, 45_000],
  // The clock of this machine is an hour late: the answer's own date counts.
  ['Tue, 22 Sep 2026 13:00:45 GMT', 'Tue, 22 Sep 2026 13:00:00 GMT', 45_000],
  ['Tue, 22 Sep 2026 11:59:00 GMT', undefined, 0],
  // The two obsolete forms of an HTTP date.
  ['Tuesday, 22-Sep-26 12:00:10 GMT', undefined, 10_000],
  ['Tue Sep 22 12:00:10 2026', undefined, 10_000],
  ['Tue, 22 Sep 2026 13:00:10 +0100', undefined, 10_000],
  ['1.25', undefined, 1_250],
  ['5 minutes', undefined, undefined],
  ['22 Sep 2026 12:00:10 GMT', undefined, undefined],
  ['Someday, maybe', undefined, undefined],
  ['soon', undefined, undefined],
  ['-5', undefined, undefined],
  ['', undefined, undefined],
  [undefined, undefined, undefined],
])('%j (answered at %j) means %j ms', (value, date, expected) => {
  expect(parseRetryAfter(value, date, now)).toBe(expected);
});
