import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-ledger-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Tables that a statement makes for itself, without those of its triggers. */
function tablesMadeBy({ statement }: Database, sql: string): unknown[] {
  const steps = statement(`EXPLAIN ${sql}`).all() as { addr: number; opcode: string }[];
  const ofTriggers = steps.findIndex(({ addr }, index) => index > 0 && addr === 0);
  const own = ofTriggers < 0 ? steps : steps.slice(0, ofTriggers);
  return own.filter(({ opcode }) => opcode === 'OpenEphemeral');
}

function addUpload({ statement }: Database): void {
  statement(
    `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, options,
       created_at, updated_at) VALUES ('P', '/f', 'f', 1, '1', 'queued', 0, 0, '{}', 1, 1)`,
  ).run();
}

const document = (status: string) =>
  `INSERT INTO documents (profile_id, content_id, file_name, name_key, source, status, uploaded_at,
     changed_at) VALUES ('P', 'c', 'f', 'f', 's', '${status}', 1, 1)`;

const localFile = (disposition: string) =>
  `INSERT INTO local_files (folder_id, directory, name, name_key, device, inode, size, mtime_ns, disposition,
     first_seen_at, changed_at) VALUES ('F', '', 'f', 'f', '1', '1', 1, '1', '${disposition}', 1, 1)`;

test('no list of words is made a table of while a row is written', () => {
  const database = openDatabase(join(folder(), 'ledger.sqlite'));
  onTestFinished(() => database.close());
  for (const sql of [
    "UPDATE uploads SET state = 'enriching', paused = 0, folder_id = NULL, code = NULL WHERE id = 1",
    document('waiting'),
    localFile('settling'),
  ])
    expect([sql, tablesMadeBy(database, sql)]).toEqual([sql, []]);
});

test('no trigger compares with a list of words', () => {
  const database = openDatabase(join(folder(), 'ledger.sqlite'));
  onTestFinished(() => database.close());
  const triggers = database.statement(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all();
  expect(triggers.length).toBeGreaterThan(10);
  expect(triggers.filter(({ sql }) => / IN \('/.test(String(sql))).map(({ name }) => name)).toEqual([]);
});

test('no row has a word that its list lacks', () => {
  const database = openDatabase(join(folder(), 'ledger.sqlite'));
  onTestFinished(() => database.close());
  addUpload(database);
  for (const sql of ["UPDATE uploads SET state = 'lost'", document('lost'), localFile('lost')])
    expect(() => database.statement(sql).run()).toThrow('CHECK constraint failed');
  // What a file says of how it is to be read is not to be changed by anything that is read.
  expect(() => database.exec("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ''")).toThrow(
    'may not be modified',
  );
});
