import type { UploadState } from '#shared/uploads/upload.ts';
import type { Database } from './database.ts';
import { type ScopedFilter, toSql } from './upload-filter.ts';

type Counts = Partial<Record<UploadState, number>>;

/**
 * Uploads in the states that triggers count as one with `queued`: what is being sent, so they are few. By
 * that index, whatever the planner makes of a table in which nearly all are queued.
 */
const beingSent = `uploads INDEXED BY uploads_state
           WHERE state IN ('claiming', 'enriching', 'reserved', 'putting', 'verifying')`;

/**
 * How many uploads there are. What pages and agent ask all the time, by profile, folder and state, comes from
 * what triggers counted (docs/adr/0019) and costs the same with a million uploads as with ten; any other
 * filter is counted row by row.
 */
export function createUploadCounts({ statement }: Database) {
  /** By one statement, so that an upload that is taken up meanwhile is not counted twice. */
  function counted({ profileId, folderId }: ScopedFilter): Counts {
    const chosen = "(?1 IS NULL OR profile_id = ?1) AND (?2 IS NULL OR coalesce(folder_id, '') = ?2)";
    const rows = statement(
      `SELECT state, sum(n) AS n FROM (
         SELECT CASE WHEN standing IN ('open', 'paused') THEN 'queued' ELSE standing END AS state, files AS n
           FROM upload_counts WHERE ${chosen}
         UNION ALL SELECT state, 1 FROM ${beingSent} AND ${chosen}
         UNION ALL SELECT 'queued', -1 FROM ${beingSent} AND ${chosen}
       ) GROUP BY state HAVING sum(n) > 0`,
    ).all(profileId, folderId === null ? '' : (folderId ?? null));
    return countsOf(rows);
  }

  function counts(filter: ScopedFilter): Counts {
    if (isCounted(filter)) return within(counted(filter), filter.states);
    const where = toSql(filter);
    const rows = statement(`SELECT state, count(*) AS n FROM uploads WHERE ${where.sql} GROUP BY state`);
    return countsOf(rows.all(...where.values));
  }

  return {
    counts,

    total: (filter: ScopedFilter): number => Object.values(counts(filter)).reduce((sum, n) => sum + n, 0),

    /** Bytes and files that still have to be sent. */
    backlog(): { files: number; bytes: number } {
      return statement(
        `SELECT coalesce(sum(files), 0) AS files, coalesce(sum(bytes), 0) AS bytes FROM upload_counts
           WHERE standing = 'open'`,
      ).get() as { files: number; bytes: number };
    },
  };
}

const countsOf = (rows: readonly Record<string, unknown>[]): Counts =>
  Object.fromEntries(rows.map(({ state, n }) => [state, n]));

function isCounted({ profileId, folderId, states, ...others }: ScopedFilter): boolean {
  return Object.values(others).every((value) => value === undefined);
}

function within(counts: Counts, states: readonly UploadState[] | undefined): Counts {
  if (states === undefined) return counts;
  return Object.fromEntries(
    Object.entries(counts).filter(([state]) => states.includes(state as UploadState)),
  );
}
