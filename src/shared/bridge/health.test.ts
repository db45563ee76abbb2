import { expect, test } from 'vitest';
import { type Finding, type Health, isHealthy, levelOf } from './health.ts';

const finding = (level: Finding['level']): Finding => ({
  about: 'service',
  level,
  code: 'UNREACHABLE',
  message: '',
  said: { code: 'UNREACHABLE', values: {} },
  since: null,
  profileId: null,
  folderId: null,
});
const health = (state: Health['state'], levels: Finding['level'][] = [], total = 0) => ({
  state,
  findings: levels.map(finding),
  attention: { total, groups: [] },
});

test.each([
  [health('idle'), 'ok', true],
  [health('working', ['note']), 'ok', true],
  [health('paused'), 'ok', true],
  [health('waiting'), 'ok', true],
  [health('attention', [], 2), 'warning', true],
  [health('attention', ['attention']), 'warning', false],
  [health('held', ['held', 'note']), 'warning', false],
  [health('trouble', ['trouble', 'held'], 2), 'critical', false],
  [health('off', ['note']), 'critical', false],
  [health('noProfile'), 'unknown', false],
] as const)('%j is %s', (given, level, healthy) => {
  expect([levelOf(given), isHealthy(given)]).toEqual([level, healthy]);
});
