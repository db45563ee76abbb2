import type { DatabaseSync } from 'node:sqlite';
import type { User } from './users.ts';

/**
 * The people named in the indexed documents a user may read: the annotator knows some by the office that
 * follows their name, whom no list could hold.
 */
export function peopleInDocuments(database: DatabaseSync, user: User): { id: string; name: string }[] {
  const rows = database
    .prepare(
      `SELECT DISTINCT found.value ->> 'id' AS id, found.value ->> 'name' AS name
       FROM chunk_notes JOIN chunks ON chunks.id = chunk_id
       JOIN documents ON documents.id = chunks.document_id,
         json_each(detections) AS found
       WHERE found.value ->> 'entity_type' = 'PEOP'
         AND deleted_at IS NULL AND (user_id = ? OR (org_id = ? AND shared = 1))`,
    )
    .all(user.userId, user.orgId);
  return rows.map((row) => ({ id: String(row.id), name: String(row.name) }));
}
