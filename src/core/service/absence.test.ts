import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Absence, lookedInVain } from './absence.ts';

/**
 * Looks as often as it is told to, `skew` ms late each time; when the absence was believed, and after how
 * many looks.
 */
function lookUntilBelieved(skew: number): { after: number; looks: number } {
  let now = 1_000;
  let absence: Absence | undefined;
  for (;;) {
    const looked = lookedInVain(absence, now);
    if (looked.isBelieved) return { after: now - 1_000, looks: looked.absence.looks };
    ({ absence } = looked);
    now = looked.lookAgainAt + skew;
  }
}

test('one answer of "not there" proves nothing, nor do several within a minute', () => {
  expect(lookedInVain(undefined, 0)).toMatchObject({ isBelieved: false, lookAgainAt: 5_000 });
  let absence: Absence | undefined;
  for (let now = 0; now < 60_000; now += 1_000) {
    const looked = lookedInVain(absence, now);
    expect(looked.isBelieved).toBe(false);
    ({ absence } = looked);
  }
  expect(lookedInVain(absence, 60_000).isBelieved).toBe(true);
});

test('looked for as often as it says, it is believed after four looks over a minute', () => {
  expect(lookUntilBelieved(0)).toEqual({ after: 60_000, looks: 4 });
});

test('from the fourth look on it waits for what is left of the minute, a second at least', () => {
  const looked = (now: number) => lookedInVain({ since: 100_000, looks: 3 }, now);
  expect(looked(100_000)).toEqual({
    absence: { since: 100_000, looks: 4 },
    isBelieved: false,
    lookAgainAt: 160_000,
  });
  expect(looked(120_000).lookAgainAt).toBe(160_000);
  expect(looked(159_999)).toMatchObject({ isBelieved: false, lookAgainAt: 160_999 });
  expect(looked(160_000).isBelieved).toBe(true);
});

test('a clock that jumps ahead does not make up for looks, and one that is set back starts anew', () => {
  const first = lookedInVain(undefined, 0);
  const hourLater = lookedInVain(first.absence, 3_600_000);
  expect(hourLater.isBelieved).toBe(false);
  expect(lookedInVain({ since: 5_000, looks: 7 }, 1_000)).toEqual({
    absence: { since: 1_000, looks: 1 },
    isBelieved: false,
    lookAgainAt: 6_000,
  });
});

test('however late the looks come: at least four, over a minute at least, and always one more to come before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 40 }), (steps) => {
      let now = 0;
      let absence: Absence | undefined;
      for (const step of steps) {
        const looked = lookedInVain(absence, now);
        if (looked.isBelieved) {
          expect(looked.absence.looks).toBeGreaterThanOrEqual(4);
          expect(now).toBeGreaterThanOrEqual(60_000);
          return;
        }
        expect(looked.lookAgainAt).toBeGreaterThan(now);
        ({ absence } = looked);
        now += step;
      }
    }),
  );
});
