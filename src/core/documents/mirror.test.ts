import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { answered } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import { type DocumentRecord, documentRecordSchema } from '../service/schemas/document.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { DocumentMirror } from './mirror.ts';

const record = (number: number): DocumentRecord =>
  documentRecordSchema.parse({
    id: number.toString(16).toUpperCase().padStart(32, '0'),
    status: 'completed',
  });

/** The mirror after a full pass over what `page` answers, and how many pages it asked for. */
async function passOver(page: (number: number) => DocumentRecord[]) {
  const clock = createTurnedClock();
  const database = openDatabase(':memory:');
  const ledger = createSqliteLedger(database, clock.now);
  onTestFinished(() => ledger.close());
  let asked = 0;
  const list = async (query: { page: number }) => {
    asked++;
    return answered(page(query.page));
  };
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const mirror = new DocumentMirror({
    profileId: 'p',
    ledger,
    clock,
    logger,
    client: () => ({ documents: { list } }) as unknown as ServiceClient,
    actions: { look: async () => undefined } as never,
    onChange: () => undefined,
    isElsewhere: () => false,
  });
  await mirror.refresh(true);
  await mirror.stop();
  return { ...(await mirror.state()), asked };
}

const documents = Array.from({ length: 250 }, (_, index) => record(index + 1));

test('a list is read to its end, also where pages are smaller than was asked for', async () => {
  for (const size of [100, 50, 30]) {
    const read = await passOver((number) => documents.slice((number - 1) * size, number * size));
    expect(read).toMatchObject({ state: 'idle', read: 250, code: null });
  }
});

test('a service that gives the same page whatever is asked for is not asked for ever', async () => {
  const read = await passOver(() => documents.slice(0, 100));
  expect(read).toMatchObject({ state: 'idle', read: 100, asked: 2 });
});
