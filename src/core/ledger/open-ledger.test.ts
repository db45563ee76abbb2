import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOlderLedger } from './copy-ledger.ts';
import { readIdentity } from './identity-file.ts';
import { type OpenedLedger, openLedger, openLedgerBeside } from './open-ledger.ts';
import { ownIdentity } from './own-identity.ts';
import { becomeLaterVersion } from './testing/later-version.ts';
import type { Ledger } from './sqlite-ledger.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';

const options = { now: Date.UTC(2026, 0, 2), profiles: ['p'] };
const aside = (how: string) => `.${how}-2026-01-02T00-00-00.000Z`;

function folder() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-open-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'ledger.sqlite');
  return {
    directory,
    path,
    /** Opens, does something with it, and closes as an agent does. */
    async run<T>(use: (opened: OpenedLedger & { ledger: Ledger }) => T | Promise<T>): Promise<T> {
      const opened = openLedger(directory, options);
      const ledger = createSqliteLedger(opened.database, Date.now, { identity: opened.identity });
      try {
        return await use({ ...opened, ledger });
      } finally {
        await ledger.close();
      }
    },
    /** A copy of the ledger as it is, to be put back. */
    copy() {
      const copied = readFileSync(path);
      return () => writeFileSync(path, copied);
    },
  };
}

const lossOf = ({ loss }: OpenedLedger) => loss;
const remember = ({ database }: OpenedLedger) =>
  database.statement("INSERT INTO facts VALUES ('word', '1')").run();
const remembers = ({ database }: OpenedLedger) =>
  database.statement("SELECT value FROM facts WHERE key = 'word'").get() !== undefined;
const rebuilds = ({ database }: OpenedLedger) =>
  database.statement("SELECT value FROM facts WHERE key = 'rebuild:p'").get() as
    | { value: string }
    | undefined;

/** What an upload does before its first byte goes out. */
const sends = ({ ledger }: { ledger: Ledger }) => ledger.durable();

test('the first start and every good one after it lose nothing', async () => {
  const { run } = folder();
  expect(await run(lossOf)).toBeNull();
  expect(await run(lossOf)).toBeNull();
  expect(await run(rebuilds)).toBeUndefined();
});

test('a good ledger without an identity outside, as before an update, is taken as it is', async () => {
  const { run, directory } = folder();
  await run(remember);
  rmSync(join(directory, 'ledger.json'));
  expect(await run((opened) => [opened.loss, remembers(opened)])).toEqual([null, true]);
  expect(readIdentity(directory)).toMatchObject({ mark: expect.any(Number) });
  writeFileSync(join(directory, 'ledger.json'), 'no identity');
  expect(await run((opened) => [opened.loss, remembers(opened)])).toEqual([null, true]);
});

test.each([
  ['missing', (path: string) => rmSync(path)],
  ['empty', (path: string) => truncateSync(path, 0)],
] as const)('a ledger that is %s: a new one, whose profiles are rebuilt', async (kind, lose) => {
  const { run, path } = folder();
  await run(remember);
  lose(path);
  expect(await run((opened) => [opened.loss?.kind, remembers(opened)])).toEqual([kind, false]);
  expect(await run(rebuilds)).toEqual({
    value: `{"state":"collecting","at":${options.now},"expected":0}`,
  });
  expect(await run(lossOf)).toBeNull();
});

test('a ledger that is gone but for its log, from before there were identities', async () => {
  const { run, path } = folder();
  writeFileSync(`${path}-wal`, 'what was not yet in the ledger');
  expect((await run(lossOf))?.kind).toBe('missing');
  expect(readFileSync(`${path}${aside('lost')}-wal`, 'utf8')).toBe('what was not yet in the ledger');
});

test.each([
  ['garbage', Buffer.alloc(9_000, 'x')],
  [
    'a header and nothing behind it',
    Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5_000, 0xff)]),
  ],
])('%s: kept aside, and a new ledger is begun', async (_name, bytes) => {
  const { run, path, directory } = folder();
  await run(remember);
  writeFileSync(path, bytes);
  expect(openLedgerBeside(directory)).toBeUndefined();
  expect(readFileSync(path).equals(bytes)).toBe(true);
  const setAside = `${path}${aside('corrupt')}`;
  expect(await run(lossOf)).toEqual({ kind: 'damaged', setAside });
  expect(readFileSync(setAside).equals(bytes)).toBe(true);
  expect(await run(rebuilds)).toBeDefined();
});

test('an older copy is noticed by the uploads that were sent since, on the same day and in the same run', async () => {
  const { run, copy } = folder();
  await run(remember);
  const putBack = copy();
  await run(sends);
  putBack();
  expect(await run((opened) => [opened.loss, remembers(opened)])).toEqual([
    { kind: 'older', setAside: null },
    true,
  ]);
  expect(await run(rebuilds)).toBeDefined();
});

test('an older copy is noticed after a kill too: the mark outside needs no clean end', async () => {
  const { directory, path } = folder();
  const opened = openLedger(directory, options);
  const ledger = createSqliteLedger(opened.database, Date.now, { identity: opened.identity });
  opened.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const before = readFileSync(path);
  await ledger.durable();
  // As a kill leaves it: nothing closed. Then the copy is put in its place.
  const killed = folder();
  writeFileSync(killed.path, before);
  copyFileSync(join(directory, 'ledger.json'), join(killed.directory, 'ledger.json'));
  await ledger.close();
  expect((await killed.run(lossOf))?.kind).toBe('older');
});

test('what was under way in an older copy is asked about, because it went on: its document may be there', async () => {
  const { run, copy } = folder();
  await run(({ database }) => {
    for (const state of ['enriching', 'reserved', 'putting', 'completed'])
      database
        .statement(
          `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, options,
            created_at, updated_at)
             VALUES ('p', '/x', 'x', 1, '0', ?, 0, 0, '{}', 0, 0)`,
        )
        .run(state);
  });
  const putBack = copy();
  await run(sends);
  putBack();
  const states = await run(({ database }) =>
    database
      .statement('SELECT state FROM uploads ORDER BY id')
      .all()
      .map((row) => row.state),
  );
  expect(states).toEqual(['queued', 'verifying', 'verifying', 'completed']);
});

test('the ledger of another data folder is set aside', async () => {
  const mine = folder();
  const other = folder();
  await mine.run(remember);
  await other.run(() => undefined);
  copyFileSync(other.path, mine.path);
  const setAside = `${mine.path}${aside('foreign')}`;
  expect(await mine.run(lossOf)).toEqual({ kind: 'foreign', setAside });
  expect(existsSync(setAside)).toBe(true);
});

test('a crash right after a loss was found, before it was written down outside, leads to the rebuild again', async () => {
  const { run, path, directory } = folder();
  await run(remember);
  const outside = readFileSync(join(directory, 'ledger.json'));
  rmSync(path);
  await run(() => undefined);
  writeFileSync(join(directory, 'ledger.json'), outside);
  await run((opened) => expect(rebuilds(opened)).toBeDefined());
  // Before even the ledger was stamped: it is empty of everything but tables.
  rmSync(path);
  const fresh = folder();
  await fresh.run(({ database }) => database.exec("DELETE FROM facts WHERE key = 'ledger'"));
  copyFileSync(fresh.path, path);
  await run((opened) => expect(rebuilds(opened)).toBeDefined());
});

test('a large ledger: damage that SQLite met makes the next start read it through and set it aside', async () => {
  const { run, path } = folder();
  await run(({ database }) => {
    database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
      INSERT INTO tag_names SELECT 'p', i, hex(zeroblob(50000)) FROM n`);
  });
  const { size } = statSync(path);
  expect(size).toBeGreaterThan(64 * 1024 * 1024);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size / 2, 0xee), 0, undefined, size / 2);
  closeSync(file);
  await run(({ database, identity, loss }) => {
    expect(loss).toBeNull();
    expect(() => database.statement('SELECT sum(length(name)) FROM tag_names').get()).toThrow('malformed');
    identity.suspect();
  });
  expect((await run(lossOf))?.kind).toBe('damaged');
});

test('beside an agent: a ledger that fits is opened, and nothing else is touched', async () => {
  const { run, path, directory } = folder();
  expect(openLedgerBeside(directory)).toBeUndefined();
  expect(existsSync(path)).toBe(false);
  await run(async (opened) => {
    const beside = openLedgerBeside(directory);
    expect(beside && ownIdentity(beside)).toEqual(ownIdentity(opened.database));
    beside?.close();
    await sends(opened);
  });
  rmSync(path);
  expect(openLedgerBeside(directory)).toBeUndefined();
  expect(existsSync(path)).toBe(false);
});

test('beside an agent: an older ledger is not migrated', async () => {
  const { run, directory } = folder();
  await run(() => undefined);
  onTestFinished(becomeLaterVersion());
  expect(isOlderLedger(directory)).toBe(true);
  expect(openLedgerBeside(directory)).toBeUndefined();
  await run(({ database }) => database.statement('SELECT * FROM later').all());
  expect(isOlderLedger(directory)).toBe(false);
});

test('a rebuild begins anew: nothing is believed of what a former one was told', async () => {
  const { run, copy } = folder();
  await run(({ database }) => {
    const fact = database.statement('INSERT INTO facts (key, value) VALUES (?, ?)');
    for (const profile of ['p', 'removed-since'])
      fact.run(`rebuild:${profile}`, '{"state":"comparing","at":1}');
    database
      .statement(
        `INSERT INTO known_documents (profile_id, content_id, file_name, size) VALUES ('p', 'A', 'a.txt', 5)`,
      )
      .run();
  });
  const putBack = copy();
  await run(sends);
  putBack();
  await run((opened) => {
    expect(opened.loss?.kind).toBe('older');
    expect(rebuilds(opened)?.value).toContain('"collecting"');
    expect(opened.database.statement(`SELECT key FROM facts WHERE key LIKE 'rebuild:%'`).all()).toEqual([
      { key: 'rebuild:p' },
    ]);
    expect(opened.database.statement('SELECT * FROM known_documents').all()).toEqual([]);
  });
});

/** Uploads that end as they would, before the next mark is written outside. */
async function complete({ database, ledger }: OpenedLedger & { ledger: Ledger }, count: number, more = '{}') {
  const add = database.statement(
    `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, options,
      created_at, updated_at) VALUES ('p', '/x', 'x', 1, '0', 'processing', 0, 0, ?, 0, 0)`,
  );
  for (let number = 0; number < count; number++) add.run(more);
  database.statement("UPDATE uploads SET state = 'completed' WHERE state = 'processing'").run();
  await sends({ ledger });
}
const expectedIn = (opened: OpenedLedger) =>
  (JSON.parse(rebuilds(opened)?.value ?? '{}') as { expected?: number }).expected;

test('how many documents there were is known outside the ledger, without those that were not to stay', async () => {
  const { run, path } = folder();
  await run(async (opened) => {
    await complete(opened, 5);
    await complete(opened, 7, '{"noStore":true}');
    const { database } = opened;
    const change = (set: string, id: number) =>
      database.statement(`UPDATE uploads SET ${set} WHERE id = ?`).run(id);
    change('replaced_by = 2', 1);
    change("state = 'cancelled'", 3);
    database.statement('DELETE FROM uploads WHERE id = 4').run();
    await sends(opened);
  });
  rmSync(path);
  expect(await run(expectedIn)).toBe(2);
  // Not recognised yet: lost again, it is still known.
  rmSync(path);
  expect(await run(expectedIn)).toBe(2);
});

test('where nobody wrote down how many documents there were, there may be some', async () => {
  const { run, path, directory } = folder();
  const outside = join(directory, 'ledger.json');
  await run((opened) => complete(opened, 5));
  const { documents: _, ...old } = JSON.parse(readFileSync(outside, 'utf8')) as Record<string, unknown>;
  writeFileSync(outside, JSON.stringify(old));
  rmSync(path);
  expect(await run(expectedIn)).toBe(1);
});

test('a newer one of two older copies is noticed after the other: the mark never falls', async () => {
  const { run, copy } = folder();
  await run(remember);
  const putFirstBack = copy();
  for (let send = 0; send < 5; send++) await run(sends);
  const putSecondBack = copy();
  await run(sends);
  putFirstBack();
  expect((await run(lossOf))?.kind).toBe('older');
  putSecondBack();
  expect((await run(lossOf))?.kind).toBe('older');
});
