import { expect, onTestFinished, test } from 'vitest';
import { sleep } from '#core/ports/clock.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { answered, failed } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { learnSizes } from './learn-sizes.ts';

const letters = [...'0123456789ABCDEF'];
const second = 1_000;

/** Documents without a size, of a service that takes a second for each answer. */
function unsized(recordOf: (id: string) => Partial<DocumentRecord> | undefined) {
  const clock = createTurnedClock();
  const { signal } = new AbortController();
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const ledger = createSqliteLedger(database, clock.now);
  const known = letters.map((letter) => ({ contentId: contentIdOf(letter), fileName: null, size: null }));
  ledger.known.addMany('p', known);
  let asked = 0;
  const client = {
    documents: {
      async get(id: string) {
        asked += 1;
        await sleep(clock, second, signal);
        const record = recordOf(id);
        return record ? answered({ id, ...record }) : failed('NOT_PERMITTED', 'never');
      },
    },
  } as unknown as ServiceClient;
  let result: Awaited<ReturnType<typeof learnSizes>> | undefined;
  void learnSizes({ profileId: 'p', client, clock, ledger, signal, onLeft: () => undefined }).then(
    (ended) => {
      result = ended;
    },
  );
  const left = () => ledger.known.listWithoutSize('p').length;
  /** In seconds, so that what follows an answer has its timers at its own time. */
  const turn = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 1) await clock.turn(second);
  };
  return { asked: () => asked, left, result: () => result, turn, start: () => clock.turn(1) };
}

test('eight documents are looked at at once', async () => {
  const { asked, left, result, start, turn } = unsized(() => ({ status: 'completed', raw_size: 5 }));
  await start();
  expect(asked()).toBe(8);
  await turn(3);
  expect([result(), left()]).toEqual(['learned', 0]);
});

test('slots that are empty all wait for their second look together', async () => {
  const { asked, left, result, turn } = unsized(() => ({ status: 'placeholder', raw_size: 0 }));
  await turn(60);
  expect([asked(), left()]).toEqual([16, 16]);
  await turn(8);
  expect([asked(), result(), left()]).toEqual([32, 'learned', 0]);
});

test('one that cannot be asked for ends it before all are', async () => {
  const { asked, result, turn } = unsized((id) => (id.startsWith('3') ? undefined : { raw_size: 5 }));
  await turn(3);
  expect(result()).toBe('failed');
  expect(asked()).toBeLessThan(16);
});
