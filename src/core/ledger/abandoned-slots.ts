import type { ContentId } from '#shared/ids/ids.ts';
import type { Database } from './database.ts';

export interface AbandonedSlot {
  readonly id: number;
  readonly profileId: string;
  /** Null when the answer that named it was lost. */
  readonly contentId: ContentId | null;
  /**
   * `delete`: empty, and nobody will fill it. `again`: deleted, while bytes may have been on their way to it.
   */
  readonly purpose: 'delete' | 'again';
  readonly fileName: string;
  readonly since: number;
  readonly until: number;
  readonly attempts: number;
  /** How many answers were lost in that time: so many slots of that name may be ours. */
  readonly lost: number;
  /**
   * What was found when it was old enough to be deleted, as `sweep-slots.ts` wrote it; `refused` for a
   * document that the service does not let Sluice delete.
   */
  readonly sight: string | null;
}

export interface NewAbandonedSlot
  extends Pick<AbandonedSlot, 'profileId' | 'contentId' | 'purpose' | 'fileName' | 'since' | 'until'> {
  /** Null for a document that came another way. */
  readonly uploadId: number | null;
  readonly notBefore: number;
}

/**
 * Late bytes, and replicas that are behind, bring a deleted slot back: so long after a DELETE it is deleted
 * once more, ms.
 */
const deleteAgainMs = 5 * 60_000;

/**
 * Answers lost within this of each other are looked for together, ms: one look at the list finds all of that
 * name.
 */
const togetherMs = 60 * 60_000;

/** Slots at the service that nobody will fill (U7). */
export function createAbandonedSlots(database: Database) {
  const { statement } = database;

  function add(slot: NewAbandonedSlot): void {
    database.transaction(() => {
      if (slot.contentId === null && joined(slot)) return;
      statement(
        `INSERT INTO abandoned_slots (profile_id, content_id, purpose, file_name, since, until, upload_id,
          state, not_before)
           VALUES (?, ?, ?, ?, ?, ?, ?, 'open', ?)`,
      ).run(
        slot.profileId,
        slot.contentId,
        slot.purpose,
        slot.fileName,
        Math.round(slot.since),
        Math.round(slot.until),
        slot.uploadId,
        Math.round(slot.notBefore),
      );
    });
  }

  return {
    add,

    /**
     * A document that may be there although it was deleted at `at` (ms): the service did not find it, or
     * bytes were on their way to it. It is deleted again later.
     */
    addAgain(
      slot: Omit<NewAbandonedSlot, 'purpose' | 'since' | 'until' | 'notBefore'>,
      at: number,
      since = at,
    ) {
      add({ ...slot, purpose: 'again', since, until: at, notBefore: at + deleteAgainMs });
    },

    listDue(profileId: string, now: number, limit: number): AbandonedSlot[] {
      return statement(
        `SELECT id, profile_id AS profileId, content_id AS contentId, purpose, file_name AS fileName, since,
          until, attempts, lost, sight
           FROM abandoned_slots WHERE profile_id = ? AND state = 'open' AND not_before <= ?
           ORDER BY not_before LIMIT ?`,
      ).all(profileId, Math.round(now), limit) as unknown as AbandonedSlot[];
    },

    nextWake(profileId: string): number | undefined {
      const row = statement(
        `SELECT min(not_before) AS at FROM abandoned_slots WHERE profile_id = ? AND state = 'open'`,
      ).get(profileId) as { at: number | null };
      return row.at ?? undefined;
    },

    /** `deleted` also where there was nothing to delete, `unreachable` where it stays. */
    close(id: number, state: 'deleted' | 'unreachable'): void {
      statement('UPDATE abandoned_slots SET state = ? WHERE id = ?').run(state, id);
    },

    /** Looked at again at `notBefore`; `sight` is what was seen. */
    postpone(id: number, notBefore: number, sight: string | null = null): void {
      statement(
        'UPDATE abandoned_slots SET attempts = attempts + 1, not_before = ?, sight = ? WHERE id = ?',
      ).run(Math.round(notBefore), sight, id);
    },

    /**
     * Looked at again at `notBefore`, as it is: nobody could say whose it is, which says nothing of the slot.
     */
    wait(id: number, notBefore: number): void {
      statement('UPDATE abandoned_slots SET not_before = ? WHERE id = ?').run(Math.round(notBefore), id);
    },

    /** Empty slots that are still to be deleted. */
    countOpen(profileId: string): number {
      const row = statement(
        `SELECT count(*) AS n FROM abandoned_slots WHERE profile_id = ? AND state = 'open'
          AND purpose = 'delete' AND sight IS NOT 'refused'`,
      ).get(profileId) as { n: number };
      return row.n;
    },

    /** Documents that no upload needs and that the service does not let Sluice delete. */
    countRefused(profileId: string): number {
      const row = statement(
        `SELECT count(*) AS n FROM abandoned_slots WHERE profile_id = ? AND state = 'open'
          AND content_id IS NOT NULL AND sight = 'refused'`,
      ).get(profileId) as { n: number };
      return row.n;
    },

    /** True when an upload of this ledger stands for that document: then it is no orphan. */
    isOurs(contentId: string): boolean {
      return statement('SELECT 1 FROM uploads WHERE content_id = ?').get(contentId) !== undefined;
    },
  };

  /** One more of a name that is looked for already; the same one again after a crash counts once. */
  function joined({ profileId, fileName, since, until, notBefore }: NewAbandonedSlot): boolean {
    const { changes } = statement(
      `UPDATE abandoned_slots SET lost = lost + (since <> ?1), since = min(since, ?1), until = max(until, ?2),
        not_before = ?3, sight = NULL
         WHERE profile_id = ?4 AND file_name = ?5 AND state = 'open' AND content_id IS NULL
         AND until >= ?1 - ${togetherMs}`,
    ).run(Math.round(since), Math.round(until), Math.round(notBefore), profileId, fileName);
    return Number(changes) > 0;
  }
}

export type AbandonedSlots = ReturnType<typeof createAbandonedSlots>;
