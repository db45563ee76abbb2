import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { takeKeptNotes } from './kept-notes.ts';
import type { NoteRow } from './note-row.ts';
import { createNotes } from './notes.ts';
import { openLedger } from './open-ledger.ts';

const now = Date.UTC(2026, 0, 2);
/** Where no copy is damaged. */
const unsaid = () => expect.unreachable('nothing is set aside');
const id = '11111111-1111-4111-8111-111111111111';

function noteWith(changes: Partial<NoteRow> = {}): NoteRow {
  return {
    id,
    contentId: '0123456789ABCDEF0123456789ABCDEF',
    uploadId: null,
    successor: null,
    color: 'yellow',
    body: 'Mine.',
    tags: ['a'],
    author: null,
    createdAt: 1_000,
    changedAt: 1_000,
    quote: 'Revenue rose by 5%.',
    prefix: '',
    suffix: '',
    position: null,
    place: null,
    page: null,
    section: null,
    document: { title: null, fileName: 'report.txt', sha256: null, publishedAt: null },
    state: 'exact',
    reason: null,
    since: 1_000,
    ...changes,
  };
}

function folder() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-notes-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'ledger.sqlite');
  const copy = join(directory, 'notes.json');
  return {
    directory,
    copy,
    open(onStatement?: (sql: string) => void): Database {
      const database = openDatabase(path, { onStatement });
      onTestFinished(() => database.close());
      return database;
    },
    copied: () => JSON.parse(readFileSync(copy, 'utf8')).notes.map(({ body }: { body: string }) => body),
    aside: () => readdirSync(directory).filter((name) => name.startsWith('notes.json.damaged-')),
  };
}

test('while one process writes the copy, no other adds a note that the copy would lack', () => {
  const { open, copied } = folder();
  let atRead = () => {};
  const one = open((sql) => {
    if (sql.startsWith('SELECT * FROM notes')) atRead();
  });
  const other = open();
  other.exec('PRAGMA busy_timeout = 0');
  const mine = createNotes(one);
  const theirs = createNotes(other);
  mine.add('p', noteWith());
  const add = () => theirs.add('p', noteWith({ id: id.replaceAll('1', '2'), body: 'Theirs.' }));
  atRead = () => expect(add).toThrow(/locked/);
  mine.keep(now, unsaid);
  expect(copied()).toEqual(['Mine.']);
  add();
  theirs.keep(now, unsaid);
  expect(copied()).toEqual(['Mine.', 'Theirs.']);
});

test('an older ledger that was put back takes in what the copy has newer, and keeps what it has newer', () => {
  const before = folder();
  const notes = createNotes(before.open());
  const two = id.replaceAll('1', '2');
  for (const one of [id, two]) notes.add('p', noteWith({ id: one }));
  notes.keep(now, unsaid);
  notes.edit('p', id, { body: 'Newer.', changedAt: 2_000 });
  notes.add('p', noteWith({ id: id.replaceAll('1', '3'), body: 'Added since.' }));
  notes.keep(now, unsaid);

  const after = folder();
  const older = createNotes(after.open());
  older.add('p', noteWith());
  older.add('p', noteWith({ id: two, body: 'Newer here.', changedAt: 3_000 }));
  writeFileSync(after.copy, readFileSync(before.copy));
  // Whatever writes first: it never overwrites what it has not read.
  older.keep(now, unsaid);
  const bodies = older.list('p', {}).map(({ body }) => body);
  expect(bodies.sort()).toEqual(['Added since.', 'Newer here.', 'Newer.']);
  expect(after.copied().sort()).toEqual(bodies);
});

test('a removed note does not come back from the copy of the same ledger', () => {
  const { open, directory } = folder();
  const database = open();
  const notes = createNotes(database);
  notes.add('p', noteWith());
  notes.keep(now, unsaid);
  notes.remove('p', [id]);
  expect(takeKeptNotes(database, directory)).toBe(true);
  expect(notes.list('p', {})).toEqual([]);
});

test.each([
  ['is cut off', (text: string) => text.slice(0, -20), 0],
  ['is nothing of ours', () => 'x', 0],
  [
    'has a line that somebody changed',
    (text: string) => text.replace('"notes":[', '"notes":[{"id":"x","tags":"["},'),
    1,
  ],
])('a copy that %s is set aside, and said', (_what, damage, taken) => {
  const first = folder();
  const notes = createNotes(first.open());
  notes.add('p', noteWith());
  notes.keep(now, unsaid);
  const damaged = damage(readFileSync(first.copy, 'utf8'));

  const opening = folder();
  writeFileSync(opening.copy, damaged);
  const opened = openLedger(opening.directory, { now, profiles: ['p'] });
  const aside = 'notes.json.damaged-2026-01-02T00-00-00.000Z';
  expect(opened.damagedNotes).toBe(join(opening.directory, aside));
  expect(createNotes(opened.database).list('p', {})).toHaveLength(taken);
  opened.identity.close();
  opened.database.close();
  expect(readFileSync(join(opening.directory, aside), 'utf8')).toBe(damaged);

  const writing = folder();
  writeFileSync(writing.copy, damaged);
  const others = createNotes(writing.open());
  others.add('p', noteWith({ id: id.replaceAll('1', '4') }));
  const said: string[] = [];
  others.keep(now, (path) => said.push(path));
  expect(said).toEqual([join(writing.directory, aside)]);
  expect(writing.aside()).toEqual([aside]);
  expect(writing.copied()).toHaveLength(taken + 1);
});

describe('a damaged copy, where the new one', () => {
  const damaged = '{"notes":[';

  test('cannot be written, stays where it is until it can', () => {
    const { directory, copy, open, copied, aside } = folder();
    writeFileSync(copy, damaged);
    const notes = createNotes(open());
    notes.add('p', noteWith());
    const said: string[] = [];
    const keep = () => notes.keep(now, (path) => said.push(path));
    // As on a full disk: nothing new can be written beside it.
    mkdirSync(`${copy}.new`);
    expect(keep).toThrow(/EISDIR|EACCES|EPERM/);
    expect(readFileSync(copy, 'utf8')).toBe(damaged);
    expect(said).toEqual([]);
    rmSync(`${copy}.new`, { recursive: true });
    keep();
    expect(copied()).toEqual(['Mine.']);
    expect(said).toEqual(aside().map((name) => join(directory, name)));
    expect(said).toHaveLength(1);
  });

  test('is written and the ledger fails after it, is said all the same', () => {
    const { copy, open, aside } = folder();
    writeFileSync(copy, damaged);
    let isFull = false;
    const database = open((sql) => {
      if (isFull && sql === 'COMMIT') throw new Error('the disk is full');
    });
    const notes = createNotes(database);
    notes.add('p', noteWith());
    isFull = true;
    const said: string[] = [];
    expect(() => notes.keep(now, (path) => said.push(path))).toThrow('full');
    expect(aside()).toHaveLength(1);
    expect(said).toHaveLength(1);
  });

  test('cannot be written at a start, is left to the next time it is written', () => {
    const { directory, copy, aside } = folder();
    writeFileSync(copy, damaged);
    mkdirSync(`${copy}.new`);
    const opened = openLedger(directory, { now, profiles: ['p'] });
    onTestFinished(() => {
      opened.identity.close();
      opened.database.close();
    });
    expect(opened.damagedNotes).toBeNull();
    expect(readFileSync(copy, 'utf8')).toBe(damaged);
    rmSync(`${copy}.new`, { recursive: true });
    const said: string[] = [];
    createNotes(opened.database).keep(now, (path) => said.push(path));
    expect(said).toEqual(aside().map((name) => join(directory, name)));
    expect(said).toHaveLength(1);
  });
});

test('what a person says of a note is later than what it was before, and is not said of one that is gone', () => {
  const notes = createNotes(folder().open());
  notes.add('p', noteWith({ changedAt: 5_000 }));
  expect(notes.edit('p', id, { body: 'Back then.', changedAt: 1 })).toMatchObject({
    body: 'Back then.',
    changedAt: 5_001,
  });
  notes.remove('p', [id]);
  expect(notes.edit('p', id, { body: 'Too late.', changedAt: 9_000 })).toBeUndefined();
});
