import type { DatabaseSync } from 'node:sqlite';
import type { User } from './users.ts';

/** A piece of an indexed document's text. */
export interface Chunk {
  /** From 1. */
  cnum: number;
  text: string;
  /** −1…1 */
  sentiment: number;
}

/** A chunk that met a search. */
export interface ChunkHit extends Chunk {
  document_id: string;
  /** Greater is better. */
  relevance: number;
}

export interface ChunkStore {
  replace(documentId: string, chunks: readonly Chunk[]): void;
  /** The best chunks among what the user may read, best first; an expression FTS5 cannot read finds nothing. */
  search(words: string, user: User, limit: number): ChunkHit[];
}

export function createChunkStore(database: DatabaseSync): ChunkStore {
  const clear = database.prepare('DELETE FROM chunks WHERE document_id = ?');
  const insert = database.prepare(
    'INSERT INTO chunks (document_id, cnum, text, sentiment) VALUES (?, ?, ?, ?)',
  );
  const select = database.prepare(
    `SELECT document_id, cnum, chunks.text AS text, sentiment, -bm25(chunk_words) AS relevance
     FROM chunk_words JOIN chunks ON chunks.id = chunk_words.rowid JOIN documents ON documents.id = document_id
     WHERE chunk_words MATCH ? AND deleted_at IS NULL AND (user_id = ? OR (org_id = ? AND shared = 1))
     ORDER BY relevance DESC LIMIT ?`,
  );
  return {
    replace(documentId, chunks) {
      clear.run(documentId);
      if (chunks.length === 0) return;
      database.exec('BEGIN');
      for (const chunk of chunks) insert.run(documentId, chunk.cnum, chunk.text, chunk.sentiment);
      database.exec('COMMIT');
    },
    search(words, user, limit) {
      const terms = words.match(/[\p{L}\p{N}]+/gu) ?? [];
      if (terms.length === 0) return [];
      const expression = terms.map((term) => `"${term}"`).join(' OR ');
      return select.all(expression, user.userId, user.orgId, limit) as unknown as ChunkHit[];
    },
  };
}
