import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../ledger/database.ts';
import { type RebuildFact, rebuildFactOf, rebuildKey } from '../ledger/rebuild-fact.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { answered } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { createKnownFirst } from './known-first.ts';
import { measureSetForward } from './set-forward.ts';

test('a rebuild that was asked for while another one collected is not taken as done', async () => {
  const clock = createTurnedClock();
  const ledger = createSqliteLedger(openDatabase(':memory:'), clock.now);
  onTestFinished(() => ledger.close());
  const begin = (at: number) =>
    ledger.facts.set(rebuildKey('p'), { state: 'collecting', at } satisfies RebuildFact);
  begin(clock.now() - 60_000);
  let lists = 0;
  let isKnown = false;
  const known = createKnownFirst({
    clock,
    ledger,
    profileId: 'p',
    client: {
      documents: {
        async list() {
          lists += 1;
          if (lists === 1) begin(clock.now() - 30_000);
          return answered([]);
        },
        listAvailable: () => 'yes',
      },
    } as unknown as ServiceClient,
    setForward: measureSetForward(clock),
    onState: () => {},
    onKnown: () => {
      isKnown = true;
    },
  });
  const { signal } = new AbortController();
  expect(await known.turn(signal)).toBe(0);
  expect([rebuildFactOf(ledger, 'p')?.state, isKnown]).toEqual(['collecting', false]);
  const before = lists;
  await known.turn(signal);
  expect(lists).toBeGreaterThan(before);
  expect([rebuildFactOf(ledger, 'p')?.state, isKnown]).toEqual(['known', true]);
});
