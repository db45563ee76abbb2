import type { DatabaseSync } from 'node:sqlite';
import type { Detection, TextLocation } from './chunks.ts';
import type { User } from './users.ts';

/** A chunk that met a search, with what is known of its document. */
export interface FoundChunk {
  chunkId: number;
  documentId: string;
  cnum: number;
  text: string;
  sentiment: number;
  /** 0…1, greater is better; 0 where no text was searched for. */
  relevance: number;
  detections: Detection[];
  locations: TextLocation[];
  section: string | null;
  speaker: string | null;
  headline: string;
  /** Milliseconds since 1970: published, else created. */
  timestamp: number;
  origin: string;
  documentType: string;
  authors: string[];
  titleEntities: string[];
}

const columns = `chunks.id AS chunk_id, chunks.document_id, cnum, chunks.text AS text,
  chunks.sentiment AS sentiment,
  coalesce(detections, '[]') AS detections, coalesce(locations, '[]') AS locations, section, speaker,
  coalesce(title, file_name) AS headline, coalesce(published_at, created_at) AS timestamp, origin,
  coalesce(document_type, 'GENERIC_REPORT') AS document_type, coalesce(authors, '[]') AS authors,
  coalesce(title_entities, '[]') AS title_entities`;
const joined = `JOIN documents ON documents.id = chunks.document_id
  LEFT JOIN chunk_notes ON chunk_notes.chunk_id = chunks.id
  LEFT JOIN document_notes ON document_notes.document_id = chunks.document_id`;
/** The owner's documents, and those shared with the organization. */
const readable = 'deleted_at IS NULL AND (user_id = ? OR (org_id = ? AND shared = 1))';

/**
 * The chunks a user may read that hold any of the words, the best first; without words all of them, the
 * newest document first.
 */
export function findChunks(
  database: DatabaseSync,
  words: readonly string[],
  user: User,
  most: number,
): FoundChunk[] {
  const values = [user.userId, user.orgId, most];
  const rows =
    words.length === 0
      ? database
          .prepare(
            `SELECT ${columns}, 0 AS score FROM chunks ${joined} WHERE ${readable}
             ORDER BY timestamp DESC, chunks.document_id, cnum LIMIT ?`,
          )
          .all(...values)
      : database
          .prepare(
            `SELECT ${columns}, -bm25(chunk_words) AS score FROM chunk_words
             JOIN chunks ON chunks.id = chunk_words.rowid ${joined}
             WHERE chunk_words MATCH ? AND ${readable} ORDER BY score DESC, chunks.id LIMIT ?`,
          )
          .all(words.map((word) => `"${word}"`).join(' OR '), ...values);
  return rows.map(fromRow);
}

/** Ids of the documents that name any of the entities. */
export function documentsNaming(database: DatabaseSync, entityIds: readonly string[]): Set<string> {
  const rows = database
    .prepare('SELECT DISTINCT document_id FROM mentions WHERE entity_id IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(entityIds));
  return new Set(rows.map((row) => String(row.document_id)));
}

function fromRow(row: Record<string, unknown>): FoundChunk {
  const score = Math.max(Number(row.score), 0);
  return {
    chunkId: Number(row.chunk_id),
    documentId: String(row.document_id),
    cnum: Number(row.cnum),
    text: String(row.text),
    sentiment: Number(row.sentiment),
    // FTS5 scores have no upper end.
    relevance: Math.round((score / (1 + score)) * 1e6) / 1e6,
    detections: JSON.parse(String(row.detections)),
    locations: JSON.parse(String(row.locations)),
    section: row.section as string | null,
    speaker: row.speaker as string | null,
    headline: String(row.headline),
    timestamp: Number(row.timestamp),
    origin: String(row.origin),
    documentType: String(row.document_type),
    authors: JSON.parse(String(row.authors)),
    titleEntities: JSON.parse(String(row.title_entities)),
  };
}
