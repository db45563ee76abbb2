import type { Database } from './database.ts';

export interface AbandonedSlot {
  readonly id: number;
  readonly profileId: string;
  /** Null when the answer that named it was lost. */
  readonly contentId: string | null;
  readonly fileName: string;
  readonly since: number;
  readonly until: number;
  readonly attempts: number;
}

/** Slots at the service that nobody will fill (U7). */
export function createAbandonedSlots(database: Database) {
  const { statement } = database;
  return {
    add(slot: Omit<AbandonedSlot, 'id' | 'attempts'> & { uploadId: number; notBefore: number }): void {
      statement(
        `INSERT INTO abandoned_slots (profile_id, content_id, file_name, since, until, upload_id, state, not_before)
           VALUES (?, ?, ?, ?, ?, ?, 'open', ?)`,
      ).run(
        slot.profileId,
        slot.contentId,
        slot.fileName,
        Math.round(slot.since),
        Math.round(slot.until),
        slot.uploadId,
        Math.round(slot.notBefore),
      );
    },

    due(profileId: string, now: number, limit: number): AbandonedSlot[] {
      return statement(
        `SELECT id, profile_id AS profileId, content_id AS contentId, file_name AS fileName, since, until, attempts
           FROM abandoned_slots WHERE profile_id = ? AND state = 'open' AND not_before <= ? ORDER BY not_before LIMIT ?`,
      ).all(profileId, Math.round(now), limit) as unknown as AbandonedSlot[];
    },

    nextWake(profileId: string): number | undefined {
      const row = statement(
        `SELECT min(not_before) AS at FROM abandoned_slots WHERE profile_id = ? AND state = 'open'`,
      ).get(profileId) as { at: number | null };
      return row.at ?? undefined;
    },

    close(id: number, state: 'deleted' | 'unreachable'): void {
      statement('UPDATE abandoned_slots SET state = ? WHERE id = ?').run(state, id);
    },

    postpone(id: number, notBefore: number): void {
      statement('UPDATE abandoned_slots SET attempts = attempts + 1, not_before = ? WHERE id = ?').run(
        Math.round(notBefore),
        id,
      );
    },

    open(profileId: string): number {
      const row = statement(
        `SELECT count(*) AS n FROM abandoned_slots WHERE profile_id = ? AND state = 'open'`,
      ).get(profileId) as { n: number };
      return row.n;
    },

    /** True when an upload of this ledger stands for that document: then it is no orphan. */
    isOurs(contentId: string): boolean {
      return statement('SELECT 1 FROM uploads WHERE content_id = ?').get(contentId) !== undefined;
    },
  };
}

export type AbandonedSlots = ReturnType<typeof createAbandonedSlots>;
