import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Database } from '../ledger/database.ts';
import { pendingDelete } from '../ledger/local-files.ts';
import { nobodyElse } from '../ledger/local-standing.ts';
import type { RemoteDeletion } from './watch-api.ts';

interface PendingRow {
  readonly localFileId: number;
  readonly uploadId: number;
  readonly path: string;
  readonly device: string;
  readonly reason: string | null;
  readonly at: number;
  readonly confirmed: number;
  readonly confirmedAt: number | null;
}

export interface DeletesDue {
  /** To be deleted at the service now. */
  readonly deletions: RemoteDeletion[];
  /** Their rows; mark them once the deletions are queued. */
  readonly localFileIds: number[];
  /** They wait for a person (`DELETE_CAP`). */
  readonly held: number;
  /** Some wait for a pass to look for them, and none will by itself soon. */
  readonly wantsPass: boolean;
}

/** Deletes within this long of each other count together. Milliseconds. */
const capWindow = 10 * 60_000;
/** So many complete passes must have seen a file's volume well and the file gone. */
const passesWanted = 2;
/**
 * More than half of a volume's files is rarely meant, whatever the cap of the folder: a sync client that signs out, a script with
 * a wrong path. Fewer than this many are deleted by hand, and asking about those would teach people to say yes.
 */
const fewestTogether = 10;

/**
 * The upload whose document stands for the file `gone`, as `uploads`: its own, or, where that ended with nothing at the service, the
 * newest version before it, whose place it was to take (W7). Of a duplicate it is the one that it stood for where that was replaced:
 * no file of its own is left to go.
 */
const whoseDocument = `
  JOIN uploads newest ON newest.id = gone.upload_id
  LEFT JOIN uploads first ON first.id = newest.duplicate_of
  JOIN uploads ON uploads.id = CASE
    WHEN newest.state = 'duplicate' AND first.replaced_by IS NOT NULL THEN first.id
    WHEN newest.replaces IS NULL OR newest.content_id IS NOT NULL OR newest.state NOT IN ('cancelled', 'attention') THEN newest.id
    ELSE (WITH RECURSIVE line (id) AS (
      VALUES (newest.id)
      UNION ALL
      SELECT older.id FROM line JOIN uploads newer ON newer.id = line.id
        JOIN uploads older ON older.id = newer.replaces AND older.id < newer.id AND older.profile_id = newer.profile_id
       WHERE newer.content_id IS NULL AND newer.state IN ('cancelled', 'attention') AND newer.options ->> 'changed' = 'replace')
      SELECT min(id) FROM line) END`;

const pending = `
  SELECT gone.id AS localFileId, uploads.id AS uploadId, uploads.path AS path, gone.device, gone.reason,
         gone.changed_at AS at, gone.confirmed, gone.confirmed_at AS confirmedAt
    FROM local_files gone ${whoseDocument}
   WHERE gone.folder_id = ? AND gone.id IN (SELECT id FROM local_files WHERE folder_id = ? AND ${pendingDelete})
     AND uploads.state = 'completed' AND ${nobodyElse}`;

const recent = `
  SELECT device, count(*) AS count FROM local_files
   WHERE folder_id = ? AND disposition = 'gone' AND reason = 'deleted' AND changed_at > ? GROUP BY device`;

/** No further than is needed: a folder may hold a million. */
const remaining = `
  SELECT count(*) AS count FROM (SELECT 1 FROM local_files
   WHERE folder_id = ? AND disposition = 'taken' AND device = ? LIMIT ?)`;

/**
 * Local deletes of a folder that are due to be passed on to the service (W9): proved by two passes a grace time apart, not moved,
 * not put back, and nothing else stands for the same document. What vanished together is held for a person: more than the
 * folder's cap, all files of a volume, or more than half of them. Deletes of the last minutes count along, since a slow delete of
 * a whole folder is still one. `passedAt` is when the last complete pass ended.
 */
export function deletesDue(
  database: Database,
  folder: WatchFolder,
  { grace, now, passedAt }: { grace: number; now: number; passedAt: number },
): DeletesDue {
  const none = { deletions: [], localFileIds: [], held: 0, wantsPass: false };
  if (folder.localDelete !== 'delete' || folder.afterUpload !== 'leave') return none;
  const rows = database.statement(pending).all(folder.id, folder.id) as unknown as PendingRow[];
  if (rows.length === 0) return none;
  const undecided = rows.filter(({ reason }) => reason === null);
  const held = heldTogether(database, folder, undecided, now);
  if (held.length > 0) {
    const ids = held.map(({ localFileId }) => localFileId);
    markDeletes(database, ids, 'DELETE_CAP', now);
    return { ...none, held: ids.length };
  }
  const wantsPass = rows.some(({ confirmed, confirmedAt, at }) =>
    confirmed === 0 ? at >= passedAt : confirmed < passesWanted && (confirmedAt ?? now) <= now - grace,
  );
  // While files go on vanishing, it is not known yet how many go together.
  if (undecided.some(({ at }) => at > now - grace)) return { ...none, wantsPass };
  const due = rows.filter(({ confirmed }) => confirmed >= passesWanted);
  return {
    deletions: due.map(({ uploadId, path }) => ({ uploadId, folderId: folder.id, path })),
    localFileIds: due.map(({ localFileId }) => localFileId),
    held: 0,
    wantsPass,
  };
}

/** Those of the vanished files that are too many to be a person's everyday delete. */
function heldTogether(
  database: Database,
  folder: WatchFolder,
  rows: readonly PendingRow[],
  now: number,
): readonly PendingRow[] {
  const recently = database.statement(recent).all(folder.id, Math.round(now - capWindow)) as unknown as {
    device: string;
    count: number;
  }[];
  const before = new Map(recently.map(({ device, count }) => [device, count]));
  const sum = recently.reduce((total, { count }) => total + count, rows.length);
  if (sum > folder.deleteCap) return rows;
  const together = new Set(
    [...new Set(rows.map(({ device }) => device))].filter((device) => {
      const vanished = rows.filter((row) => row.device === device).length + (before.get(device) ?? 0);
      const left = database.statement(remaining).get(folder.id, device, vanished) as { count: number };
      return left.count === 0 || (vanished >= fewestTogether && vanished > left.count);
    }),
  );
  return rows.filter(({ device }) => together.has(device));
}

/** Notes on rows of deleted files what became of their documents. */
export function markDeletes(
  database: Database,
  ids: readonly number[],
  reason: string | null,
  now: number,
): void {
  database.transaction(() => {
    const mark = database.statement(
      `UPDATE local_files SET reason = ?, changed_at = ? WHERE id = ? AND disposition = 'gone'`,
    );
    for (const id of ids) mark.run(reason, Math.round(now), id);
  });
}

/** Files that vanished together and wait for a person (`DELETE_CAP`): their rows, and the uploads whose documents are meant. */
export function heldDeletes(
  { statement }: Database,
  folderId: string,
): { ids: number[]; uploadIds: number[] } {
  const where = `gone.folder_id = ? AND gone.disposition = 'gone' AND gone.reason = 'DELETE_CAP'`;
  const numbers = (sql: string) =>
    statement(sql)
      .all(folderId)
      .map((row) => row.id as number);
  return {
    ids: numbers(`SELECT gone.id FROM local_files gone WHERE ${where}`),
    uploadIds: numbers(`SELECT uploads.id FROM local_files gone ${whoseDocument} WHERE ${where}`),
  };
}

/**
 * Notes on rows of deleted files that their deletes are passed on, where their documents are going or gone. A document that another
 * file came to stand for meanwhile stays, and its rows are `otherwise`: looked at again once nothing else does.
 */
export function markPassedOn(
  database: Database,
  ids: readonly number[],
  otherwise: null | 'DELETE_APPROVED',
  now: number,
): void {
  const stays = database.statement(
    `SELECT 1 FROM local_files gone ${whoseDocument}
      WHERE gone.id = ? AND uploads.state IN ('completed', 'processing', 'attention') AND uploads.content_id IS NOT NULL`,
  );
  database.transaction(() => {
    const staying = new Set(ids.filter((id) => stays.get(id) !== undefined));
    const going = ids.filter((id) => !staying.has(id));
    markDeletes(database, going, 'deleted', now);
    markDeletes(database, [...staying], otherwise, now);
  });
}
