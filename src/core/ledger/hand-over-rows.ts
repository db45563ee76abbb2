import type { Database } from './database.ts';
import type { Disposition } from './local-file-row.ts';

export interface HandedOver {
  readonly from: string;
  readonly to: string;
  /** Only files whose uploads are of this profile: another one has not sent them. */
  readonly profileId: string;
  /**
   * Directory of the old folder that is the root of the new one; empty when the old one lies in the new one.
   */
  readonly below: string;
  /**
   * Directory of the new folder that is the root of the old one; empty when the new one lies in the old one.
   */
  readonly prefix: string;
  /**
   * What becomes of files that no upload sent before their folder was removed, where the first run of the new
   * folder does not take what was there before it.
   */
  readonly unsent?: { readonly disposition: Disposition; readonly reason: string | null } | null;
}

interface Row {
  readonly id: number;
  readonly directory: string;
  readonly nameKey: string;
  readonly uploadId: number;
}

/**
 * Gives local files, with their uploads, from one watch folder to another that owns their place now: nothing
 * is sent for it.
 */
export function createHandOverRows({ statement, transaction }: Pick<Database, 'statement' | 'transaction'>) {
  function giveOne(
    { to, below, prefix, unsent }: HandedOver,
    { id, directory, nameKey, uploadId }: Row,
  ): boolean {
    const inside = below === '' ? directory : directory.slice(below.length + 1);
    const target = [prefix, inside].filter((part) => part !== '').join('/');
    const there = statement(
      `SELECT id, upload_id AS uploadId FROM local_files WHERE folder_id = ? AND directory = ?
        AND name_key = ?`,
    ).get(to, target, nameKey) as { id: number; uploadId: number | null } | undefined;
    // The new owner has uploaded the file itself. The other document stays, and this row with it.
    if (there && there.uploadId !== null) {
      statement(`UPDATE local_files SET disposition = 'gone', reason = 'kept' WHERE id = ?`).run(id);
      return false;
    }
    if (there) statement('DELETE FROM local_files WHERE id = ?').run(there.id);
    statement('UPDATE local_files SET folder_id = ?, directory = ? WHERE id = ?').run(to, target, id);
    statement('UPDATE uploads SET folder_id = ? WHERE id = ?').run(to, uploadId);
    if (unsent) {
      // A folder that was added again decides about a waiting file as if no folder had seen it.
      if (prefix === '')
        statement(
          `UPDATE uploads SET state = 'cancelled', code = 'FOLDER_REMOVED', detail = NULL,
            finished_at = updated_at WHERE id = ? AND state = 'queued' AND content_id IS NULL
            AND replaces IS NULL`,
        ).run(uploadId);
      statement(
        `UPDATE local_files SET disposition = ?, reason = ? WHERE id = ? AND disposition = 'taken'
          AND EXISTS (SELECT 1 FROM uploads WHERE id = upload_id AND state = 'cancelled'
            AND code = 'FOLDER_REMOVED' AND replaces IS NULL)`,
      ).run(unsent.disposition, unsent.reason, id);
    }
    return true;
  }

  return {
    /** Looks at `limit` files behind the row `after`: how many were given, and the last of them, if any. */
    give(handed: HandedOver, after: number, limit: number): { given: number; last: number | undefined } {
      return transaction(() => {
        const { from, profileId, below } = handed;
        const rows = statement(
          `SELECT files.id, files.directory, files.name_key AS nameKey, files.upload_id AS uploadId
             FROM local_files files JOIN uploads ON uploads.id = files.upload_id
            WHERE files.folder_id = ?1 AND uploads.profile_id = ?2 AND files.id > ?4
              AND (?3 = '' OR files.directory = ?3 OR (files.directory >= ?3 || '/'
              AND files.directory < ?3 || '0'))
            ORDER BY files.id LIMIT ?5`,
        ).all(from, profileId, below, after, limit) as unknown as Row[];
        return { given: rows.filter((row) => giveOne(handed, row)).length, last: rows.at(-1)?.id };
      });
    },

    /** Every folder that has local files, by skipping through the index. */
    folderIds(): string[] {
      const ids: string[] = [];
      for (let last = ''; ; ) {
        const row = statement(
          'SELECT folder_id AS id FROM local_files WHERE folder_id > ? ORDER BY folder_id LIMIT 1',
        ).get(last) as { id: string } | undefined;
        if (!row) return ids;
        last = row.id;
        ids.push(last);
      }
    },
  };
}

export type HandOverRows = ReturnType<typeof createHandOverRows>;
