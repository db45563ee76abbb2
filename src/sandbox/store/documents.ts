import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditRow, DocumentRow, LandedObject, NewDocument } from './document-row.ts';

/** Documents and the moves of their state. A deleted one is only found through `audit`. */
export interface DocumentStore {
  add(document: NewDocument, first: { status: string; now: number; listLagMs: number }): string;
  /** The document, unless it is deleted. */
  find(id: string): DocumentRow | undefined;
  /** The document, deleted or not. */
  findEver(id: string): DocumentRow | undefined;
  /** Notes the bytes and the plan of enrichment. False when the slot is gone or already filled. */
  land(id: string, object: LandedObject, plan: { now: number; processingAt: number; dueAt: number }): boolean;
  startProcessing(id: string, now: number): void;
  finish(id: string, end: FinishedDocument): void;
  update(id: string, change: { shared?: boolean; touchedAt: number }): void;
  startDeletion(connectorId: string, now: number): void;
  remove(id: string, now: number): void;
  /** Makes a deletion undone. */
  revive(id: string): void;
  /** Landed and not finished: what a restart takes up again. */
  inWork(): DocumentRow[];
  /** Finished, kept for a limited time, and still there. */
  expiring(): DocumentRow[];
  ofConnector(connectorId: string): DocumentRow[];
  hasExternal(connectorId: string, externalKey: string): boolean;
  /** Every row ever made, in order of creation, the deleted ones too. */
  audit(): AuditRow[];
  countByStatus(): Record<string, number>;
}

/** How an enrichment ended. */
export interface FinishedDocument {
  now: number;
  status: 'completed' | 'failed';
  errorCode: string | null;
  contentType: string | null;
  title: string | null;
  chunks: number;
  expiresAt: number | null;
}

/** 32 upper-case hexadecimal characters (section 4.8). */
function newContentId(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}

export function createDocumentStore(database: DatabaseSync): DocumentStore {
  const insert = database.prepare(
    `INSERT INTO documents (id, file_name, user_id, org_id, collection_id, origin, status, shared, no_index,
      no_store,
       enrichments, published_at, connector_id, external_key, created_at, updated_at, list_lag)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertRequest = database.prepare('INSERT INTO enrich_requests VALUES (?, ?)');
  const selectOne = database.prepare('SELECT * FROM documents WHERE id = ? AND deleted_at IS NULL');
  const selectEver = database.prepare('SELECT * FROM documents WHERE id = ?');
  const land = database.prepare(
    `UPDATE documents SET status = 'pending', raw_size = ?, sha256 = ?, md5 = ?, landed_at = ?,
      updated_at = ?,
       processing_at = ?, due_at = ? WHERE id = ? AND landed_at IS NULL AND deleted_at IS NULL`,
  );
  const process = database.prepare(
    "UPDATE documents SET status = 'processing', updated_at = ? WHERE id = ? AND deleted_at IS NULL",
  );
  const finish = database.prepare(
    `UPDATE documents SET status = ?, error_code = ?, content_type = ?, title = ?, chunks = ?,
      finished_at = ?,
       updated_at = ?, expires_at = ? WHERE id = ? AND deleted_at IS NULL`,
  );
  const share = database.prepare(
    'UPDATE documents SET shared = coalesce(?, shared), updated_at = ? WHERE id = ?',
  );
  const remove = database.prepare(
    `UPDATE documents SET deleted_at = ?, updated_at = ?, delete_started_at = coalesce(delete_started_at, ?),
      chunks = 0
     WHERE id = ?`,
  );
  const external = database.prepare(
    'SELECT 1 FROM documents WHERE connector_id = ? AND external_key = ? LIMIT 1',
  );
  const all = (sql: string, ...values: string[]) =>
    database.prepare(sql).all(...values) as unknown as DocumentRow[];

  return {
    add(document, { status, now, listLagMs }) {
      const id = newContentId();
      insert.run(
        id,
        document.fileName,
        document.userId,
        document.orgId,
        id.slice(0, 8),
        document.origin,
        status,
        Number(document.shared),
        Number(document.noIndex),
        Number(document.noStore),
        JSON.stringify(document.enrichments),
        document.publishedAt === null ? null : Math.round(document.publishedAt),
        document.connectorId,
        document.externalKey,
        Math.round(now),
        Math.round(now),
        listLagMs,
      );
      if (document.requested) insertRequest.run(id, JSON.stringify(document.requested));
      return id;
    },
    find: (id) => selectOne.get(id) as unknown as DocumentRow | undefined,
    findEver: (id) => selectEver.get(id) as unknown as DocumentRow | undefined,
    land(id, { size, sha256, md5 }, plan) {
      const now = Math.round(plan.now);
      const { changes } = land.run(
        size,
        sha256,
        md5,
        now,
        now,
        Math.round(plan.processingAt),
        Math.round(plan.dueAt),
        id,
      );
      return changes === 1;
    },
    startProcessing(id, now) {
      process.run(Math.round(now), id);
    },
    finish(id, end) {
      const now = Math.round(end.now);
      const { status, errorCode, contentType, title, chunks, expiresAt } = end;
      finish.run(status, errorCode, contentType, title, chunks, now, now, expiresAt, id);
    },
    update(id, { shared, touchedAt }) {
      share.run(shared === undefined ? null : Number(shared), Math.round(touchedAt), id);
    },
    startDeletion(connectorId, now) {
      database
        .prepare('UPDATE documents SET delete_started_at = ? WHERE connector_id = ? AND deleted_at IS NULL')
        .run(Math.round(now), connectorId);
    },
    remove(id, now) {
      const at = Math.round(now);
      remove.run(at, at, at, id);
    },
    revive(id) {
      database
        .prepare('UPDATE documents SET deleted_at = NULL, delete_started_at = NULL WHERE id = ?')
        .run(id);
    },
    inWork: () =>
      all(
        `SELECT * FROM documents WHERE landed_at IS NOT NULL AND finished_at IS NULL AND deleted_at IS NULL
          ORDER BY landed_at`,
      ),
    expiring: () => all('SELECT * FROM documents WHERE expires_at IS NOT NULL AND deleted_at IS NULL'),
    ofConnector: (connectorId) =>
      all(
        'SELECT * FROM documents WHERE connector_id = ? AND deleted_at IS NULL ORDER BY created_at',
        connectorId,
      ),
    hasExternal: (connectorId, externalKey) => external.get(connectorId, externalKey) !== undefined,
    audit: () =>
      all(
        `SELECT documents.*, body AS requested FROM documents
          LEFT JOIN enrich_requests ON document_id = id ORDER BY created_at, documents.rowid`,
      ) as AuditRow[],
    countByStatus() {
      const rows = database
        .prepare('SELECT status, count(*) AS count FROM documents WHERE deleted_at IS NULL GROUP BY status')
        .all();
      return Object.fromEntries(rows.map((row) => [row.status as string, row.count as number]));
    },
  };
}
