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
