import { expect, test } from 'vitest';
import type { Finding } from '#shared/bridge/health.ts';
import { findingOf } from './findings.ts';
import { type Judged, stateOf, worstFirst } from './judge-health.ts';

const trouble = findingOf('key', 'trouble', 'KEY_REJECTED', null);
const held = findingOf('service', 'held', 'UNREACHABLE', null);
const left = findingOf('folder', 'attention', 'AFTER_UPLOAD_FAILED', null);
const note = findingOf('settings', 'note', 'SETTINGS_CORRUPT', null);
const well: Judged = {
  hasProfile: true,
  isPaused: false,
  hasAgent: true,
  hasWork: true,
  open: 0,
  isFinishing: false,
  isLooking: false,
  findings: [],
  attention: 0,
  waiting: 0,
};

test.each<[string, Partial<Judged>]>([
  ['noProfile', { hasProfile: false, findings: [trouble] }],
  ['trouble', { findings: [note, held, trouble], isPaused: true }],
  ['paused', { isPaused: true, findings: [held], open: 3 }],
  ['held', { findings: [held], open: 3, hasAgent: false }],
  ['off', { hasAgent: false, open: 1 }],
  ['working', { open: 1, attention: 4 }],
  ['working', { isFinishing: true, attention: 4 }],
  ['working', { isLooking: true, attention: 4 }],
  ['attention', { attention: 4, waiting: 1 }],
  ['attention', { findings: [left], waiting: 1 }],
  ['waiting', { waiting: 1 }],
  ['idle', { findings: [note] }],
  ['idle', { hasAgent: false, hasWork: false }],
])('what hinders most is %s', (state, parts) => {
  expect(stateOf({ ...well, ...parts })).toBe(state);
});

test('the worst is said first, what is equally bad as it was found', () => {
  const second: Finding = { ...held, code: 'TIMED_OUT' };
  expect(worstFirst([note, held, trouble, second])).toEqual([trouble, held, second, note]);
});
