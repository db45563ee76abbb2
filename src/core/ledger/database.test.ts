import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { asLedgerError, openDatabase } from './database.ts';
import { openLedger } from './open-ledger.ts';

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-ledger-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const versionOf = (path: string) => {
  const database = new DatabaseSync(path, { readOnly: true });
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  database.close();
  return version;
};

const migrations = readdirSync(new URL('./migrations/', import.meta.url)).filter((name) =>
  /^\d/.test(name),
).length;

test('a new ledger has every migration, and opening it again changes nothing', () => {
  const path = join(temporary(), 'ledger.sqlite');
  openDatabase(path).close();
  expect(versionOf(path)).toBe(migrations);
  openDatabase(path).close();
  expect(readdirSync(join(path, '..')).filter((name) => name.includes('before'))).toEqual([]);
});

test('a ledger in memory leaves no file of that name', () => {
  openDatabase(':memory:').close();
  expect(existsSync(':memory:')).toBe(false);
});

test('a newer ledger is refused, saying both versions, and left as it is', () => {
  const path = join(temporary(), 'ledger.sqlite');
  openDatabase(path).close();
  const raw = new DatabaseSync(path);
  raw.exec(`PRAGMA user_version = ${migrations + 1}; PRAGMA wal_checkpoint(TRUNCATE);`);
  raw.close();
  const before = readFileSync(path);
  expect(() => openDatabase(path)).toThrow(expect.objectContaining({ code: 'LEDGER_NEWER' }));
  expect(() => openLedger(join(path, '..'), { now: 0, profiles: [] })).toThrow(`schema ${migrations + 1}`);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a ledger is copied aside before it is migrated, and one that cannot be migrated stays as it was', () => {
  const directory = temporary();
  const path = join(directory, 'ledger.sqlite');
  const steps = pathToFileURL(join(directory, 'steps/'));
  mkdirSync(steps);
  const step = (name: string, sql: string) => writeFileSync(new URL(name, steps), sql);
  step('0001-first.sql', "CREATE TABLE kept (word TEXT) STRICT; INSERT INTO kept VALUES ('before');");
  openDatabase(path, { migrations: steps }).close();
  step('0002-second.sql', "UPDATE kept SET word = 'after'; ALTER TABLE kept ADD COLUMN more TEXT;");
  const database = openDatabase(path, { migrations: steps });
  expect(database.statement('SELECT * FROM kept').all()).toEqual([{ word: 'after', more: null }]);
  database.close();
  expect(versionOf(path)).toBe(2);
  const copy = new DatabaseSync(`${path}.before-2`, { readOnly: true });
  expect(copy.prepare('SELECT * FROM kept').all()).toEqual([{ word: 'before' }]);
  copy.close();
  step('0003-third.sql', "UPDATE kept SET word = 'half'; NO SQL AT ALL;");
  expect(() => openDatabase(path, { migrations: steps })).toThrow('syntax');
  expect(versionOf(path)).toBe(2);
  const again = new DatabaseSync(path, { readOnly: true });
  expect(again.prepare('SELECT word FROM kept').all()).toEqual([{ word: 'after' }]);
  again.close();
});

test('two programs that open an old ledger at once migrate it once', async () => {
  const directory = temporary();
  const path = join(directory, 'ledger.sqlite');
  const steps = pathToFileURL(join(directory, 'steps/'));
  mkdirSync(steps);
  const step = (name: string, sql: string) => writeFileSync(new URL(name, steps), sql);
  step('0001-first.sql', 'CREATE TABLE counted (n INTEGER) STRICT;');
  openDatabase(path, { migrations: steps }).close();
  // Long enough that the others come while the first is at it.
  const long = 'WITH RECURSIVE up (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 1000000)';
  step('0002-second.sql', `CREATE TABLE once (n) ; INSERT INTO counted ${long} SELECT max(n) FROM up;`);
  const program = `
    const { openDatabase } = await import(process.argv[1]);
    openDatabase(process.argv[2], { migrations: new URL(process.argv[3]) }).close();`;
  const args = [new URL('./database.ts', import.meta.url).href, path, steps.href];
  const run = promisify(execFile);
  await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', program, ...args])),
  );
  const database = openDatabase(path, { migrations: steps });
  expect(database.statement('SELECT n FROM counted').all()).toEqual([{ n: 1_000_000 }]);
  database.close();
});

test('a ledger that another program migrates between looking and beginning is migrated once', () => {
  const directory = temporary();
  const path = join(directory, 'ledger.sqlite');
  const migrations = pathToFileURL(join(directory, 'steps/'));
  mkdirSync(migrations);
  const step = (name: string, sql: string) => writeFileSync(new URL(name, migrations), sql);
  step('0001-first.sql', 'CREATE TABLE counted (n INTEGER) STRICT;');
  openDatabase(path, { migrations }).close();
  step('0002-second.sql', 'INSERT INTO counted VALUES (1);');
  let other: typeof openDatabase | undefined = openDatabase;
  const onStatement = (sql: string) => {
    if (sql !== 'BEGIN IMMEDIATE') return;
    other?.(path, { migrations }).close();
    other = undefined;
  };
  const database = openDatabase(path, { migrations, onStatement });
  expect(other).toBeUndefined();
  expect(database.statement('SELECT n FROM counted').all()).toEqual([{ n: 1 }]);
  database.close();
});

test('a transaction that throws leaves nothing, and inner ones belong to the outer', () => {
  const database = openDatabase(join(temporary(), 'ledger.sqlite'));
  const write = (key: string) => database.statement('INSERT INTO facts VALUES (?, 1)').run(key);
  const broken = () =>
    database.transaction(() => {
      write('a');
      database.transaction(() => write('b'));
      throw new Error('no');
    });
  expect(broken).toThrow('no');
  database.transaction(() => write('c'));
  expect(database.statement('SELECT key FROM facts').all()).toEqual([{ key: 'c' }]);
  database.close();
});

test('a full disk is an error of its own, a bug stays a bug', () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  expect(asLedgerError(full)).toMatchObject({ code: 'DISK_FULL', retryable: true });
  expect(asLedgerError(Object.assign(new Error('malformed'), { errcode: 11 }))).toMatchObject({
    code: 'LEDGER_CORRUPT',
  });
  const bug = Object.assign(new Error('constraint'), { errcode: 19 });
  expect(asLedgerError(bug)).toBe(bug);
});

test('a statement can be made to fail, and the program to die at one: what was not committed is not there', () => {
  const path = join(temporary(), 'ledger.sqlite');
  const ran: string[] = [];
  let diesAt = '';
  const database = openDatabase(path, {
    onStatement: (sql) => {
      if (diesAt !== '' && (ran.includes('dead') || sql.startsWith(diesAt))) {
        ran.push('dead');
        throw new Error('dead');
      }
      ran.push(sql.split(' ').slice(0, 3).join(' '));
    },
  });
  const write = (key: string) => database.statement('INSERT INTO facts VALUES (?, 1)').run(key);
  ran.length = 0;
  database.transaction(() => write('a'));
  expect(ran).toEqual(['BEGIN IMMEDIATE', 'INSERT INTO facts', 'COMMIT']);
  diesAt = 'COMMIT';
  expect(() => database.transaction(() => write('b'))).toThrow('dead');
  expect(() => write('c')).toThrow('dead');
  database.close();
  const after = openDatabase(path);
  expect(after.statement('SELECT key FROM facts').all()).toEqual([{ key: 'a' }]);
  after.close();
});

test('every migration has a number of its own', () => {
  const numbers = readdirSync(new URL('migrations/', import.meta.url)).map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});
