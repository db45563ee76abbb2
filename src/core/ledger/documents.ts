import type { DocumentFilter, DocumentSort } from '#shared/bridge/documents.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Database } from './database.ts';
import { documentsOrder, documentsWhere } from './document-query.ts';
import { nameKeyOf, type StoredDocument, tagsOfRow, toDocumentRow } from './document-row.ts';
import { createDocumentWrites } from './document-writes.ts';

export interface DocumentsQuery {
  readonly filter: DocumentFilter;
  readonly sort: DocumentSort;
  readonly offset: number;
  readonly limit: number;
  /** Sources as people see them ordered; see `documentsOrder`. */
  readonly sources?: readonly string[];
}

/** A document in a job: what is needed to work on it and to name it. */
export interface DocumentName {
  readonly contentId: ContentId;
  readonly fileName: string;
}

/** The table of documents: what the service holds for a profile, as far as this Sluice knows. */
export function createDocuments(database: Database, now: () => number) {
  const { statement } = database;

  /**
   * What was promised to be kept for 24 hours is not there any more when they are over, whether or not
   * anybody asks (3.4).
   */
  function expire(): void {
    const at = Math.round(now());
    statement(
      `UPDATE documents SET status = 'expired', changed_at = ?1
         WHERE expires_at <= ?1 AND status IN ('completed', 'gone')`,
    ).run(at);
  }

  return {
    ...createDocumentWrites(database, now),

    list(profileId: string, query: DocumentsQuery): { total: number; rows: StoredDocument[] } {
      expire();
      const where = documentsWhere(profileId, query.filter);
      const order = documentsOrder(query.sort, query.sources ?? []);
      const { n } = statement(
        `SELECT count(*) AS n FROM documents ${indexed(where.narrows ? where.index : 'documents_name')}
          WHERE ${where.sql}`,
      ).get(...where.values) as { n: number };
      // Ids first, from an index where there is one: only the rows of the page are read whole.
      const index = indexed(where.narrows ? where.index : order.index);
      const ids = statement(
        `SELECT id FROM documents ${index} WHERE ${where.sql} ORDER BY ${order.sql} LIMIT ? OFFSET ?`,
      )
        .all(...where.values, ...order.values, query.limit, query.offset)
        .map((row) => row.id as number);
      return { total: n, rows: rowsOf(ids) };
    },

    /** Documents of files that have exactly this name; no more than two, which tell that it is not one. */
    named(profileId: string, fileName: string): ContentId[] {
      expire();
      return statement(
        `SELECT content_id FROM documents WHERE profile_id = ? AND name_key = ? AND file_name = ?
           AND content_id IS NOT NULL LIMIT 2`,
      )
        .all(profileId, nameKeyOf(fileName), fileName)
        .map((row) => row.content_id as ContentId);
    },

    get(profileId: string, contentId: string): StoredDocument | undefined {
      expire();
      const row = statement(
        `SELECT *, ${tagsOfRow} AS tags FROM documents WHERE profile_id = ? AND content_id = ?`,
      ).get(profileId, contentId);
      return row ? toDocumentRow(row) : undefined;
    },

    /**
     * Documents of a filter in the order they came, for work over all of them; `after` is the last id of the
     * page before.
     */
    listNames(
      profileId: string,
      filter: DocumentFilter,
      after: number,
      limit: number,
    ): (DocumentName & { id: number })[] {
      const where = documentsWhere(profileId, filter);
      return statement(
        `SELECT id, content_id AS contentId, file_name AS fileName FROM documents
           WHERE ${where.sql} AND id > ? ORDER BY id LIMIT ?`,
      ).all(...where.values, after, limit) as unknown as (DocumentName & { id: number })[];
    },

    /** Documents of all profiles whose 24 hours ended after `from` and until now. */
    expiredSince(from: number): { profileId: string; contentId: ContentId }[] {
      expire();
      return statement(
        `SELECT profile_id AS profileId, content_id AS contentId FROM documents
           WHERE expires_at > ? AND expires_at <= ? AND status = 'expired'`,
      ).all(Math.round(from), Math.round(now())) as unknown as { profileId: string; contentId: ContentId }[];
    },

    /** Every source there is a document of. */
    listSources(profileId: string): string[] {
      return statement(`SELECT DISTINCT source FROM documents WHERE profile_id = ?`)
        .all(profileId)
        .map((row) => row.source as string);
    },

    /**
     * Documents that the last full pass did not see although they were there before it began, those first
     * that none has seen for longest.
     */
    listUnseen(profileId: string, pass: number, before: number, limit: number): ContentId[] {
      return statement(
        `SELECT content_id FROM documents WHERE profile_id = ? AND seen_pass < ? AND uploaded_at < ?
           AND status IN ('waiting', 'processing', 'completed', 'failed', 'removing')
           ORDER BY seen_pass, id LIMIT ?`,
      )
        .all(profileId, pass, Math.round(before), limit)
        .map((row) => row.content_id as ContentId);
    },
  };

  function rowsOf(ids: readonly number[]): StoredDocument[] {
    const found = new Map(
      statement(`SELECT *, ${tagsOfRow} AS tags FROM documents WHERE id IN (SELECT value FROM json_each(?))`)
        .all(JSON.stringify(ids))
        .map((row) => [row.id as number, toDocumentRow(row)]),
    );
    return ids.flatMap((id) => found.get(id) ?? []);
  }
}

function indexed(index: string | null): string {
  return index === null ? '' : `INDEXED BY ${index}`;
}

export type Documents = ReturnType<typeof createDocuments>;
