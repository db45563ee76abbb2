import { expect, test } from 'vitest';
import { accountCheckOf, noteFirstKey, setAccountCheck } from '../ledger/accepted-key.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { answered, failed } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import { doubtAccount, settleService } from '../ledger/service-of-history.ts';
import { isCheckDue, isOtherAccount, noteNewKey } from './account-check.ts';

const profile = { id: 'p', baseUrl: 'https://service.example' } as Parameters<
  typeof isOtherAccount
>[0]['profile'];

/** A profile with one document, which the service does not find, and an agent that looks each 15 s. */
function world(listAnswers: boolean) {
  const database = openDatabase(':memory:');
  const time = { now: 1_000_000 };
  const ledger = createSqliteLedger(database, () => time.now);
  database.exec(`INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, content_id, lane, sort_key,
      options, created_at, updated_at)
    VALUES ('p', '/f/a', 'a', 1, '1', 'completed', 'D', 0, 0, '{"tags":[],"share":false}', 0, 0)`);
  const client = {
    documents: {
      get: async () => failed('DOCUMENT_NOT_FOUND', 'never'),
      list: async () => (listAnswers ? answered([]) : failed('SERVICE_FAILED', 'retry')),
      listAvailable: () => 'yes',
    },
  } as unknown as ServiceClient;
  const clock = { now: () => time.now } as Parameters<typeof isOtherAccount>[0]['clock'];
  const context = { profile, client, ledger, clock, getKey: async () => 'a-key', isHeld: () => false };
  noteNewKey(context);
  async function lookUntil(isOver: (answer: boolean | undefined) => boolean): Promise<number> {
    const from = time.now;
    while (!isOver(await isOtherAccount(context, 'a-key', new AbortController().signal))) {
      time.now += 15_000;
      if (time.now - from > 3_600_000) throw new Error('it never ends');
    }
    return time.now - from;
  }
  return { context, database, ledger, lookUntil };
}

test('a service that finds no document, and shows no list, leads to a question after a quarter of an hour', async () => {
  const { ledger, lookUntil } = world(false);
  expect(await lookUntil((answer) => answer === true)).toBe(15 * 60_000);
  expect(accountCheckOf(ledger, 'p')).toBeUndefined();
});

test('looks that do not find the document are counted over a restart', async () => {
  const { context, lookUntil } = world(true);
  await lookUntil(() => true);
  expect(await lookUntil((answer) => answer !== undefined)).toBeLessThanOrEqual(75_000);
  // Another key is another question.
  noteNewKey(context);
  expect(await lookUntil((answer) => answer !== undefined)).toBe(60_000);
});

test('a document whose upload ends otherwise during the check still counts', async () => {
  const { context, database, lookUntil } = world(true);
  await lookUntil(() => true);
  database.exec(`UPDATE uploads SET state = 'attention', code = 'DOCUMENT_VANISHED'`);
  noteNewKey(context);
  let isOther: boolean | undefined;
  await lookUntil((answer) => {
    isOther = answer;
    return answer !== undefined;
  });
  expect(isOther).toBe(true);
});

test('a key is checked where documents landed and nobody knows with which key, as after a kill', () => {
  const { context, database, ledger } = world(true);
  setAccountCheck(ledger, 'p', undefined);
  noteFirstKey(ledger, profile, 'a-key', 1);
  expect(isCheckDue(context, 'a-key')).toBe(false);
  expect(isCheckDue(context, 'another key')).toBe(true);
  database.exec(`UPDATE uploads SET landed_at = 1; DELETE FROM facts WHERE key GLOB 'accepted:*'`);
  noteFirstKey(ledger, profile, 'a-key', 2);
  expect(isCheckDue(context, 'a-key')).toBe(true);
});

test('that an account is the same is said of the key that is in force then', async () => {
  const { context, ledger, lookUntil } = world(true);
  await lookUntil((answer) => answer === true);
  doubtAccount(ledger, profile);
  settleService(ledger, profile, 'same-service', { key: 'the first key again', now: 1 });
  expect(isCheckDue(context, 'the first key again')).toBe(false);
  expect(isCheckDue(context, 'a-key')).toBe(true);
});

test('an answer that came while the key was exchanged says nothing of either key', async () => {
  const { context, ledger } = world(true);
  const documents = { get: async () => answered({ id: 'D', status: 'completed', raw_size: 1 }) };
  const client = { documents } as unknown as ServiceClient;
  const exchanged = { ...context, client, getKey: async () => 'the first key again' };
  const { signal } = new AbortController();
  expect(await isOtherAccount(exchanged, 'a-key', signal)).toBe(undefined);
  expect(isCheckDue(exchanged, 'a-key')).toBe(true);
  setAccountCheck(ledger, 'p', undefined);
  expect(await isOtherAccount({ ...context, client }, 'a-key', signal)).toBe(false);
});
