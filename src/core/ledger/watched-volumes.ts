import type { Database } from './database.ts';

/**
 * A volume seen in a watch folder; `directory` is where it is mounted, relative to the root, '' for the root
 * itself.
 */
export interface WatchedVolume {
  readonly directory: string;
  readonly device: string;
  readonly inode: string;
  readonly born: string;
  readonly volume: string;
}

/** Files of a watch folder that are out of sight with their volume, and wait for it or for a person. */
export interface VolumeAway {
  /** Relative to the root, '' for the root itself. */
  readonly directory: string;
  readonly device: string;
  readonly files: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** A stretch of ids of local files. */
export interface IdWindow {
  readonly after: number;
  readonly through: number;
}

/** Some milliseconds of work. */
const idsAtOnce = 2000;

type Held = Pick<VolumeAway, 'directory' | 'device' | 'files'>;

/** Rows at and below a directory (?2) of a folder (?1). */
const below = `folder_id = ?1 AND (?2 = '' OR directory = ?2 OR (directory >= ?2 || '/'
  AND directory < ?2 || '0'))`;

/** The volumes of the watch folders, and the journal of what passes saw of deleted files (W9). */
export function createWatchedVolumes(database: Database) {
  const { statement } = database;

  function listAway(folderId: string): VolumeAway[] {
    return statement(
      `SELECT directory, device, files, missing_since AS since FROM watched_volumes
        WHERE folder_id = ? AND missing_since IS NOT NULL ORDER BY directory, device`,
    ).all(folderId) as unknown as VolumeAway[];
  }

  function forget(folderId: string, directory: string, device: string): void {
    statement('DELETE FROM watched_volumes WHERE folder_id = ? AND directory = ? AND device = ?').run(
      folderId,
      directory,
      device,
    );
  }

  return {
    away: listAway,
    forget,

    /** What the root of a folder was when it was last looked through. */
    root(folderId: string): Pick<WatchedVolume, 'device' | 'inode'> | undefined {
      return statement(
        `SELECT device, inode FROM watched_volumes WHERE folder_id = ? AND directory = '' AND seen = 1
          AND inode <> ''`,
      ).get(folderId) as Pick<WatchedVolume, 'device' | 'inode'> | undefined;
    },

    /**
     * What a complete pass found: volumes that are there, and files whose volumes are not. True when some
     * came back.
     */
    recordPass(
      folderId: string,
      there: readonly WatchedVolume[],
      held: readonly Held[],
      now: number,
    ): boolean {
      return database.transaction(() => {
        const before = listAway(folderId);
        const key = ({ directory, device }: { directory: string; device: string }) =>
          `${directory}\0${device}`;
        const kept = new Set([...there, ...held].map(key));
        const known = statement('SELECT directory, device FROM watched_volumes WHERE folder_id = ?').all(
          folderId,
        ) as { directory: string; device: string }[];
        for (const one of known) if (!kept.has(key(one))) forget(folderId, one.directory, one.device);
        for (const { directory, device, inode, born, volume } of there) {
          statement(
            `INSERT INTO watched_volumes (folder_id, directory, device, inode, born, volume, seen)
              VALUES (?, ?, ?, ?, ?, ?, 1)
             ON CONFLICT DO UPDATE SET inode = excluded.inode, born = excluded.born,
               volume = excluded.volume, seen = 1, missing_since = NULL, files = 0`,
          ).run(folderId, directory, device, inode, born, volume);
        }
        for (const { directory, device, files } of held) {
          statement(
            `INSERT INTO watched_volumes (folder_id, directory, device, inode, volume, seen, missing_since,
              files)
               VALUES (?1, ?2, ?3, '', '', 0, ?4, ?5)
             ON CONFLICT DO UPDATE SET missing_since = coalesce(missing_since, ?4), files = ?5`,
          ).run(folderId, directory, device, Math.round(now), files);
        }
        const still = new Set(held.map(key));
        return before.some((one) => !still.has(key(one)));
      });
    },

    /** Another volume lies where the root was: all files of the root's own wait. */
    rootAway(folderId: string, now: number): void {
      statement(
        `UPDATE watched_volumes SET missing_since = ?2, files = (SELECT count(*) FROM local_files
             WHERE folder_id = ?1 AND device = watched_volumes.device AND disposition <> 'gone')
           WHERE folder_id = ?1 AND directory = '' AND seen = 1 AND missing_since IS NULL`,
      ).run(folderId, Math.round(now));
    },

    /** The folder lies elsewhere now: what was known of its volumes says nothing of that. */
    forgetAll(folderId: string): void {
      statement('DELETE FROM watched_volumes WHERE folder_id = ?').run(folderId);
    },

    /** The rows of local files by their ids, a few at a time, so that changing very many holds nobody up. */
    *windows(): Generator<IdWindow> {
      const { last } = statement('SELECT coalesce(max(id), 0) AS last FROM local_files').get() as {
        last: number;
      };
      for (let after = 0; after < last; after += idsAtOnce) yield { after, through: after + idsAtOnce };
    },

    /** A volume has another number than before, as after a reboot. */
    renumber(
      folderId: string,
      { directory, before, device }: { directory: string; before: string; device: string },
      { after, through }: IdWindow,
    ): void {
      statement(
        // What lies below another volume that is known by the old number is that one's.
        `UPDATE local_files SET device = ?4 WHERE id > ?5 AND id <= ?6 AND ${below} AND device = ?3 AND NOT
          EXISTS (
           SELECT 1 FROM watched_volumes deeper WHERE deeper.folder_id = ?1 AND deeper.device = ?3
              AND length(deeper.directory) > length(?2)
              AND (local_files.directory = deeper.directory
              OR (local_files.directory >= deeper.directory || '/'
                AND local_files.directory < deeper.directory || '0')))`,
      ).run(folderId, directory, before, device, after, through);
    },

    /**
     * A person says that the files of a volume that is away are gone: they count as deleted from now on, for
     * `reason`; answers how many. The number of their volume is dropped: they are looked for wherever they
     * were.
     */
    giveUp(
      folderId: string,
      { directory, device }: VolumeAway,
      { after, through }: IdWindow,
      reason: string,
      now: number,
    ): number {
      const rows = `id > ?4 AND id <= ?5 AND ${below} AND device = ?3 AND disposition <> 'gone'`;
      return database.transaction(() => {
        const place = [folderId, directory, device, after, through] as const;
        const forgotten = statement(`DELETE FROM local_files WHERE ${rows} AND upload_id IS NULL`).run(
          ...place,
        );
        const given = statement(
          `UPDATE local_files SET disposition = 'gone', reason = ?6, device = '', changed_at = ?7,
            confirmed = 0,
               confirmed_at = NULL WHERE ${rows}`,
        ).run(...place, reason, Math.round(now));
        return Number(forgotten.changes) + Number(given.changes);
      });
    },

    /**
     * Notes for each pending delete whether a pass proved it. The second proof counts only a grace time (ms)
     * after the first; what a pass could not prove begins anew.
     */
    confirm(folderId: string, proved: readonly number[], grace: number, now: number): void {
      const at = Math.round(now);
      database.transaction(() => {
        statement(
          `UPDATE local_files SET confirmed = 0, confirmed_at = NULL WHERE folder_id = ?1
            AND disposition = 'gone'
             AND confirmed > 0 AND (id NOT IN (SELECT value FROM json_each(?2)) OR confirmed_at > ?3)`,
        ).run(folderId, JSON.stringify(proved), at);
        const once = statement(
          `UPDATE local_files
             SET confirmed = CASE
                 WHEN confirmed = 0 THEN 1 WHEN confirmed_at <= ?2 - ?3 THEN 2 ELSE confirmed END,
               confirmed_at = coalesce(confirmed_at, ?2)
             WHERE id = ?1 AND disposition = 'gone'`,
        );
        for (const id of proved) once.run(id, at, Math.round(grace));
      });
    },

    /** Nothing of the folder is proved any more. */
    clearConfirmations(folderId: string): void {
      statement(
        `UPDATE local_files SET confirmed = 0, confirmed_at = NULL
           WHERE folder_id = ? AND disposition = 'gone' AND confirmed > 0`,
      ).run(folderId);
    },
  };
}

export type WatchedVolumes = ReturnType<typeof createWatchedVolumes>;
