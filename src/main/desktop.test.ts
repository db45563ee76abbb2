import { describe, expect, test } from 'vitest';
import type { Health } from '#shared/bridge/health.ts';
import { routeInArguments } from './deep-link.ts';
import { createStateFollower } from './desktop-state.ts';
import { createNoticeGatherer } from './notices.ts';

const status = (counts: Record<string, number>, health: Partial<Health> = {}) => ({
  counts,
  health: {
    state: 'idle' as const,
    findings: [],
    attention: { total: counts.attention ?? 0, groups: [] },
    ...health,
  },
});

describe('the state that tray and taskbar show', () => {
  test('counts from the moment the queue was last empty', () => {
    const follow = createStateFollower();
    expect(follow(status({ completed: 100 }))).toMatchObject({ kind: 'idle', total: 0 });
    expect(follow(status({ completed: 100, queued: 4 }, { state: 'working' }))).toMatchObject({
      kind: 'working',
      done: 0,
      total: 4,
    });
    expect(follow(status({ completed: 102, processing: 1, putting: 3 }))).toMatchObject({
      done: 2,
      total: 6,
    });
    expect(follow(status({ completed: 106 }))).toMatchObject({ kind: 'idle', done: 0, total: 0 });
    expect(follow(status({ completed: 106, duplicate: 1, queued: 1 }))).toMatchObject({ done: 1, total: 2 });
  });

  test.each(['idle', 'trouble', 'held', 'paused', 'off', 'attention', 'waiting'] as const)(
    'is the one of its health: %s',
    (state) => {
      const shown = createStateFollower()(
        status({ attention: 1 }, { state, attention: { total: 9, groups: [] } }),
      );
      expect(shown).toMatchObject({ kind: state, attention: 9 });
    },
  );
});

describe('notifications', () => {
  test('come once, when the queue is empty', () => {
    const gather = createNoticeGatherer();
    expect(gather({ completed: 5, attention: 1 }, 0)).toBeNull();
    expect(gather({ completed: 6, queued: 36 }, 1)).toBeNull();
    expect(gather({ completed: 42, attention: 3 }, 2)).toEqual({ completed: 37, attention: 2 });
    expect(gather({ completed: 42, attention: 3 }, 3)).toBeNull();
    expect(gather({ completed: 42, attention: 1 }, 4)).toBeNull();
  });

  test('come at most every ten minutes while work goes on', () => {
    const gather = createNoticeGatherer();
    gather({}, 0);
    expect(gather({ completed: 9, queued: 1 }, 599_999)).toBeNull();
    expect(gather({ completed: 9, queued: 1 }, 600_001)).toEqual({ completed: 9, attention: 0 });
    expect(gather({ completed: 10, queued: 1 }, 600_002)).toBeNull();
  });
});

test.each([
  ['sluice://document/0123456789ABCDEF0123456789ABCDEF', '#/documents/0123456789ABCDEF0123456789ABCDEF'],
  ['sluice://document/0123456789abcdef0123456789abcdef/', '#/documents/0123456789ABCDEF0123456789ABCDEF'],
  ['sluice://document/../../x', null],
  ['sluice://settings', null],
  ['https://document/0123456789ABCDEF0123456789ABCDEF', null],
  ['sluice://document/0123456789ABCDEF0123456789ABCDEF?x=<script>', null],
  [
    'sluice://document/0123456789ABCDEF0123456789ABCDEF?path=%24.content.body%5B3%5D.text&from=5&to=9&quote=Net%20income',
    '#/documents/0123456789ABCDEF0123456789ABCDEF/annotated?path=%24.content.body%5B3%5D.text&from=5&to=9&quote=Net%20income',
  ],
  ['nonsense', null],
])('%s leads to %s', (link, route) => {
  expect(routeInArguments(['--flag', link])).toBe(route);
});
