import type { Note, NoteFormat } from '#shared/bridge/notes.ts';
import { noteTexts } from '#shared/cite/notes-text.ts';
import { noteColumns } from '#shared/export/note-columns.ts';
import { type Exported, writeExport, writeText } from '../export/write-export.ts';

/** Rows written in one turn of the event loop. */
const page = 500;

/** Writes notes to a file, in a format that another program takes. */
export async function exportNotes(
  path: string,
  notes: readonly Note[],
  format: NoteFormat,
): Promise<Exported> {
  if (format === 'csv') {
    const read = (offset: number) => notes.slice(offset, offset + page);
    return writeExport(path, { columns: noteColumns, format, read });
  }
  return { path, bytes: await writeText(path, [noteTexts[format](notes)]), count: notes.length };
}
