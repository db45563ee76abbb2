import type { ContentId } from '#shared/ids/ids.ts';
import type { Database } from './database.ts';

export interface KnownDocument {
  readonly contentId: ContentId;
  /** Only a hint: documents are called what their files were called then. */
  readonly fileName: string | null;
  /** Bytes; null where nobody could tell. */
  readonly size: number | null;
  /** Of the original, where it was read already or Sluice sent it. */
  readonly sha256: string | null;
}

const columns = `known.content_id AS contentId, known.file_name AS fileName, known.size,
  coalesce(known.sha256,
  (SELECT sha256 FROM uploads WHERE content_id = known.content_id AND profile_id = known.profile_id
  AND sha256 IS NOT NULL
     AND landed_at IS NOT NULL)) AS sha256`;

/** Uploads whose documents are at the service and stay there, as far as the ledger knows. */
const documentsOfUploads = `uploads WHERE profile_id = ?1 AND state = 'completed' AND content_id IS NOT NULL
  AND replaced_by IS NULL AND coalesce(options ->> 'noStore', 0) = 0`;

/** What a service holds from before the ledger was lost; empty in normal life. */
export function createKnownDocuments(database: Database) {
  const { statement } = database;
  return {
    /** Adds what a list tells; what was learned of a document before stays. */
    addMany(profileId: string, documents: readonly Omit<KnownDocument, 'sha256'>[]): void {
      database.transaction(() => {
        for (const { contentId, fileName, size } of documents) {
          statement(
            `INSERT INTO known_documents (profile_id, content_id, file_name, size) VALUES (?, ?, ?, ?)
               ON CONFLICT DO UPDATE SET file_name = excluded.file_name, size = coalesce(excluded.size,
               size)`,
          ).run(profileId, contentId, fileName, size);
        }
      });
    },

    /** Documents of this size, whatever their name. */
    listBySize(profileId: string, size: number): KnownDocument[] {
      return statement(`SELECT ${columns} FROM known_documents known WHERE profile_id = ? AND size = ?`).all(
        profileId,
        size,
      ) as unknown as KnownDocument[];
    },

    /** Documents of this name, whatever their size. */
    listByName(profileId: string, fileName: string): KnownDocument[] {
      return statement(
        `SELECT ${columns} FROM known_documents known WHERE profile_id = ? AND file_name = ?`,
      ).all(profileId, fileName) as unknown as KnownDocument[];
    },

    /** Documents whose size nobody could tell; all of them without a limit. */
    listWithoutSize(profileId: string, limit = -1): KnownDocument[] {
      return statement(
        `SELECT ${columns} FROM known_documents known WHERE profile_id = ? AND size IS NULL LIMIT ?`,
      ).all(profileId, limit) as unknown as KnownDocument[];
    },

    /**
     * Compares what the list showed with what the uploads of this ledger say is there: how many documents
     * those are, and at most `limit` of those that the list lacks, from the oldest to the newest.
     */
    compare(
      profileId: string,
      limit: number,
    ): { landed: number; lacking: { contentId: ContentId; fileName: string }[] } {
      const { landed } = statement(`SELECT count(*) AS landed FROM ${documentsOfUploads}`).get(profileId) as {
        landed: number;
      };
      const lacking = statement(
        `SELECT contentId, fileName FROM (SELECT content_id AS contentId, file_name AS fileName,
            row_number() OVER (ORDER BY id) AS number, count(*) OVER () AS total FROM ${documentsOfUploads}
            AND NOT EXISTS (SELECT 1 FROM known_documents AS known WHERE known.profile_id = uploads.profile_id
            AND known.content_id = uploads.content_id))
           WHERE (number - 1) % ((total + ?2 - 1) / ?2) = 0`,
      ).all(profileId, limit) as { contentId: ContentId; fileName: string }[];
      return { landed, lacking };
    },

    /** The newest documents of this ledger's uploads that landed between these times, ms since the epoch. */
    landedBetween(
      profileId: string,
      since: number,
      until: number,
      limit: number,
    ): { contentId: ContentId; fileName: string }[] {
      return statement(
        `SELECT content_id AS contentId, file_name AS fileName FROM ${documentsOfUploads}
           AND landed_at BETWEEN ?2 AND ?3 ORDER BY landed_at DESC LIMIT ?4`,
      ).all(profileId, Math.round(since), Math.round(until), limit) as {
        contentId: ContentId;
        fileName: string;
      }[];
    },

    /** Whether the service had the document when the ledger was rebuilt. */
    has(profileId: string, contentId: ContentId): boolean {
      return (
        statement('SELECT 1 FROM known_documents WHERE profile_id = ? AND content_id = ?').get(
          profileId,
          contentId,
        ) !== undefined
      );
    },

    /** What is known of it by now, or null. */
    findHash(profileId: string, contentId: ContentId): string | null {
      const row = statement(
        `SELECT ${columns} FROM known_documents known WHERE profile_id = ? AND content_id = ?`,
      ).get(profileId, contentId) as KnownDocument | undefined;
      return row?.sha256 ?? null;
    },

    /** @param size null where it remains unknown */
    setSizeAndHash(
      profileId: string,
      contentId: ContentId,
      size: number | null,
      sha256: string | null,
    ): void {
      statement(
        `UPDATE known_documents SET size = ?, sha256 = coalesce(?, sha256) WHERE profile_id = ?
          AND content_id = ?`,
      ).run(size, sha256, profileId, contentId);
    },

    /** The service does not have it any more. */
    remove(profileId: string, contentId: ContentId): void {
      statement('DELETE FROM known_documents WHERE profile_id = ? AND content_id = ?').run(
        profileId,
        contentId,
      );
    },

    clear(profileId: string): void {
      statement('DELETE FROM known_documents WHERE profile_id = ?').run(profileId);
    },
  };
}

export type KnownDocuments = ReturnType<typeof createKnownDocuments>;
