import type { UploadOptions } from '#shared/uploads/upload.ts';
import type { Database } from './database.ts';
import { noStoreLifeMs } from './document-writes.ts';
import type { UploadRow } from './upload-row.ts';

/**
 * Who holds which bytes of a profile (W6): the one thing that keeps two uploads from sending the same. Joins
 * the caller's transaction.
 */
export function createClaims({ statement }: Pick<Database, 'statement'>, now: () => number) {
  return {
    /**
     * Takes the claim unless another upload holds it for good, and returns the upload that holds it then. The
     * service deletes a `noStore` document after a day, so such an upload keeps no claim from one whose
     * document is to stay.
     */
    take(
      { id, profileId }: Pick<UploadRow, 'id' | 'profileId'>,
      sha256: string,
      { noStore }: Pick<UploadOptions, 'noStore'>,
    ): number {
      const { changes } = statement(
        'INSERT OR IGNORE INTO claims (profile_id, sha256, upload_id) VALUES (?, ?, ?)',
      ).run(profileId, sha256, id);
      if (Number(changes) > 0) return id;
      // A claim whose document expired is worth nothing.
      statement(
        `UPDATE claims SET upload_id = ?1 WHERE profile_id = ?2 AND sha256 = ?3 AND EXISTS (SELECT 1
          FROM uploads
           WHERE id = claims.upload_id AND options ->> 'noStore' AND (?5
             OR state = 'completed' AND (remote_status = 'expired' OR finished_at <= ?4)))`,
      ).run(id, profileId, sha256, Math.round(now()) - noStoreLifeMs, noStore ? 0 : 1);
      const holder = statement('SELECT upload_id FROM claims WHERE profile_id = ? AND sha256 = ?');
      return (holder.get(profileId, sha256) as { upload_id: number }).upload_id;
    },

    /**
     * The file of a queued upload contains these bytes: a claim on those it had before goes to an upload that
     * has a document of them, and the uploads that waited as its duplicates are queued again. The end of an
     * upload needs no call: the ledger does the same then (trigger `uploads_claims`).
     */
    releaseOther(uploadId: number, sha256: string): void {
      const others = statement('SELECT 1 FROM claims WHERE upload_id = ? AND sha256 <> ?');
      if (others.get(uploadId, sha256) === undefined) return;
      statement(
        `UPDATE claims SET upload_id = (SELECT heir FROM claim_heirs WHERE holder = ?1)
           WHERE upload_id = ?1 AND sha256 <> ?2 AND EXISTS (SELECT 1 FROM claim_heirs WHERE holder = ?1)`,
      ).run(uploadId, sha256);
      statement('DELETE FROM claims WHERE upload_id = ? AND sha256 <> ?').run(uploadId, sha256);
      statement(
        `UPDATE uploads SET state = 'queued', duplicate_of = NULL, after_state = NULL, finished_at = NULL,
          remote_status = NULL, updated_at = ?
           WHERE duplicate_of = ? AND state = 'duplicate' AND sha256 <> ?`,
      ).run(Math.round(now()), uploadId, sha256);
    },

    /** Whether an upload of the profile has these bytes, or is about to send them. */
    isClaimed(profileId: string, sha256: string): boolean {
      return (
        statement('SELECT 1 FROM claims WHERE profile_id = ? AND sha256 = ?').get(profileId, sha256) !==
        undefined
      );
    },

    holdsBytesOf(holder: number, uploadId: number): boolean {
      return (
        statement(
          `SELECT 1 FROM claims JOIN uploads USING (profile_id, sha256) WHERE claims.upload_id = ?
            AND uploads.id = ?`,
        ).get(holder, uploadId) !== undefined
      );
    },
  };
}
