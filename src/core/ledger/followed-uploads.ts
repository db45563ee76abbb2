import type { Database } from './database.ts';
import { toUploadRow, type UploadRow } from './upload-row.ts';

/** What the tracker asks of uploads whose documents are being enriched. */
export function createFollowedUploads({ statement }: Database) {
  return {
    /** Documents to ask about: those whose time has come, the longest overdue first. */
    listDuePolls(profileId: string, now: number, limit: number): UploadRow[] {
      return statement(
        `SELECT * FROM uploads WHERE profile_id = ? AND state = 'processing' AND poll_at <= ?
          ORDER BY poll_at LIMIT ?`,
      )
        .all(profileId, Math.round(now), limit)
        .map(toUploadRow);
    },

    /**
     * How many documents are being enriched, when the next is due, and since when the oldest has been there.
     */
    countPolling(profileId: string): {
      pending: number;
      nextAt: number | null;
      oldestLanding: number | null;
    } {
      return statement(
        `SELECT count(*) AS pending, min(poll_at) AS nextAt, min(landed_at) AS oldestLanding FROM uploads
           WHERE profile_id = ? AND state = 'processing'`,
      ).get(profileId) as { pending: number; nextAt: number | null; oldestLanding: number | null };
    },

    /** How many landed at that time or later: so many documents may stand before it in the service's list. */
    countLandedSince(profileId: string, since: number): number {
      const row = statement('SELECT count(*) AS n FROM uploads WHERE profile_id = ? AND landed_at >= ?').get(
        profileId,
        Math.round(since),
      ) as { n: number };
      return row.n;
    },

    /** Sets the first look of documents nobody asked about yet to `afterMs` after they landed. */
    rescheduleFirstLooks(profileId: string, afterMs: number): void {
      statement(
        `UPDATE uploads SET poll_at = landed_at + ? WHERE profile_id = ? AND state = 'processing'
          AND polls = 0`,
      ).run(Math.round(afterMs), profileId);
    },

    /** The uploads being enriched that stand for these documents. */
    listProcessing(profileId: string, contentIds: readonly string[]): UploadRow[] {
      return statement(
        `SELECT * FROM uploads INDEXED BY uploads_content WHERE content_id IN (SELECT value FROM json_each(?))
          AND profile_id = ? AND state = 'processing'`,
      )
        .all(JSON.stringify(contentIds), profileId)
        .map(toUploadRow);
    },
  };
}
