import { fdatasyncSync, fsyncSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { type ErrorCode, errorCatalog } from '#shared/errors/catalog.ts';
import { ledgerTrouble } from './ledger-trouble.ts';

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

const noFile = 2 ** 30;

test('whatever SQLite says is trouble of the ledger', () => {
  const sqlite = new DatabaseSync(':memory:');
  expect(ledgerTrouble(thrownBy(() => sqlite.exec('no SQL')))).toBe('LEDGER_FAILED');
  sqlite.close();
});

test('an error of SQLite is known by either of its marks', () => {
  expect(ledgerTrouble(Object.assign(new Error('full'), { errcode: 13 }))).toBe('LEDGER_FAILED');
  expect(ledgerTrouble(Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR' }))).toBe('LEDGER_FAILED');
});

test('a log that cannot be synced is trouble of the ledger', () => {
  expect(ledgerTrouble(thrownBy(() => fsyncSync(noFile)))).toBe('LEDGER_FAILED');
  expect(ledgerTrouble(thrownBy(() => fdatasyncSync(noFile)))).toBe('LEDGER_FAILED');
});

test('without free file descriptors nothing can be journaled, whoever met that', () => {
  const error = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'open' });
  expect(ledgerTrouble(error)).toBe('TOO_MANY_FILES');
});

test('no other error is', () => {
  expect(ledgerTrouble(thrownBy(() => readFileSync(noFile)))).toBeUndefined();
  expect(ledgerTrouble(new Error('ERR_SQLITE_ERROR'))).toBeUndefined();
  expect(ledgerTrouble({ code: 'ERR_SQLITE_ERROR', errcode: 13 })).toBeUndefined();
  expect(ledgerTrouble(undefined)).toBeUndefined();
});

test('an expected failure is by its code alone, whatever it was caused by', () => {
  const cause = Object.assign(new Error('full'), { errcode: 13 });
  const codes = Object.keys(errorCatalog) as ErrorCode[];
  const trouble = codes.flatMap((code) => ledgerTrouble(new AppError(code, { cause })) ?? []);
  expect(trouble.sort()).toEqual(['DISK_FULL', 'LEDGER_CORRUPT', 'LEDGER_FAILED', 'TOO_MANY_FILES']);
});
