import { expect, test } from 'vitest';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import { createTurnedClock } from '../../service/testing/turned-clock.ts';
import { followOutages } from './outage-time.ts';

test('an outage counts from its beginning to its end, by what it was at each time, also while it lasts', async () => {
  const clock = createTurnedClock();
  let code: ErrorCode | undefined;
  let changed = () => {};
  const outages = followOutages(
    {
      reason: () => (code === undefined ? undefined : { code, detail: undefined }),
      onChange(listener) {
        changed = listener;
        return () => {
          changed = () => {};
        };
      },
    },
    clock,
  );
  const turnsTo = (next: ErrorCode | undefined) => {
    code = next;
    changed();
  };
  await clock.turn(60_000);
  expect(outages.byCode()).toEqual({});
  turnsTo('UNREACHABLE');
  await clock.turn(10_000);
  expect(outages.byCode()).toEqual({ UNREACHABLE: 10_000 });
  await clock.turn(5_000);
  turnsTo('SERVICE_FAILED');
  await clock.turn(1_000);
  turnsTo(undefined);
  await clock.turn(60_000);
  turnsTo('UNREACHABLE');
  await clock.turn(2_000);
  expect(outages.byCode()).toEqual({ UNREACHABLE: 17_000, SERVICE_FAILED: 1_000 });
});
