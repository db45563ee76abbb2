import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Logger } from '../ports/logger.ts';
import type { Database } from '../ledger/database.ts';
import {
  countPresent,
  listPendingDeletes,
  listRecentDeletes,
  markDeletes,
  markPassedOn,
  type PendingDelete,
} from '../ledger/pending-deletes.ts';
import type { RemoteDeletion } from './watch-api.ts';

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
 * More than half of a volume's files is rarely meant, whatever the cap of the folder: a sync client that
 * signs out, a script with a wrong path. Fewer than this many are deleted by hand, and asking about those
 * would teach people to say yes.
 */
const fewestTogether = 10;

/**
 * Local deletes of a folder that are due to be passed on to the service (W9): proved by two passes a grace
 * time apart, not moved, not put back, and nothing else stands for the same document. What vanished together
 * is held for a person: more than the folder's cap, all files of a volume, or more than half of them. Deletes
 * of the last minutes count along, since a slow delete of a whole folder is still one. `passedAt` is when the
 * last complete pass ended; `ofProfile` are the ids of the profile's folders. With `isElsewhere`, files may
 * have been moved into a folder of the profile that Sluice does not look into, so it asks the user. A file
 * that vanished after `lookedUntil` (wall ms) may have been moved into a folder that is looked through later.
 */
export function deletesDue(
  database: Database,
  folder: WatchFolder,
  {
    grace,
    now,
    passedAt,
    ofProfile = [folder.id],
    isElsewhere = false,
    lookedUntil = Number.POSITIVE_INFINITY,
  }: {
    grace: number;
    now: number;
    passedAt: number;
    ofProfile?: readonly string[];
    isElsewhere?: boolean;
    lookedUntil?: number;
  },
): DeletesDue {
  const none = { deletions: [], localFileIds: [], held: 0, wantsPass: false };
  if (!passesDeletesOn(folder)) return none;
  const rows = listPendingDeletes(database, folder.id, ofProfile);
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
  const due = rows.filter(
    ({ confirmed, isOpen, reason, at }) =>
      confirmed >= passesWanted && isOpen === 0 && (reason !== null || at < lookedUntil),
  );
  const unclear = isElsewhere ? due.filter(({ reason }) => reason === null) : [];
  if (unclear.length > 0) {
    const ids = unclear.map(({ localFileId }) => localFileId);
    markDeletes(database, ids, 'DELETE_CAP', now);
    return { ...none, held: ids.length };
  }
  return {
    deletions: due.flatMap(({ uploadId, path, isCopy }) =>
      isCopy === 1 ? [] : { uploadId, folderId: folder.id, path },
    ),
    localFileIds: due.map(({ localFileId }) => localFileId),
    held: 0,
    wantsPass,
  };
}

export interface PassingOn {
  readonly database: Database;
  readonly logger: Pick<Logger, 'warn'>;
  /** Undefined where nobody deletes at the service. */
  readonly deleteRemote: ((deletions: readonly RemoteDeletion[]) => void) | undefined;
}

/** Queues the deletions of a folder that are due, and marks their files. */
export function passOn(
  { database, logger, deleteRemote }: PassingOn,
  folder: WatchFolder,
  times: Parameters<typeof deletesDue>[2],
): Pick<DeletesDue, 'held' | 'wantsPass'> {
  if (!deleteRemote) return { held: 0, wantsPass: false };
  const { deletions, localFileIds, held, wantsPass } = deletesDue(database, folder, times);
  if (held > 0) logger.warn('local deletes wait for a person', { folder: folder.id, count: held });
  try {
    if (localFileIds.length > 0)
      database.transaction(() => {
        markDeletes(database, localFileIds, 'deleted', times.now);
        deleteRemote(deletions);
        markPassedOn(database, localFileIds, null, times.now);
      });
  } catch (error) {
    logger.warn('local deletes could not be passed on', { folder: folder.id, error: String(error) });
  }
  return { held, wantsPass };
}

/** Whether the documents of deleted files are to follow them; a folder that moves files away deletes none. */
export function passesDeletesOn({ localDelete, afterUpload }: WatchFolder): boolean {
  return localDelete === 'delete' && afterUpload === 'leave';
}

/** Those of the vanished files that are too many to be a person's everyday delete. */
function heldTogether(
  database: Database,
  folder: WatchFolder,
  rows: readonly PendingDelete[],
  now: number,
): readonly PendingDelete[] {
  const recently = listRecentDeletes(database, folder.id, now - capWindow);
  const before = new Map(recently.map(({ device, count }) => [device, count]));
  const sum = recently.reduce((total, { count }) => total + count, rows.length);
  if (sum > folder.deleteCap) return rows;
  const together = new Set(
    [...new Set(rows.map(({ device }) => device))].filter((device) => {
      const vanished = rows.filter((row) => row.device === device).length + (before.get(device) ?? 0);
      const left = countPresent(database, { folderId: folder.id, device, atMost: vanished });
      return left === 0 || (vanished >= fewestTogether && vanished > left);
    }),
  );
  return rows.filter(({ device }) => together.has(device));
}
