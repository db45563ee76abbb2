import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { createServiceLook, firstTurnMs, quietMs, type ServiceLookOptions } from './service-look.ts';

const minute = 60_000;

/** A look at a service that says what the test wants. */
function world({ hasHistory = false } = {}) {
  const clock = createTurnedClock();
  const facts = new Map<string, unknown>();
  const asked: number[] = [];
  const errors: unknown[] = [];
  /** Keys that were told of as new. */
  const newKeys: string[] = [];
  const listeners = new Set<() => void>();
  const now = {
    code: null as string | null,
    answers: true,
    hangs: false,
    inFlight: 0,
    isHeld: false,
    key: 'one',
    signal: undefined as AbortSignal | undefined,
  };
  const open = (code: string) => {
    now.code = code;
    for (const listener of listeners) listener();
  };
  let lastSuccessAt: number | null = null;
  const answer = () => {
    lastSuccessAt = clock.now();
  };
  const service = {
    profile: { id: 'test', baseUrl: 'https://service.example' },
    client: {
      budget: { snapshot: () => ({ inFlight: now.inFlight }) },
      look: async ({ signal }: { signal: AbortSignal }) => {
        asked.push(clock.monotonic());
        now.signal = signal;
        if (now.hangs) await once(signal, 'abort').then(() => signal.throwIfAborted());
        if (now.answers) answer();
      },
    },
    governor: {
      isOpen: () => now.code !== null,
      onChange: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      state: () => ({ code: now.code, lastSuccessAt }),
    },
  } as unknown as ServiceLookOptions['service'];
  const ledger = {
    facts,
    left: { hasHistory: () => hasHistory, hasLanded: () => false },
  } as unknown as ServiceLookOptions['ledger'];
  const create = () =>
    createServiceLook({
      service,
      ledger,
      clock,
      random: () => 0.5,
      getKey: async () => now.key,
      isHeld: () => now.isHeld,
      onNewKey: () => newKeys.push(now.key),
      onAsked: () => undefined,
      onError: (error) => errors.push(error),
    });
  return { clock, asked, newKeys, now, answer, create, errors, listeners, open };
}

test('a key never accepted here is asked about once, then after ten quiet minutes', async () => {
  const { clock, asked, create, errors } = world();
  create().start(firstTurnMs);
  await clock.turn(quietMs);
  expect(asked).toEqual([firstTurnMs]);
  await clock.turn(2 * minute);
  expect(asked).toHaveLength(2);
  expect(errors).toEqual([]);
});

test('a start with another key than the one accepted before asks about it', async () => {
  const { clock, asked, now, answer, create, errors } = world();
  const first = create();
  first.start(firstTurnMs);
  answer();
  await first.stop();
  now.key = 'two';
  create().start(firstTurnMs);
  await clock.turn(quietMs - minute);
  expect(asked).toEqual([firstTurnMs]);
  expect(errors).toEqual([]);
});

test.each([
  ['accepted before', { hasHistory: false }],
  ['that has a history', { hasHistory: true }],
])('a start with a key %s asks nothing', async (_name, options) => {
  const { clock, asked, answer, create } = world(options);
  const first = create();
  first.start(firstTurnMs);
  if (!options.hasHistory) answer();
  await first.stop();
  create().start(firstTurnMs);
  await clock.turn(quietMs - minute);
  expect(asked).toEqual([]);
  await clock.turn(3 * minute);
  expect(asked).toHaveLength(1);
});

test('a start with a key that was rejected when it ended asks', async () => {
  const { clock, asked, now, create } = world({ hasHistory: true });
  const first = create();
  first.start(firstTurnMs);
  now.code = 'KEY_REJECTED';
  await first.stop();
  now.code = null;
  create().start(firstTurnMs);
  await clock.turn(firstTurnMs);
  expect(asked).toHaveLength(1);
});

test('an answer to anybody else is as good', async () => {
  const { clock, asked, answer, create } = world();
  create().start(firstTurnMs);
  for (let count = 0; count < 10; count += 1) {
    answer();
    await clock.turn(5 * minute);
  }
  expect(asked).toEqual([]);
});

test.each([
  ['while it is held', { isHeld: true }],
  ['beside a request under way', { inFlight: 1 }],
  ['while the governor finds out', { code: 'SERVICE_FAILED' }],
])('nothing is asked %s, and soon after', async (_name, state) => {
  const { clock, asked, now, create } = world();
  Object.assign(now, state);
  create().start(firstTurnMs);
  await clock.turn(30 * minute);
  expect(asked).toEqual([]);
  Object.assign(now, { isHeld: false, inFlight: 0, code: null });
  await clock.turn(minute);
  expect(asked).toHaveLength(1);
});

test('another key is asked about within a minute or so, and what gets no answer is asked again', async () => {
  const { clock, asked, now, create } = world({ hasHistory: true });
  create().start(firstTurnMs);
  await clock.turn(2 * minute);
  Object.assign(now, { key: 'another', answers: false });
  await clock.turn(minute);
  expect(asked).toHaveLength(1);
  await clock.turn(minute);
  expect(asked).toHaveLength(2);
});

test('what was asked does not wait beside the governor once that finds out', async () => {
  const { clock, create, errors, listeners, now, open } = world();
  now.hangs = true;
  create().start(firstTurnMs);
  await clock.turn(firstTurnMs);
  expect(now.signal?.aborted).toBe(false);
  open('UNREACHABLE');
  await clock.turn(0);
  expect(now.signal?.aborted).toBe(true);
  expect(errors).toEqual([]);
  expect(listeners.size).toBe(0);
});

test('a key that replaces another one is told of as new once the service accepted it', async () => {
  const { clock, create, newKeys, now, open } = world();
  create().start(firstTurnMs);
  await clock.turn(quietMs);
  expect(newKeys).toEqual([]);
  open('KEY_REJECTED');
  now.key = 'two';
  await clock.turn(quietMs);
  expect(newKeys).toEqual([]);
  now.code = null;
  await clock.turn(2 * quietMs);
  expect(newKeys).toEqual(['two']);
});
