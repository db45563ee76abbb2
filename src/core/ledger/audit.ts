import type { Database } from './database.ts';

type Table = 'local_files' | 'uploads';

interface Invariant {
  /** What is true of every row, as the log and the torture name it. */
  readonly name: string;
  readonly table: Table;
  /** Ids of rows for which it is not true, with ids above ?1 up to ?2. */
  readonly broken: string;
  /** Makes it true again for the row ?1, at the time ?2; without it, only reported. */
  readonly repair?: string;
}

/** `due_at` of a file whose folder looks for it soon, as in `local-files.ts`. */
const lookedForSoon = 1;
const lookAgain = `UPDATE local_files SET disposition = 'settling', reason = NULL, sha256 = NULL,
  due_at = ${lookedForSoon}, changed_at = ?2 WHERE id = ?1 AND disposition = 'taken'`;
/** History of a service that a profile left has no claims. */
const current = `uploads.profile_id NOT GLOB '*-left-*'`;

/**
 * What has to be true of the ledger, whatever happened. Each statement looks at a window of ids, because the
 * ledger answers on the thread that also uploads.
 */
export const invariants: readonly Invariant[] = [
  {
    // The other way round a file is never uploaded while its row says that it was.
    name: 'a file that is taken has the bytes of its upload',
    table: 'local_files',
    broken: `SELECT files.id FROM local_files AS files LEFT JOIN uploads ON uploads.id = files.upload_id
      WHERE files.id > ?1 AND files.id <= ?2 AND files.disposition = 'taken' AND (uploads.id IS NULL
        OR (files.size <> uploads.size OR files.mtime_ns <> uploads.mtime_ns)
          AND (uploads.sha256 IS NULL OR files.sha256 IS NOT uploads.sha256))`,
    repair: lookAgain,
  },
  {
    // An upload whose document the service deletes after a day inherits no claim, and can lose its own.
    name: 'bytes that are sent, or were, to stay are claimed',
    table: 'uploads',
    broken: `SELECT id FROM uploads WHERE id > ?1 AND id <= ?2 AND ${current} AND sha256 IS NOT NULL
      AND state IN ('enriching', 'reserved', 'putting', 'verifying', 'processing', 'completed')
      AND CASE WHEN json_valid(options) THEN coalesce(options ->> 'noStore', 0) ELSE 0 END = 0
      AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.profile_id = uploads.profile_id
        AND claims.sha256 = uploads.sha256)`,
    repair: `INSERT OR IGNORE INTO claims (profile_id, sha256, upload_id)
      SELECT profile_id, sha256, id FROM uploads WHERE id = ?1 AND ?2`,
  },
  {
    // A claim of an upload that is at its end without a document would keep others from sending the bytes.
    name: 'a claim is for the bytes of its upload, which has a document or is to make one',
    table: 'uploads',
    broken: `SELECT uploads.id FROM uploads JOIN claims ON claims.upload_id = uploads.id
      WHERE uploads.id > ?1 AND uploads.id <= ?2 AND (uploads.state = 'cancelled'
        OR uploads.state = 'duplicate' AND uploads.remote_content_id IS NULL
        OR uploads.state = 'attention' AND uploads.content_id IS NULL AND uploads.code IS NOT 'DOCUMENT_GONE'
          AND (uploads.remote_content_id IS NULL OR uploads.remote_status IS NOT 'failed')
        OR uploads.state <> 'queued' AND uploads.sha256 IS NOT claims.sha256)`,
    repair: `DELETE FROM claims WHERE upload_id = ?1 AND ?2`,
  },
  {
    name: 'a duplicate stands for the document of another upload with the same bytes',
    table: 'uploads',
    broken: `SELECT uploads.id FROM uploads LEFT JOIN uploads AS first ON first.id = uploads.duplicate_of
      WHERE uploads.id > ?1 AND uploads.id <= ?2 AND ${current} AND uploads.state = 'duplicate'
        AND uploads.remote_content_id IS NULL AND (first.id IS NULL OR first.state = 'cancelled'
          OR first.state = 'attention' AND first.content_id IS NULL AND first.code IS NOT 'DOCUMENT_GONE'
            AND (first.remote_content_id IS NULL OR first.remote_status IS NOT 'failed')
          OR first.state <> 'queued' AND first.sha256 IS NOT uploads.sha256
          OR first.state = 'duplicate' AND first.remote_content_id IS NULL AND NOT EXISTS (
            WITH RECURSIVE behind (id) AS (SELECT first.id UNION
              SELECT next.duplicate_of FROM behind JOIN uploads AS next ON next.id = behind.id
                WHERE next.state = 'duplicate' AND next.remote_content_id IS NULL)
            SELECT 1 FROM behind JOIN uploads AS last ON last.id = behind.id
              WHERE last.state <> 'duplicate' OR last.remote_content_id IS NOT NULL))`,
    repair: `UPDATE uploads SET state = 'queued', duplicate_of = NULL, after_state = NULL, finished_at = NULL,
      not_before = 0, code = NULL, detail = NULL, remote_status = NULL, updated_at = ?2
      WHERE id = ?1 AND state = 'duplicate'`,
  },
  {
    name: 'a document is of one upload',
    table: 'uploads',
    broken: `SELECT id FROM uploads WHERE id > ?1 AND id <= ?2 AND content_id IS NOT NULL AND EXISTS (
      SELECT 1 FROM uploads AS other WHERE other.content_id = uploads.content_id AND other.id < uploads.id
        AND other.profile_id = uploads.profile_id)`,
  },
];

/** Rows for which an invariant is not true. */
export interface Broken {
  readonly invariant: Invariant;
  readonly ids: readonly number[];
}

/** Ids that one statement looks at: a few milliseconds. */
const window = 2_000;

/** Audits the ledger window by window; the caller may pause between two of them. */
export function* auditLedger({ statement }: Pick<Database, 'statement'>): Generator<Broken> {
  for (const table of ['local_files', 'uploads'] as const) {
    const { last } = statement(`SELECT coalesce(max(id), 0) AS last FROM ${table}`).get() as { last: number };
    const own = invariants.filter((invariant) => invariant.table === table);
    for (let after = 0; after < last; after += window)
      for (const invariant of own) {
        const rows = statement(invariant.broken).all(after, after + window);
        yield { invariant, ids: rows.map(({ id }) => id as number) };
      }
  }
}

/** Repairs what can be: the files and uploads are looked at again. How many rows it was. */
export function repairBroken(
  { statement, transaction }: Database,
  { invariant, ids }: Broken,
  at: number,
): number {
  const { repair } = invariant;
  if (repair === undefined) return 0;
  return transaction(() =>
    ids.reduce((sum, id) => sum + Number(statement(repair).run(id, Math.round(at)).changes), 0),
  );
}
