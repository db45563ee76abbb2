import { expect, test } from 'vitest';
import { troubleOf } from './trouble.ts';

test.each([
  // A write to a connection that was cut.
  ['EPIPE', 'network'],
  ['ECONNRESET', 'network'],
  ['ETIMEDOUT', 'network'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['28P01', 'login'],
  ['57P01', 'away'],
  ['25006', 'away'],
  ['40P01', 'away'],
  ['XX000', 'unexpected'],
])('%s is %s', (code, kind) => {
  expect(troubleOf(Object.assign(new Error('some sentence'), { code })).kind).toBe(kind);
});
