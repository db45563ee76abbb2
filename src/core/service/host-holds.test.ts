import { expect, test } from 'vitest';
import { createClock } from '#core/ports/clock.ts';
import { createHostHolds } from './host-holds.ts';

test('a pause is exactly as long as the host asked, whatever time it is', () => {
  let now = 0;
  const holds = createHostHolds({ ...createClock(), monotonic: () => now }, Math.random);
  for (let step = 0; step < 1_000; step += 1) {
    now = 4_096.1 + step * 1_234.567_89;
    expect(holds.hold(`host-${step}`, 1_000)).toBe(1_000);
  }
});

test('a shorter pause does not end a longer one', () => {
  const holds = createHostHolds({ ...createClock(), monotonic: () => 0 }, Math.random);
  holds.hold('a', 5_000);
  expect(holds.hold('a', 1_000)).toBe(5_000);
});
