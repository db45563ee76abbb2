import { expect, test } from 'vitest';
import { answered, failed } from './answer.ts';
import { governHttp } from './governed-http.ts';
import { createGovernor } from './governor.ts';
import type { ApiRequest, Http } from './http.ts';
import { createTurnedClock } from './testing/turned-clock.ts';

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const down = failed('SERVICE_FAILED', 'retry', { concerns: 'perhaps-profile' });
const list = { kind: 'list', method: 'GET', path: '/x' } as unknown as ApiRequest<string>;

function governed(call: () => ReturnType<Http['call']>) {
  const clock = createTurnedClock();
  const governor = createGovernor({
    clock,
    logger,
    network: () => 'x',
    getKey: async () => 'k',
    probe: async () => down,
  });
  return { clock, governor, http: governHttp({ call, close() {} } as unknown as Http, governor) };
}

test('a read that waits for the service ends when its profile is changed', async () => {
  const { clock, governor, http } = governed(async () => answered('answer') as never);
  for (let failure = 0; failure < 3; failure++) governor.heard({ kind: 'enrich', priority: 'manual' }, down);
  expect(governor.isOpen()).toBe(true);
  const reading = http.call(list, { priority: 'polling' });
  await clock.turn(1_000);
  governor.stop();
  expect(await reading).toMatchObject({ ok: false, failure: { disposition: 'held' } });
});

test('a read that is refused here ends when its profile is changed, and is not made again at once for ever', async () => {
  let calls = 0;
  const { governor, http } = governed(async () => {
    calls += 1;
    return failed('KEY_NOT_FOR_THIS_ADDRESS', 'fix-first', { concerns: 'profile' });
  });
  governor.stop();
  expect(await http.call(list, { priority: 'manual' })).toMatchObject({ failure: { disposition: 'held' } });
  expect(calls).toBeLessThan(2);
});
