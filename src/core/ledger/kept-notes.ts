import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noteSchema } from '#shared/bridge/notes.ts';
import { writeNewFile } from '../data-folder/sync.ts';
import type { Database } from './database.ts';
import { createFacts } from './facts.ts';
import { toNoteRow } from './note-row.ts';

/**
 * All notes once more, beside the ledger. What else is in a ledger the service can tell when it is lost; what
 * a person noted, nobody can.
 */
const copyName = 'notes.json';
/** The fact that names the copy of which the ledger has all: the last it wrote, or took in. */
const copyKey = 'notes:copy';
const nameOfCopy = /^\{"copy":"([0-9a-f-]{36})"/;

type Cells = Record<string, string | number | null>;

/**
 * Writes the copy anew. Whoever writes it holds the ledger's one lock for writers from before the notes are
 * read until the copy is there, so of two processes the later has all that the earlier had. One that is not
 * of this ledger, as beside an older one that was put back, is taken in first.
 *
 * @param onSetAside told where a damaged copy went, once it is there: whatever fails after that, it is said
 */
export function keepNotes(database: Database, now: number, onSetAside: (path: string) => void): void {
  const target = join(dirname(database.path), copyName);
  const { statement } = database;
  database.transaction(() => {
    const isWhole = takeKeptNotes(database, dirname(database.path));
    const notes = statement('SELECT * FROM notes ORDER BY profile_id, id').all();
    if (notes.length === 0 && headOf(target) === undefined) return;
    const copy = randomUUID();
    // Nobody else writes meanwhile; what a killed process left under this name is no copy.
    const draft = `${target}.new`;
    // All of it, or an error: the copy it takes the place of is a good one.
    writeNewFile(draft, `${JSON.stringify({ copy, notes })}\n`, true);
    // Only now: a disk that is full leaves the damaged one where the next start reads what it can of it.
    if (!isWhole) onSetAside(setAside(target, now));
    renameSync(draft, target);
    createFacts(database).set(copyKey, copy);
  });
}

/**
 * Takes what the ledger lacks, or has in an older form, from a copy that is not the one it last wrote. Where
 * each stands is looked up anew; the uploads that made their documents had numbers of another ledger. A note
 * that was removed after an older ledger was written comes back: that costs a click, and a lost one cannot be
 * brought back by anybody.
 *
 * @returns false where it could not be read whole
 */
export function takeKeptNotes(database: Database, directory: string): boolean {
  const path = join(directory, copyName);
  const head = headOf(path);
  if (head === undefined) return true;
  const copy = nameOfCopy.exec(head)?.[1];
  const facts = createFacts(database);
  if (copy !== undefined && facts.get(copyKey) === copy) return true;
  const notes = readCopy(path);
  const isWhole = takeRows(database, notes ?? []) && notes !== undefined;
  if (copy !== undefined && isWhole) facts.set(copyKey, copy);
  return isWhole;
}

/** False where a row is none of ours, as one that somebody changed by hand; the others are taken. */
function takeRows({ statement }: Database, notes: readonly unknown[]): boolean {
  const columns = statement('SELECT name FROM pragma_table_info(?)')
    .all('notes')
    .map(({ name }) => name as string);
  const others = columns.filter((name) => name !== 'profile_id' && name !== 'id');
  const anothers = others.map((name) => `${name} = excluded.${name}`);
  const take = statement(
    `INSERT INTO notes (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
       ON CONFLICT (profile_id, id) DO UPDATE SET ${anothers.join(', ')}
       WHERE excluded.changed_at > notes.changed_at`,
  );
  const anew = { upload_id: null, successor: null, state: 'waiting', reason: 'unread' };
  let areAll = true;
  for (const note of notes) {
    const row = rowOf({ ...(note as Cells), ...anew });
    if (row === undefined) areAll = false;
    else take.run(...columns.map((column) => row[column] ?? null));
  }
  return areAll;
}

function rowOf(cells: Cells): Cells | undefined {
  try {
    const isNote = noteSchema.safeParse(toNoteRow(cells)).success;
    const numbers = [cells.created_at, cells.changed_at, cells.since, cells.published_at ?? 0];
    return isNote && typeof cells.profile_id === 'string' && numbers.every(Number.isSafeInteger)
      ? cells
      : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for what is no copy of notes. */
function readCopy(path: string): readonly unknown[] | undefined {
  try {
    const { notes } = JSON.parse(readFileSync(path, 'utf8')) as { notes?: unknown };
    return Array.isArray(notes) ? notes : undefined;
  } catch {
    return undefined;
  }
}

/** How a file begins; undefined where there is none, and empty where it cannot be read. */
function headOf(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(64);
      return head.subarray(0, readSync(file, head)).toString('utf8');
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/** Where it is now. Nothing but a person removes it. */
function setAside(path: string, now: number): string {
  const target = `${path}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}`;
  renameSync(path, target);
  return target;
}
