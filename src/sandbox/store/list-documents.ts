import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { DocumentRow } from './document-row.ts';
import type { User } from './users.ts';

/** What a list of documents is narrowed to and ordered by. */
export interface DocumentQuery {
  user: User;
  origin?: string | undefined;
  /** Milliseconds since 1970: created at or after it. */
  from?: number | undefined;
  ownership: 'all' | 'owned' | 'shared';
  owner?: string | undefined;
  /** Part of the name, case ignored. */
  fileName?: string | undefined;
  /** Names; a document with any of them is listed. */
  tags: readonly string[];
  connector?: string | undefined;
  collection?: string | undefined;
  sortBy: 'created_at' | 'updated_at' | 'file_name' | 'raw_size' | 'content_type' | 'status';
  descending: boolean;
  limit: number;
  offset: number;
}

/**
 * Lists documents as they were `list_lag` milliseconds ago each: a list endpoint that is eventually
 * consistent shows a document late, an old status for a while, and a deleted one a little longer.
 */
export function listDocuments(database: DatabaseSync, query: DocumentQuery, now: number): DocumentRow[] {
  const conditions = [
    'created_at <= $now - list_lag',
    '(deleted_at IS NULL OR deleted_at > $now - list_lag)',
  ];
  const values: Record<string, SQLInputValue> = {
    now: Math.round(now),
    user: query.user.userId,
    org: query.user.orgId,
    limit: query.limit,
    offset: query.offset,
  };
  const add = (condition: string, name: string, value: SQLInputValue | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values[name] = value;
  };
  conditions.push(ownershipCondition[query.ownership]);
  add('origin = $origin', 'origin', query.origin);
  add('created_at >= $from', 'from', query.from);
  add('user_id = $owner', 'owner', query.owner);
  add('instr(lower(file_name), lower($fileName)) > 0', 'fileName', query.fileName);
  add('connector_id = $connector', 'connector', query.connector);
  add('collection_id = $collection', 'collection', query.collection);
  if (query.tags.length > 0) {
    add(
      `id IN (SELECT document_id FROM document_tags JOIN tags ON tags.id = tag_id
              WHERE tags.name IN (SELECT value FROM json_each($tags)))`,
      'tags',
      JSON.stringify(query.tags),
    );
  }
  const direction = query.descending ? 'DESC' : 'ASC';
  const sql = `
    SELECT * FROM documents WHERE ${conditions.join(' AND ')}
    ORDER BY ${query.sortBy} ${direction}, rowid ${direction} LIMIT $limit OFFSET $offset`;
  const rows = database.prepare(sql).all(values) as unknown as DocumentRow[];
  return rows.map((row) => asSeen(row, now - row.list_lag));
}

const ownershipCondition = {
  all: '(user_id = $user OR (org_id = $org AND shared = 1))',
  owned: '(user_id = $user AND $org IS NOT NULL)',
  shared: '(user_id <> $user AND org_id = $org AND shared = 1)',
};

function asSeen(row: DocumentRow, at: number): DocumentRow {
  if (row.list_lag === 0) return row;
  if (row.landed_at === null || row.landed_at > at) {
    return { ...row, status: 'placeholder', raw_size: 0, content_type: null, error_code: null };
  }
  if ((row.processing_at ?? 0) > at)
    return { ...row, status: 'pending', content_type: null, error_code: null };
  if (row.finished_at === null || row.finished_at > at) {
    return { ...row, status: 'processing', content_type: null, error_code: null };
  }
  return row;
}
