import type { DocumentStatus } from '#shared/bridge/documents.ts';
import type { NoteFilter, NoteState } from '#shared/bridge/notes.ts';
import type { Database } from './database.ts';
import { nameKeyOf } from './document-row.ts';
import { keepNotes } from './kept-notes.ts';
import { type NotePatch, type NoteRow, noteColumns, toNoteRow } from './note-row.ts';

/** Notes of one document that were last looked for in the same place, and what is known of the document. */
export interface NotedDocument {
  readonly contentId: string;
  readonly uploadId: number | null;
  readonly sha256: string | null;
  readonly successor: string | null;
  /** Undefined where the ledger has no such document. */
  readonly status: DocumentStatus | undefined;
  readonly isDeleted: boolean;
}

/** A note as the caller knows it, and what is to change of it. */
export interface NoteChange {
  readonly note: NoteRow;
  readonly patch: NotePatch;
}

/** Orphans whose document may come back. */
const lost = `(state = 'orphan' AND reason IN ('deleted', 'gone', 'unknown'))`;

/** Passages that a person marked, and what they noted about them. Only `remove` takes one away. */
export function createNotes(database: Database) {
  const { statement } = database;

  function where(profileId: string, filter: NoteFilter, states: readonly NoteState[] | undefined) {
    const parts = ['profile_id = ?'];
    const values: string[] = [profileId];
    const add = (sql: string, ...added: string[]) => {
      parts.push(sql);
      values.push(...added);
    };
    const { contentId, colors, tag } = filter;
    if (contentId !== undefined)
      add(`(content_id = ? OR (state = 'orphan' AND successor = ?))`, contentId, contentId);
    if (states !== undefined) add('state IN (SELECT value FROM json_each(?))', JSON.stringify(states));
    if (colors !== undefined) add('color IN (SELECT value FROM json_each(?))', JSON.stringify(colors));
    if (tag !== undefined) add('EXISTS (SELECT 1 FROM json_each(notes.tags) WHERE value = ?)', tag);
    return { sql: parts.join(' AND '), values };
  }

  function find(profileId: string, filter: NoteFilter, states: NoteFilter['states']): NoteRow[] {
    const { sql, values } = where(profileId, filter, states);
    const order =
      filter.contentId === undefined
        ? 'changed_at DESC, id'
        : `state = 'orphan', position IS NULL, position, created_at, id`;
    const rows = statement(`SELECT * FROM notes WHERE ${sql} ORDER BY ${order}`)
      .all(...values)
      .map(toNoteRow);
    const search = nameKeyOf(filter.search?.trim() ?? '');
    return search === '' ? rows : rows.filter((row) => wordsOf(row).includes(search));
  }

  function get(profileId: string, id: string): NoteRow | undefined {
    const row = statement('SELECT * FROM notes WHERE profile_id = ? AND id = ?').get(profileId, id);
    return row === undefined ? undefined : toNoteRow(row);
  }

  function changeOne(profileId: string, { note, patch }: NoteChange): boolean {
    const columns = noteColumns(patch);
    const { changes } = statement(
      `UPDATE notes SET ${columns.map(([name]) => `${name} = ?`).join(', ')}
         WHERE profile_id = ? AND id = ? AND content_id = ? AND state = ? AND changed_at = ?`,
    ).run(
      ...columns.map(([, cell]) => cell),
      profileId,
      note.id,
      note.contentId,
      note.state,
      Math.round(note.changedAt),
    );
    return Number(changes) > 0;
  }

  return {
    get,

    list(profileId: string, filter: NoteFilter): NoteRow[] {
      return find(profileId, filter, filter.states);
    },

    /** By state, whatever states the filter says. */
    counts(profileId: string, filter: NoteFilter): Record<NoteState, number> {
      const counts = { exact: 0, approximate: 0, waiting: 0, orphan: 0 };
      if (filter.search?.trim()) {
        for (const { state } of find(profileId, filter, undefined)) counts[state] += 1;
        return counts;
      }
      const { sql, values } = where(profileId, filter, undefined);
      const rows = statement(`SELECT state, count(*) AS n FROM notes WHERE ${sql} GROUP BY state`).all(
        ...values,
      ) as unknown as { state: NoteState; n: number }[];
      for (const { state, n } of rows) counts[state] = n;
      return counts;
    },

    /** False where one with this id is there. */
    add(profileId: string, note: NoteRow): boolean {
      const columns = [['profile_id', profileId] as const, ...noteColumns(note)];
      const { changes } = statement(
        `INSERT OR IGNORE INTO notes (${columns.map(([name]) => name).join(', ')})
           VALUES (${columns.map(() => '?').join(', ')})`,
      ).run(...columns.map(([, cell]) => cell));
      return Number(changes) > 0;
    },

    /** Changes notes that are still in the document and the state that the caller believes in; how many. */
    change(profileId: string, changes: readonly NoteChange[]): number {
      return database.transaction(() => changes.filter((one) => changeOne(profileId, one)).length);
    },

    /**
     * What a person says of a note, over whatever became of it meanwhile; undefined where it is gone. It is
     * later than what it was before, also where the clock was put back.
     */
    edit(profileId: string, id: string, patch: NotePatch): NoteRow | undefined {
      const { changedAt = 0, ...rest } = patch;
      const columns = noteColumns(rest);
      const set = columns.map(([name]) => `${name} = ?, `).join('');
      const row = statement(
        `UPDATE notes SET ${set}changed_at = max(?, changed_at + 1)
           WHERE profile_id = ? AND id = ? RETURNING *`,
      ).get(...columns.map(([, cell]) => cell), Math.round(changedAt), profileId, id);
      return row === undefined ? undefined : toNoteRow(row);
    },

    /** The documents they were of. */
    remove(profileId: string, ids: readonly string[]): { count: number; contentIds: string[] } {
      const rows = statement(
        `DELETE FROM notes WHERE profile_id = ? AND id IN (SELECT value FROM json_each(?))
           RETURNING content_id AS contentId`,
      ).all(profileId, JSON.stringify(ids)) as unknown as { contentId: string }[];
      return { count: rows.length, contentIds: [...new Set(rows.map(({ contentId }) => contentId))] };
    },

    /** Documents with notes, and whether they are still there. */
    documents(profileId: string): NotedDocument[] {
      return statement(
        `SELECT content_id, upload_id, sha256, successor,
             (SELECT status FROM documents WHERE documents.profile_id = notes.profile_id
              AND documents.content_id = notes.content_id) AS status,
             EXISTS (SELECT 1 FROM deleted_documents WHERE deleted_documents.profile_id = notes.profile_id
              AND deleted_documents.content_id = notes.content_id) AS deleted
           FROM notes WHERE profile_id = ? GROUP BY content_id, upload_id, sha256, successor`,
      )
        .all(profileId)
        .map((row) => ({
          contentId: row.content_id as string,
          uploadId: row.upload_id as number | null,
          sha256: row.sha256 as string | null,
          successor: row.successor as string | null,
          status: (row.status ?? undefined) as DocumentStatus | undefined,
          isDeleted: row.deleted === 1,
        }));
    },

    /** Notes of such a document: those that stand somewhere, wait, lost their document, or all. */
    ofDocument(
      profileId: string,
      { contentId, uploadId, sha256, successor }: NotedDocument,
      which: 'placed' | 'waiting' | 'lost' | 'all',
    ): NoteRow[] {
      const state = {
        placed: `state IN ('exact', 'approximate')`,
        waiting: `state = 'waiting'`,
        lost,
        all: 'TRUE',
      }[which];
      return statement(
        `SELECT * FROM notes WHERE profile_id = ? AND content_id = ? AND upload_id IS ? AND sha256 IS ?
           AND successor IS ? AND ${state}`,
      )
        .all(profileId, contentId, uploadId, sha256, successor)
        .map(toNoteRow);
    },

    /** Writes them down beside the ledger, where its loss leaves them; says where a damaged copy went. */
    keep(now: number, onSetAside: (path: string) => void): void {
      keepNotes(database, now, onSetAside);
    },

    /** Many changes as one: all of them, or none. */
    together<T>(work: () => T): T {
      return database.transaction(work);
    },

    /** The upload that has the claim of these bytes. */
    uploadOf(profileId: string, sha256: string): number | null {
      const row = statement('SELECT upload_id FROM claims WHERE profile_id = ? AND sha256 = ?').get(
        profileId,
        sha256,
      );
      return (row?.upload_id ?? null) as number | null;
    },
  };
}

function wordsOf({ quote, body, tags, document }: NoteRow): string {
  return nameKeyOf([quote, body, ...tags, document.title, document.fileName].join('\n'));
}

export type Notes = ReturnType<typeof createNotes>;
