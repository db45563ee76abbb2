import { expect, test } from 'vitest';
import { canDo } from './can-do.ts';

test.each([
  ['retry', 'attention', false, true],
  ['retry', 'completed', false, false],
  ['pause', 'putting', false, true],
  ['pause', 'putting', true, false],
  ['resume', 'putting', true, true],
  ['moveToTop', 'queued', false, true],
  ['moveToTop', 'putting', false, false],
  ['cancel', 'processing', false, true],
  ['cancel', 'duplicate', false, false],
] as const)('%s of one that is %s (paused: %s): %s', (action, state, paused, possible) => {
  expect(canDo(action, { state, paused })).toBe(possible);
});

test.each([
  ['FILE_TYPE_UNSUPPORTED', false],
  ['FILE_DAMAGED', false],
  ['DOCUMENT_GONE', false],
  ['TAG_REFUSED', true],
  ['ENRICHMENT_FAILED', true],
  ['NEVER_HEARD_OF', true],
] as const)('a plain retry of what failed with %s: %s', (code, offered) => {
  expect(canDo('retry', { state: 'attention', paused: false, code })).toBe(offered);
});
