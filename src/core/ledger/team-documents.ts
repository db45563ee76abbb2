import type { FeedEntry, Member } from '#core/ports/team.ts';
import type { Database } from './database.ts';
import { createDocumentCells } from './document-cells.ts';
import { nameKeyOf } from './document-row.ts';
import { createFacts } from './facts.ts';

/** How far the feed was read, as a fact of the ledger. */
export interface FeedPosition {
  readonly key: string;
  readonly value: unknown;
}

/** Who of a team sent the documents of a profile. */
export interface Senders {
  readonly machines: string[];
  readonly persons: string[];
}

/**
 * Documents by who of a team sent them (docs/adr/0039). Joins the caller's transaction; without a team
 * nothing of it is written.
 */
export function createTeamDocuments(database: Database, now: () => number) {
  const { statement, transaction } = database;
  const cells = createDocumentCells(database);
  const facts = createFacts(database);

  /** One entry of the feed. False when it says nothing new. */
  function write(profileId: string, entry: FeedEntry, landedAt: number): boolean {
    const { contentId, by, size } = entry;
    const { name: machine, person = null } = by;
    const known = statement(
      'SELECT machine, person FROM documents WHERE profile_id = ? AND content_id = ?',
    ).get(profileId, contentId);
    if (known?.machine === machine && known.person === person) return false;
    if (known !== undefined) {
      statement('UPDATE documents SET machine = ?, person = ? WHERE profile_id = ? AND content_id = ?').run(
        machine,
        person,
        profileId,
        contentId,
      );
      return true;
    }
    const isDeleted = statement('SELECT 1 FROM deleted_documents WHERE profile_id = ? AND content_id = ?');
    if (isDeleted.get(profileId, contentId) !== undefined) return false;
    const name = entry.fileName ?? contentId;
    cells.add({
      profile_id: profileId,
      content_id: contentId,
      file_name: name,
      name_key: nameKeyOf(name),
      origin: 'file_upload',
      source: 'elsewhere',
      // How far the service is with it is told by its list, or when somebody opens the document.
      status: 'waiting',
      size,
      uploaded_at: landedAt,
      changed_at: Math.round(now()),
      machine,
      person,
    });
    return true;
  }

  /** Each value once, by a seek for each, however many documents have it. */
  function distinct(column: 'machine' | 'person', profileId: string): string[] {
    return statement(
      `WITH RECURSIVE one (value) AS (
         SELECT min(${column}) FROM documents WHERE profile_id = ?1 AND ${column} IS NOT NULL
         UNION ALL SELECT
           (SELECT min(${column}) FROM documents WHERE profile_id = ?1 AND ${column} > one.value)
           FROM one WHERE one.value IS NOT NULL)
       SELECT value FROM one WHERE value IS NOT NULL`,
    )
      .all(profileId)
      .map(({ value }) => value as string);
  }

  return {
    /**
     * What landed, by whichever machine of the team: a document that is known gets who sent it, any other a
     * row. Writes down with them how far the feed was read; how many brought something new.
     */
    landed(
      profileId: string,
      entries: readonly FeedEntry[],
      at: number,
      { key, value }: FeedPosition,
    ): number {
      return transaction(() => {
        facts.set(key, value);
        return entries.filter((entry) => write(profileId, entry, Math.round(at - entry.ageMs))).length;
      });
    },

    /** Another machine of the team stands for it, and no upload of this one any more. */
    leaveTo(profileId: string, contentId: string, { name, person }: Member): void {
      statement(
        `UPDATE documents SET upload_id = NULL, folder_id = NULL, source = 'elsewhere', machine = ?,
          person = ?
           WHERE profile_id = ? AND content_id = ?`,
      ).run(name, person ?? null, profileId, contentId);
    },

    /** Whether another machine's: what becomes of an upload here says nothing of it. */
    has(contentId: string): boolean {
      return (
        statement(
          'SELECT 1 FROM documents WHERE content_id = ? AND upload_id IS NULL AND machine IS NOT NULL',
        ).get(contentId) !== undefined
      );
    },

    senders: (profileId: string): Senders => ({
      machines: distinct('machine', profileId),
      persons: distinct('person', profileId),
    }),
  };
}
