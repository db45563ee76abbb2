import type { DocumentStatus } from '#shared/bridge/documents.ts';
import type { Database } from './database.ts';

/** Some columns of the table of documents. */
type Cells = Readonly<Record<string, string | number | null>>;

/** A row as it is, as far as what is written depends on it. */
interface KnownCells {
  readonly id: number;
  readonly status: DocumentStatus;
  readonly origin: string | null;
  readonly remote_status: string | null;
  readonly remote_error: string | null;
  readonly size: number | null;
  readonly shared: number | null;
  readonly no_store: number | null;
  readonly published_at: number | null;
  readonly completed_at: number | null;
  readonly expires_at: number | null;
  readonly checked_at: number | null;
}

/**
 * Rows of the table of documents as they are written. Of a row that is there only the cells that differ are
 * written: an index that a statement names is written anew also where nothing in it changes, there are ten,
 * and the service tells of each document several times.
 */
export function createDocumentCells({ statement }: Pick<Database, 'statement'>) {
  return {
    find(profileId: string, contentId: string): KnownCells | undefined {
      const row = statement('SELECT * FROM documents WHERE profile_id = ? AND content_id = ?').get(
        profileId,
        contentId,
      );
      return row as unknown as KnownCells | undefined;
    },

    /** The id of the new row. */
    add(cells: Cells): number {
      const names = Object.keys(cells);
      const { lastInsertRowid } = statement(
        `INSERT INTO documents (${names.join()}) VALUES (${names.map(() => '?').join()})`,
      ).run(...Object.values(cells));
      return Number(lastInsertRowid);
    },

    change(known: KnownCells, cells: Cells): void {
      const before = known as unknown as Cells;
      const changed = Object.entries(cells).filter(([name, cell]) => cell !== before[name]);
      if (changed.length === 0) return;
      statement(`UPDATE documents SET ${changed.map(([name]) => `${name} = ?`).join()} WHERE id = ?`).run(
        ...changed.map(([, cell]) => cell),
        known.id,
      );
    },
  };
}
