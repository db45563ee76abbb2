import type { Database } from './database.ts';

/** A tag as the service calls it. */
export interface RememberedTag {
  readonly id: string;
  readonly name: string;
}

/** What is remembered of a profile's tags, so that each is looked up once (docs/adr/0016). */
export function createTags(database: Database, now: () => number) {
  const { statement } = database;

  /**
   * Names that the service told with a document or a list; such a tag may be gone by now, or another
   * organization's.
   */
  function nameOf(profileId: string, id: string): string | undefined {
    const row = statement('SELECT name FROM tag_names WHERE profile_id = ? AND tag = ?').get(profileId, id);
    return row?.name as string | undefined;
  }

  function recall(profileId: string, given: string): RememberedTag | undefined {
    const row = statement('SELECT tag_id, name FROM tags WHERE profile_id = ? AND given = ?').get(
      profileId,
      given,
    ) as { tag_id: string; name: string } | undefined;
    return row && { id: row.tag_id, name: row.name };
  }

  return {
    recall,
    nameOf,

    /** The tag of that name was looked up or made; who was making it is done. */
    remember(profileId: string, given: string, { id, name }: RememberedTag): void {
      database.transaction(() => {
        statement(
          `INSERT INTO tags (profile_id, given, tag_id, name) VALUES (?, ?, ?, ?)
             ON CONFLICT (profile_id, given) DO UPDATE SET tag_id = excluded.tag_id, name = excluded.name`,
        ).run(profileId, given, id, name);
        statement(
          `INSERT INTO tag_names (profile_id, tag, name) VALUES (?, ?, ?)
             ON CONFLICT (profile_id, tag) DO UPDATE SET name = excluded.name WHERE name <> excluded.name`,
        ).run(profileId, id, name);
        statement('DELETE FROM tags_being_made WHERE profile_id = ? AND name = ?').run(profileId, given);
      });
    },

    forget(profileId: string, given: readonly string[]): void {
      statement('DELETE FROM tags WHERE profile_id = ? AND given IN (SELECT value FROM json_each(?))').run(
        profileId,
        JSON.stringify(given),
      );
    },

    /**
     * The names of tags that are named by what a person or an earlier version said; what is not known stays
     * as it is.
     */
    named(profileId: string, given: readonly string[]): string[] {
      return given.map((one) => recall(profileId, one)?.name ?? nameOf(profileId, one) ?? one);
    },

    /** Ids that go by this name, as far as is known. */
    idsOf(profileId: string, name: string): string[] {
      const rows = statement('SELECT tag FROM tag_names WHERE profile_id = ? AND name = ?').all(
        profileId,
        name,
      );
      const ids = rows.map(({ tag }) => tag as string);
      const remembered = recall(profileId, name)?.id;
      return remembered === undefined || ids.includes(remembered) ? ids : [...ids, remembered];
    },

    /**
     * False while somebody else is about to make a tag of this name: until that one is done, or has had its
     * time.
     */
    beginMaking(profileId: string, name: string, forMs: number): boolean {
      const at = Math.round(now());
      const { changes } = statement(
        `INSERT INTO tags_being_made (profile_id, name, until) VALUES (?1, ?2, ?3)
           ON CONFLICT (profile_id, name) DO UPDATE SET until = excluded.until WHERE until <= ?4
           OR until > excluded.until`,
      ).run(profileId, name, at + forMs, at);
      return Number(changes) > 0;
    },

    endMaking(profileId: string, name: string): void {
      statement('DELETE FROM tags_being_made WHERE profile_id = ? AND name = ?').run(profileId, name);
    },
  };
}

export type Tags = ReturnType<typeof createTags>;
