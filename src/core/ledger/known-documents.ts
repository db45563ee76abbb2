import type { Database } from './database.ts';

export interface KnownDocument {
  readonly contentId: string;
  readonly fileName: string;
  readonly size: number;
}

/** What a service holds from before the ledger was lost; empty in normal life. */
export function createKnownDocuments(database: Database) {
  const { statement } = database;
  return {
    addMany(profileId: string, documents: readonly KnownDocument[]): void {
      database.transaction(() => {
        for (const document of documents) {
          statement(
            'INSERT OR REPLACE INTO known_documents (profile_id, content_id, file_name, size) VALUES (?, ?, ?, ?)',
          ).run(profileId, document.contentId, document.fileName, document.size);
        }
      });
    },
    find(profileId: string, fileName: string, size: number): KnownDocument[] {
      return statement(
        `SELECT content_id AS contentId, file_name AS fileName, size FROM known_documents
           WHERE profile_id = ? AND file_name = ? AND size = ?`,
      ).all(profileId, fileName, size) as unknown as KnownDocument[];
    },
  };
}

export type KnownDocuments = ReturnType<typeof createKnownDocuments>;
