import type { Aside, Destination } from '#core/local/set-aside.ts';
import type { Database } from './database.ts';
import { createFacts } from './facts.ts';

/** A file that is set aside while it is decided what becomes of it. */
export interface SetAsideRow {
  readonly uploadId: number;
  readonly profileId: string;
  readonly place: Aside;
  readonly destination: Destination | null;
  readonly reason: string | null;
}

/**
 * Rows of `local_files` whose files an after-upload action takes away, or took. A file of another name is not
 * theirs, moved: it may be a second name (a hard link), which gets its own action (W18).
 */
export const takenAway = `(disposition = 'gone' AND reason IS 'after-upload'
  OR upload_id IN (SELECT upload_id FROM set_aside))`;

/**
 * Queues an upload again that ended because its file was gone, or because no folder of the profile accepted
 * the file in its old place. If no folder accepts it in the new place either, the queue cancels the upload. If
 * a person had its failed document sent again while the file was away, that document is deleted first.
 */
export function callBack({ statement }: Pick<Database, 'statement'>, uploadId: number, now: number): void {
  statement(
    `UPDATE uploads SET state = iif(content_id IS NULL, 'queued', 'cancelling'),
      after_state = iif(content_id IS NULL, after_state, 'requeue'),
      landed_at = iif(content_id IS NULL, NULL, landed_at),
      code = NULL, detail = NULL, attempts = 0, not_before = 0, finished_at = NULL, updated_at = ?
       WHERE id = ? AND (state = 'attention' AND code = 'FILE_GONE' OR state = 'cancelled'
         AND code IN ('FILE_GONE', 'LEFT_OUT', 'FOLDER_REMOVED', 'OTHER_PROFILE'))`,
  ).run(Math.round(now), uploadId);
}

/**
 * What Sluice does in people's folders, written down before it is done, so that a crash leaves nothing lying
 * about.
 */
export function createOwnFiles(database: Database) {
  const { statement } = database;
  const select =
    'SELECT upload_id AS uploadId, profile_id AS profileId, place, destination, reason FROM set_aside';

  const facts = createFacts(database);

  return {
    /** Where the drive was mounted that has a place for files, by the path of that place. */
    findOutputMount: (root: string) => facts.get(`output-mount:${root}`) as string | undefined,
    noteOutputMount: (root: string, mount: string) => facts.set(`output-mount:${root}`, mount),

    /** The file of this upload is about to be renamed. */
    setAside({ uploadId, profileId, place, reason }: Omit<SetAsideRow, 'destination'>): void {
      statement(
        'INSERT INTO set_aside (upload_id, profile_id, aside, place, reason) VALUES (?, ?, ?, ?, ?)',
      ).run(uploadId, profileId, place.aside, JSON.stringify(place), reason);
    },

    /** It is about to be moved there. */
    setDestination(uploadId: number, destination: Destination): void {
      statement('UPDATE set_aside SET destination = ? WHERE upload_id = ?').run(
        JSON.stringify(destination),
        uploadId,
      );
    },

    /** It has its name back, or somebody else took it. */
    removeAside(uploadId: number): void {
      statement('DELETE FROM set_aside WHERE upload_id = ?').run(uploadId);
    },

    /** Sluice moved, trashed or deleted it. */
    endAside(uploadId: number, name: string): void {
      database.transaction(() => {
        statement('DELETE FROM set_aside WHERE upload_id = ?').run(uploadId);
        statement(
          `UPDATE local_files SET disposition = 'gone', reason = 'after-upload' WHERE upload_id = ?
            AND name = ? AND disposition IN ('taken', 'gone')`,
        ).run(uploadId, name);
      });
    },

    findAside(uploadId: number): SetAsideRow | undefined {
      return toRow(statement(`${select} WHERE upload_id = ?`).get(uploadId));
    },

    findAsideByName(aside: string): SetAsideRow | undefined {
      return toRow(statement(`${select} WHERE aside = ?`).get(aside));
    },

    /** What a process that died left set aside. */
    listAsides(profileId: string): SetAsideRow[] {
      return statement(`${select} WHERE profile_id = ?`)
        .all(profileId)
        .map((raw) => toRow(raw) as SetAsideRow);
    },

    /** A file was written to a person's folder. */
    recordWritten(path: string, sha256: string): void {
      statement(
        `INSERT INTO written_files (path, sha256) VALUES (?, ?) ON CONFLICT (path) DO UPDATE
          SET sha256 = excluded.sha256`,
      ).run(path, sha256);
    },

    /** The bytes that Sluice last wrote there, if it ever did. */
    findWrittenHash(path: string): string | undefined {
      const row = statement('SELECT sha256 FROM written_files WHERE path = ?').get(path);
      return row?.sha256 as string | undefined;
    },
  };
}

export type OwnFiles = ReturnType<typeof createOwnFiles>;

function toRow(raw: unknown): SetAsideRow | undefined {
  if (raw === undefined) return undefined;
  const row = raw as { uploadId: number; profileId: string; reason: string | null } & Record<string, string>;
  return {
    uploadId: row.uploadId,
    profileId: row.profileId,
    place: JSON.parse(row.place as string) as Aside,
    destination: row.destination ? (JSON.parse(row.destination) as Destination) : null,
    reason: row.reason,
  };
}
