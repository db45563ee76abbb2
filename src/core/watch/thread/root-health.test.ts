import { expect, test } from 'vitest';
import { said } from '#shared/spoken/said.ts';
import { behindRemarks, healthSentences } from './health.ts';
import type { FromThread } from './protocol.ts';
import { createRootHealth } from './root-health.ts';

const minutes = 60_000;

test('a change that waits for long is told while it waits, and once', () => {
  const posted: FromThread[] = [];
  let [since, now]: [number | undefined, number] = [undefined, 0];
  const health = createRootHealth(
    'f1',
    (message) => posted.push(message),
    () => behindRemarks(since, now),
  );
  const remarks = () =>
    posted.splice(0).map((one) => one.type === 'health' && one.health.remarks?.map(({ code }) => code));
  health.say('native', healthSentences.native(600_000));
  expect(remarks()).toEqual([[]]);
  since = 0;
  for (now = 0; now <= 8 * minutes; now += minutes) health.remark();
  expect(remarks()).toEqual([['health.behind']]);
  since = undefined;
  health.remark();
  expect(remarks()).toEqual([[]]);
  expect(behindRemarks(1, 5 * minutes)).toEqual([]);
  expect(behindRemarks(1, 5 * minutes + 1)).toEqual([said('health.behind', { since: expect.any(String) })]);
});
