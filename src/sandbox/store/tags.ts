import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** A tag of an organization; times are sandbox milliseconds since 1970. */
export interface TagRow {
  id: string;
  name: string;
  created_at: number;
  updated_at: number;
  file_count: number;
}

export interface TagStore {
  /** The tag of that name, made where there is none yet. */
  ensure(orgId: string, name: string, now: number): TagRow;
  byName(orgId: string, name: string): TagRow | undefined;
  list(orgId: string, prefix: string): TagRow[];
  /** Those of the ids that name no tag of the organization. */
  unknown(orgId: string, ids: readonly string[]): string[];
  /** Replaces the whole set of a document. */
  setOfDocument(documentId: string, tagIds: readonly string[]): void;
  ofDocument(documentId: string): { id: string; name: string }[];
}

export function createTagStore(database: DatabaseSync): TagStore {
  const columns = `id, name, created_at, updated_at,
    (SELECT count(*) FROM document_tags JOIN documents ON documents.id = document_id
     WHERE tag_id = tags.id AND deleted_at IS NULL) AS file_count`;
  const insert = database.prepare(
    'INSERT INTO tags (id, org_id, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  );
  const selectByName = database.prepare(`SELECT ${columns} FROM tags WHERE org_id = ? AND name = ?`);
  // substr instead of LIKE: a prefix may hold % and _, and case matters.
  const selectByPrefix = database.prepare(
    `SELECT ${columns} FROM tags WHERE org_id = ? AND substr(name, 1, length(?)) = ? ORDER BY name`,
  );
  const selectKnown = database.prepare('SELECT 1 FROM tags WHERE org_id = ? AND id = ?');
  const clear = database.prepare('DELETE FROM document_tags WHERE document_id = ?');
  const attach = database.prepare('INSERT OR IGNORE INTO document_tags (document_id, tag_id) VALUES (?, ?)');
  const selectOfDocument = database.prepare(
    'SELECT id, name FROM document_tags JOIN tags ON tags.id = tag_id WHERE document_id = ? ORDER BY name',
  );
  const byName = (orgId: string, name: string) =>
    selectByName.get(orgId, name) as unknown as TagRow | undefined;
  return {
    byName,
    ensure(orgId, name, now) {
      const known = byName(orgId, name);
      if (known !== undefined) return known;
      const at = Math.round(now);
      const id = randomUUID();
      insert.run(id, orgId, name, at, at);
      return { id, name, created_at: at, updated_at: at, file_count: 0 };
    },
    list: (orgId, prefix) => selectByPrefix.all(orgId, prefix, prefix) as unknown as TagRow[],
    unknown: (orgId, ids) => ids.filter((id) => selectKnown.get(orgId, id) === undefined),
    setOfDocument(documentId, tagIds) {
      clear.run(documentId);
      for (const id of tagIds) attach.run(documentId, id);
    },
    ofDocument: (documentId) =>
      selectOfDocument.all(documentId).map((row) => ({ id: row.id as string, name: row.name as string })),
  };
}
