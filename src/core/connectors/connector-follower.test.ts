import { expect, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import type { ConnectorEnded } from '#shared/bridge/connectors.ts';
import { connectorIdSchema } from '#shared/ids/ids.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { answered, failed } from '../service/answer.ts';
import type { ProfileService } from '../service/profile-service.ts';
import type { ConnectorRecord } from '../service/schemas/connector.ts';
import { ConnectorFollower } from './connector-follower.ts';
import { type Follow, hasEnded, nextLook, syncState } from './follow.ts';

const minute = 60_000;
const hour = 60 * minute;
const profile = profileSchema.parse({ id: 'p', name: 'P', baseUrl: 'https://service.example' });
const connectorId = connectorIdSchema.parse('c');
const before: ConnectorRecord = {
  connector_id: connectorId,
  label: 'Broker',
  last_sync_at: '2026-01-05T00:00:00Z',
};
const follow: Follow = {
  kind: 'sync',
  connectorId,
  label: 'Broker',
  type: 'investment_research',
  since: 0,
  before: syncState(before),
};

/** A clock that stands still until it is turned to the next timer. */
function turnedClock() {
  let now = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();
  let last = 0;
  return {
    clock: {
      now: () => now,
      monotonic: () => now,
      setTimer(milliseconds: number, callback: () => void) {
        const id = ++last;
        timers.set(id, { at: now + milliseconds, callback });
        return () => timers.delete(id);
      },
    },
    hasTimers: () => timers.size > 0,
    turn() {
      const [id, next] = [...timers].toSorted(([, one], [, other]) => one.at - other.at)[0] ?? [];
      if (id === undefined || next === undefined) return;
      timers.delete(id);
      now = next.at;
      next.callback();
    },
  };
}

const factOf = (facts: Map<string, unknown>, key: string) => facts.get(key);

function setUp(get: () => unknown, read: (facts: Map<string, unknown>, key: string) => unknown = factOf) {
  const facts = new Map<string, unknown>();
  const ended: ConnectorEnded[] = [];
  const removed: string[] = [];
  const { clock, hasTimers, turn } = turnedClock();
  let asked = 0;
  const count = async () => {
    asked++;
    return get();
  };
  const service = { client: { connectors: { get: count } } };
  const follower = new ConnectorFollower({
    ledger: {
      facts: {
        get: (key: string) => read(facts, key),
        change: (key: string, edit: (value: unknown) => unknown) => void facts.set(key, edit(facts.get(key))),
      },
    } as never,
    clock,
    logger: silentLogger,
    profiles: () => [profile],
    serviceOf: () => service as unknown as ProfileService,
    onChange: (_id, end) => end && ended.push(end),
    onRemoved: (_profileId, id, end) => removed.push(`${id} ${end}`),
  });
  const untilQuiet = async () => {
    for (let round = 0; round < 2_000 && hasTimers(); round++) {
      turn();
      // What a look does takes some turns of the loop; nothing here waits for time.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { follower, ended, removed, clock, untilQuiet, asked: () => asked };
}

test('a sync without an end is looked at ever more seldom, and given up after hours', async () => {
  const { follower, ended, clock, untilQuiet, asked } = setUp(() => answered(before));
  follower.start();
  follower.follow('p', follow);
  await untilQuiet();
  expect(ended).toEqual([expect.objectContaining({ kind: 'sync', how: 'given-up', label: 'Broker' })]);
  expect(clock.now()).toBeGreaterThan(6 * hour);
  expect(asked()).toBeLessThan(120);
  expect(follower.of('p')).toEqual({});
});

test('a ledger that cannot be read for a moment ends no following', async () => {
  let reads = 0;
  const { follower, ended, untilQuiet } = setUp(
    () => failed('NOT_FOUND', 'never'),
    (facts, key) => {
      reads += 1;
      // The first reads of the first look.
      if (reads === 3 || reads === 4) throw new Error('disk I/O error');
      return factOf(facts, key);
    },
  );
  follower.start();
  follower.follow('p', { ...follow, kind: 'removal' });
  await untilQuiet();
  expect(ended).toEqual([expect.objectContaining({ kind: 'removal', how: 'done' })]);
});

test('failures of the service are no end; a connector that is gone is', async () => {
  const answers = [
    failed('UNREACHABLE', 'offline'),
    failed('SERVICE_FAILED', 'retry'),
    failed('NOT_FOUND', 'never'),
  ];
  const { follower, ended, untilQuiet, asked } = setUp(() => answers[Math.min(asked() - 1, 2)]);
  follower.start();
  follower.follow('p', follow);
  follower.follow('p', { ...follow, kind: 'removal' });
  await untilQuiet();
  expect(ended).toEqual([expect.objectContaining({ kind: 'removal', how: 'done' })]);
  expect(asked()).toBe(3);
});

test('T-10: a removal that is over is told once, also by a process beside the agent that asks for what is gone', () => {
  for (const isAgent of [true, false]) {
    const { follower, ended, removed } = setUp(() => failed('NOT_FOUND', 'never'));
    if (isAgent) follower.start();
    follower.follow('p', { ...follow, kind: 'removal' });
    for (let time = 0; time < 2; time += 1) follower.observeGone('p', connectorId);
    expect(removed).toEqual(['c gone']);
    expect(follower.of('p')).toEqual({});
    expect(ended).toHaveLength(isAgent ? 1 : 0);
  }
});

test.each([
  [0, 2_000],
  [20_000, 5_000],
  [hour, 5 * minute],
  [-5_000, 2_000],
])('after %d ms the next look is in %d ms', (elapsed, delay) => {
  expect(nextLook(elapsed)).toBe(delay);
});

test.each([
  [{}, false],
  [{ last_sync_at: '2026-01-06T00:00:00Z' }, true],
  [{ last_sync_count: 4 }, true],
  [{ last_sync_error_msg: 'no' }, true],
  [{ last_sync_status: 'running' }, false],
  // A list that is behind what was known already.
  [{ last_sync_at: '2026-01-04T00:00:00Z', last_sync_count: 9 }, false],
] as const)('%j ends a sync: %s', (change, ends) => {
  expect(hasEnded(follow, { ...before, ...change })).toBe(ends);
});
