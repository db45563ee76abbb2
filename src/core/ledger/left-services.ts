import { sendingStates } from '#shared/uploads/open-states.ts';
import { forgetKey } from './accepted-key.ts';
import type { Database } from './database.ts';
import { createFacts } from './facts.ts';
import { newUuid } from './new-uuid.ts';

/** Detail of an upload that was cancelled because its profile moved to another service. */
const leftDetail = 'the profile was led to another service';

/** Uploads that no service has received anything of: they move with the profile. */
const isUntouched = (upload: string) =>
  `(${upload}.state IN ('queued', 'cancelled') AND ${upload}.content_id IS NULL)`;
const untouched = isUntouched('uploads');

/** In progress or waiting for the user: nothing may rely on a document yet. */
const notArrived = (
  upload: string,
) => `(${upload}.state IN (${sendingStates.map((state) => `'${state}'`).join()}, 'attention')
  OR ${upload}.state = 'cancelling' AND ${upload}.after_state IS 'requeue')`;

/** What a profile has at its service, and what happens to it when the profile moves to another service. */
export function createLeftServices(database: Database, now: () => number) {
  const { statement } = database;

  /** Queues files again that the former service has or was to get. Uploads cancelled by the user stay cancelled. */
  function queueFilesAnew(profileId: string): void {
    const at = Math.round(now());
    const files = statement(
      `SELECT files.id AS fileId, files.size AS size, files.mtime_ns AS mtimeNs, uploads.id AS uploadId
         FROM local_files AS files JOIN uploads ON uploads.id = files.upload_id
         WHERE uploads.profile_id = ?1 AND files.disposition = 'taken' AND NOT (${untouched})
           AND state <> 'cancelled' AND NOT (state = 'cancelling' AND after_state IS NULL)
       UNION ALL
       SELECT NULL, uploads.size, uploads.mtime_ns, uploads.id FROM uploads
         LEFT JOIN uploads AS first ON first.id = uploads.duplicate_of AND uploads.state = 'duplicate'
         WHERE uploads.profile_id = ?1 AND uploads.folder_id IS NULL
           AND (${notArrived('uploads')} OR ${notArrived('first')} OR ${isUntouched('first')}) AND NOT EXISTS (SELECT 1
         FROM local_files WHERE upload_id = uploads.id AND disposition = 'taken') ORDER BY uploadId`,
    ).all(profileId) as unknown as {
      fileId: number | null;
      size: number;
      mtimeNs: string;
      uploadId: number;
    }[];
    for (const { fileId, size, mtimeNs, uploadId } of files) {
      const { lastInsertRowid } = statement(
        `INSERT INTO uploads (uuid, profile_id, folder_id, path, file_name, size, mtime_ns, state, lane,
          sort_key, replaces, options, created_at, updated_at)
           SELECT ?5, profile_id, folder_id, path, file_name, ?1, ?2, 'queued', 2, ?3, id, options, ?3, ?3
           FROM uploads WHERE id = ?4`,
      ).run(size, mtimeNs, at, uploadId, newUuid());
      statement('UPDATE local_files SET upload_id = ?, sha256 = NULL WHERE id = ?').run(
        Number(lastInsertRowid),
        fileId,
      );
    }
  }

  /** Moves the history of uploads and documents to a profile name that no engine works for. */
  function archive(profileId: string, name: string): void {
    const at = Math.round(now());
    statement('DELETE FROM claims WHERE profile_id = ?').run(profileId);
    statement(
      `UPDATE uploads SET profile_id = ?, after_state = NULL WHERE profile_id = ? AND NOT (${untouched})`,
    ).run(name, profileId);
    // Files that are gone or waiting count as new for the new service when they come back, under any name.
    const isLeft = 'upload_id IN (SELECT id FROM uploads WHERE profile_id = ?)';
    statement(`DELETE FROM local_files WHERE disposition = 'gone' AND ${isLeft}`).run(name);
    statement(`UPDATE local_files SET upload_id = NULL WHERE disposition <> 'taken' AND ${isLeft}`).run(name);
    // The trigger `uploads_claims` queues duplicates of a cancelled upload again, so the next round cancels them.
    // The same applies to duplicates of an upload that stays with the profile.
    const end = statement(
      `UPDATE uploads SET state = 'cancelled', code = NULL, detail = ?, finished_at = ?, updated_at = ?
        WHERE profile_id = ?
         AND (state IN ('queued', 'claiming', 'enriching', 'reserved', 'putting', 'verifying', 'cancelling',
         'processing') OR state = 'duplicate' AND duplicate_of IN (SELECT first.id FROM uploads AS first
         WHERE first.profile_id <> uploads.profile_id))`,
    );
    while (Number(end.run(leftDetail, at, at, name).changes) > 0);
    // Other machines of the team may be waiting for these uploads. Those that landed are reported as usual.
    statement(
      `UPDATE team_claims SET stands = 'release' WHERE profile_id = ? AND stands = 'open'
        AND upload_id IN (SELECT id FROM uploads WHERE profile_id = ? AND landed_at IS NULL)`,
    ).run(profileId, name);
    for (const table of ['documents', 'deleted_documents', 'abandoned_slots', 'tag_names', 'document_jobs'])
      statement(`UPDATE ${table} SET profile_id = ? WHERE profile_id = ?`).run(name, profileId);
    statement(
      `UPDATE document_jobs SET state = 'cancelled' WHERE profile_id = ?
        AND state IN ('running', 'interrupted')`,
    ).run(name);
    statement('DELETE FROM known_documents WHERE profile_id = ?').run(profileId);
    for (const table of ['tags', 'tags_being_made'])
      statement(`DELETE FROM ${table} WHERE profile_id = ?`).run(profileId);
    const facts = createFacts(database);
    for (const fact of ['documents', 'tag-kind']) facts.delete(`${fact}:${profileId}`);
    forgetKey(facts, profileId);
  }

  return {
    /** Whether a service has, or may have, anything of this profile. */
    hasHistory(profileId: string): boolean {
      const row = statement(
        `SELECT EXISTS (SELECT 1 FROM uploads WHERE profile_id = ?1 AND NOT (${untouched}))
           OR EXISTS (SELECT 1 FROM documents WHERE profile_id = ?1) AS has`,
      ).get(profileId) as { has: number };
      return row.has === 1;
    },

    /** Whether this profile's service has received any file. */
    hasLanded(profileId: string): boolean {
      const landed = 'SELECT 1 FROM uploads WHERE profile_id = ? AND landed_at IS NOT NULL LIMIT 1';
      return statement(landed).get(profileId) !== undefined;
    },

    /** Whether a former service has anything of this profile. */
    hasLeft(profileId: string): boolean {
      const left = `SELECT 1 FROM uploads WHERE profile_id > ?1 || '-left-' AND profile_id < ?1 || '-left.' LIMIT 1`;
      return statement(left).get(profileId) !== undefined;
    },

    /**
     * Records that the profile moved to another service: archives what the former service has, queues the files of its
     * folders again and writes `facts`, all in one transaction.
     */
    leave(profileId: string, facts: Readonly<Record<string, unknown>>): void {
      database.transaction(() => {
        const { n } = statement(
          `SELECT count(DISTINCT profile_id) AS n FROM uploads WHERE profile_id GLOB ? || '-left-*'`,
        ).get(profileId) as { n: number };
        queueFilesAnew(profileId);
        archive(profileId, `${profileId}-left-${n + 1}`);
        for (const [key, value] of Object.entries(facts))
          statement('INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)').run(
            key,
            JSON.stringify(value),
          );
      });
    },
  };
}

export type LeftServices = ReturnType<typeof createLeftServices>;
