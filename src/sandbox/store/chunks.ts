import type { DatabaseSync } from 'node:sqlite';

/** An entity named in a chunk; offsets count in the chunk's text. */
export interface Detection {
  id: string;
  name: string;
  /** The annotated document's entity type, such as `COMP`. */
  entity_type: string;
  start: number;
  end: number;
}

/** Where a sentence of a chunk stands in the annotated document; both count from 1. */
export interface TextLocation {
  paragraph_num: number;
  sentence_num: number;
}

/** A piece of an indexed document's text. */
export interface Chunk {
  /** From 1. */
  cnum: number;
  text: string;
  /** −1…1 */
  sentiment: number;
  detections: Detection[];
  locations: TextLocation[];
  /** In a transcript: `MANAGEMENT-DISCUSSION` or `QUESTION-ANSWER`, and who speaks. */
  section: string | null;
  speaker: string | null;
}

/** What a search knows of a document beside its chunks. */
export interface DocumentNotes {
  /** As the annotated document has it, such as `SEC_10_K`. */
  documentType: string;
  authors: string[];
  pages: number;
  /** Ids of the entities its title names. */
  titleEntities: string[];
}

export interface ChunkStore {
  /** Replaces what a search finds of a document; an empty list takes it out of the index. */
  replace(documentId: string, chunks: readonly Chunk[], notes?: DocumentNotes): void;
}

export function createChunkStore(database: DatabaseSync): ChunkStore {
  const clear = database.prepare('DELETE FROM chunks WHERE document_id = ?');
  const clearNotes = database.prepare('DELETE FROM document_notes WHERE document_id = ?');
  const insert = database.prepare(
    'INSERT INTO chunks (document_id, cnum, text, sentiment) VALUES (?, ?, ?, ?)',
  );
  const insertNotes = database.prepare(
    'INSERT INTO chunk_notes (chunk_id, detections, locations, section, speaker) VALUES (?, ?, ?, ?, ?)',
  );
  const insertMention = database.prepare(
    'INSERT OR IGNORE INTO mentions (entity_id, document_id, chunk_id) VALUES (?, ?, ?)',
  );
  const insertDocument = database.prepare(
    'INSERT INTO document_notes (document_id, document_type, authors, title_entities) VALUES (?, ?, ?, ?)',
  );
  const add = (documentId: string, chunk: Chunk) => {
    const { cnum, text, sentiment, detections, locations, section, speaker } = chunk;
    const { lastInsertRowid: id } = insert.run(documentId, cnum, text, sentiment);
    insertNotes.run(id, JSON.stringify(detections), JSON.stringify(locations), section, speaker);
    for (const detection of detections) insertMention.run(detection.id, documentId, id);
  };
  return {
    replace(documentId, chunks, notes) {
      clear.run(documentId);
      clearNotes.run(documentId);
      if (chunks.length === 0) return;
      database.exec('BEGIN');
      for (const chunk of chunks) add(documentId, chunk);
      if (notes !== undefined) {
        const { documentType, authors, titleEntities } = notes;
        insertDocument.run(documentId, documentType, JSON.stringify(authors), JSON.stringify(titleEntities));
      }
      database.exec('COMMIT');
    },
  };
}
