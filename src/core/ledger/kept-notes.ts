import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from './database.ts';

/**
 * All notes once more, beside the ledger. What else is in a ledger the service can tell when it is lost; what
 * a person noted, nobody can.
 */
const copyName = 'notes.json';

type Cells = Record<string, string | number | null>;

/** Writes the copy anew. A half-written one has another name. */
export function keepNotes({ path, statement }: Pick<Database, 'path' | 'statement'>): void {
  const target = join(dirname(path), copyName);
  const draft = `${target}.${process.pid}.new`;
  const notes = statement('SELECT * FROM notes ORDER BY profile_id, id').all();
  if (notes.length === 0 && !existsSync(target)) return;
  const file = openSync(draft, 'w', 0o600);
  try {
    // All of it, or an error: the copy it takes the place of is a good one.
    writeFileSync(file, `${JSON.stringify({ notes })}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, target);
}

/**
 * Takes notes of the copy into a ledger that does not have them. Where each stands is looked up anew; the
 * uploads that made their documents had numbers of the ledger that is lost.
 */
export function restoreNotes({ statement }: Pick<Database, 'statement'>, directory: string): void {
  const columns = statement('SELECT name FROM pragma_table_info(?)')
    .all('notes')
    .map(({ name }) => name as string);
  const insert = statement(
    `INSERT OR IGNORE INTO notes (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const anew = { upload_id: null, successor: null, state: 'waiting', reason: 'unread' };
  for (const note of readCopy(directory)) {
    const row: Cells = { ...note, ...anew };
    try {
      insert.run(...columns.map((column) => row[column] ?? null));
    } catch {
      // A line that somebody changed by hand is none of ours; the others are.
    }
  }
}

function readCopy(directory: string): readonly Cells[] {
  try {
    const { notes } = JSON.parse(readFileSync(join(directory, copyName), 'utf8')) as { notes?: unknown };
    return Array.isArray(notes) ? notes.filter((note) => typeof note === 'object' && note !== null) : [];
  } catch {
    return [];
  }
}
