import { expect, test } from 'vitest';
import { asAppError } from './failure.ts';

test.each([
  ['EMFILE', 'TOO_MANY_FILES'],
  ['ENOSPC', 'DISK_FULL'],
  ['EADDRINUSE', 'PORT_TAKEN'],
  ['EIO', 'UNEXPECTED'],
])('%s is reported as %s', (code, expected) => {
  expect(asAppError(Object.assign(new Error(`${code}: no`), { code })).code).toBe(expected);
});

// SQLITE_BUSY, SQLITE_READONLY_DBMOVED, SQLITE_IOERR_SHMSIZE, SQLITE_CANTOPEN, and a constraint of ours.
test.each([
  [5, 'LEDGER_FAILED'],
  [1032, 'LEDGER_FAILED'],
  [4874, 'LEDGER_FAILED'],
  [14, 'LEDGER_FAILED'],
  [19, 'UNEXPECTED'],
])('of SQLite, %d is reported as %s', (errcode, expected) => {
  const error = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode });
  expect(asAppError(error)).toMatchObject({ code: expected, detail: 'disk I/O error' });
});
