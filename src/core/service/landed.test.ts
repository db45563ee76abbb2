import { expect, test } from 'vitest';
import { hasLanded, isKnownEmpty } from './landed.ts';
import type { DocumentRecord } from './schemas/document.ts';

test.each([
  [{ status: 'processing' }, 'landed'],
  [{ status: 'completed' }, 'landed'],
  [{ status: 'failed' }, 'landed'],
  [{ status: 'processing', raw_size: 0 }, 'landed'],
  [{ status: 'pending', raw_size: 1 }, 'landed'],
  [{ raw_size: 1 }, 'landed'],
  [{ status: 'placeholder' }, 'empty'],
  [{ status: 'pending' }, 'empty'],
  [{ status: 'quarantined', raw_size: 0 }, 'empty'],
  [{ raw_size: 0 }, 'empty'],
  [{ status: 'quarantined' }, 'unknown'],
  [{}, 'unknown'],
] as const)('a record that says %j: its bytes are %s', (fields, expected) => {
  const record = { id: 'A', ...fields } as unknown as DocumentRecord;
  expect(hasLanded(record)).toBe(expected === 'landed');
  expect(isKnownEmpty(record)).toBe(expected === 'empty');
});
