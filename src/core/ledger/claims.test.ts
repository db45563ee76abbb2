import { expect, onTestFinished, test } from 'vitest';
import { createClaims } from './claims.ts';
import { openDatabase } from './database.ts';
import { noStoreLifeMs } from './document-writes.ts';

const at = 1_000_000;

/** The upload 1 has the claim on some bytes, and the upload 2 asks for it. */
function setUp(options: object, finishedAt: number | null = at, state = 'completed') {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const add = database.statement(
    `INSERT INTO uploads (id, profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, options,
      created_at, updated_at, finished_at) VALUES (?, 'p', '/a', 'a', 5, '1', ?, 1, 0, ?, 0, 0, ?)`,
  );
  add.run(1, state, JSON.stringify(options), finishedAt);
  add.run(2, 'queued', '{}', null);
  database.exec(`INSERT INTO claims VALUES ('p', 'aa', 1)`);
  let now = at;
  const claims = createClaims(database, () => now);
  return {
    database,
    /** Which upload has the claim once the second one asked for it, so long after the first was completed. */
    asksAfter: (ms: number, noStore = true) => {
      now = at + ms;
      return claims.take({ id: 2, profileId: 'p' }, 'aa', { noStore });
    },
  };
}

test('a document that the service deletes after a day keeps its claim until it is deleted', () => {
  const { asksAfter } = setUp({ noStore: true });
  expect(asksAfter(0)).toBe(1);
  expect(asksAfter(noStoreLifeMs - 1)).toBe(1);
  expect(asksAfter(noStoreLifeMs)).toBe(2);
});

test.each(['putting', 'completed'])(
  'a document that the service deletes after a day gives its claim to one that is to stay: %s',
  (state) => {
    expect(setUp({ noStore: true }, at, state).asksAfter(0, false)).toBe(2);
    expect(setUp({}, at, state).asksAfter(0, false)).toBe(1);
  },
);

test('a document that the service says is expired has no claim any more', () => {
  const { database, asksAfter } = setUp({ noStore: true });
  database.exec(`UPDATE uploads SET remote_status = 'expired' WHERE id = 1`);
  expect(asksAfter(0)).toBe(2);
});

test('a document that stays keeps its claim, however old it is', () => {
  expect(setUp({}).asksAfter(10 * noStoreLifeMs)).toBe(1);
  expect(setUp({ noStore: false }).asksAfter(10 * noStoreLifeMs)).toBe(1);
});

test('an upload that is still being processed keeps its claim, whatever becomes of its document', () => {
  expect(setUp({ noStore: true }, null, 'processing').asksAfter(10 * noStoreLifeMs)).toBe(1);
});
