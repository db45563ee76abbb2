import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import { unsentStates } from '#shared/uploads/open-states.ts';
import { syncFile } from '../data-folder/sync.ts';
import { asLedgerError, type Database, isUpToDate, latestLedger, openDatabase } from './database.ts';
import type { LedgerIdentity } from './identity-file.ts';
import { pendingDelete } from './local-files.ts';
import { ownIdentity } from './own-identity.ts';

/** Pages that are copied at a time, 2 MB: often enough to be told of, seldom enough to cost nothing. */
const pagesAtOnce = 500;
/** How long another process may keep a ledger that is to be put aside, ms. */
const patience = 2_000;

/** What a ledger is, as a whole. */
export interface LedgerFacts {
  /** How many migrations made it. */
  readonly schema: number;
  /** Undefined in one from before there were identities. */
  readonly identity: LedgerIdentity | undefined;
  readonly uploads: number;
}

/**
 * Copies a ledger while others write to it, by SQLite's own online backup: as it stood at one moment, whole,
 * in one file, and on disk when this returns. The copy is for its owner only.
 *
 * @param onProgress told of the part that is done, 0 to 1
 * @throws AppError `LEDGER_CORRUPT` where SQLite cannot read it, `DISK_FULL`; the signal's reason
 */
export async function copyLedger(
  from: string,
  to: string,
  { onProgress, signal }: { onProgress?: (part: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  // Made by us, because what SQLite makes follows the umask.
  closeSync(openSync(to, 'wx', 0o600));
  const source = openDatabase(from, { readOnly: true });
  try {
    // One moment for all of it: without this, every write of another process begins the copy anew.
    source.sqlite.exec('BEGIN');
    source.sqlite.prepare('SELECT count(*) FROM sqlite_schema').get();
    await backup(source.sqlite, to, {
      rate: pagesAtOnce,
      progress({ totalPages, remainingPages }) {
        signal?.throwIfAborted();
        onProgress?.(totalPages === 0 ? 1 : 1 - remainingPages / totalPages);
      },
    });
  } catch (error) {
    throw asLedgerError(error);
  } finally {
    source.close();
  }
  leaveLog(to);
  syncFile(to);
}

/**
 * Reads all of a ledger through that nobody has open, in one file without a log.
 *
 * @throws AppError `BACKUP_DAMAGED` where it is not whole, `LEDGER_NEWER` where a newer Sluice wrote it
 */
export function inspectLedger(path: string): LedgerFacts {
  try {
    leaveLog(path);
    const database = openDatabase(path, { readOnly: true });
    try {
      isUpToDate(database);
      const { sqlite, statement } = database;
      const check = sqlite.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
      if (check.quick_check !== 'ok') throw damagedCopy();
      const { uploads } = statement('SELECT count(*) AS uploads FROM uploads').get() as { uploads: number };
      return { schema: schemaOf(path) ?? 0, identity: ownIdentity(database), uploads };
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof AppError && error.code !== 'LEDGER_CORRUPT') throw error;
    throw damagedCopy(error);
  }
}

/**
 * Pauses what a ledger from a backup would send or delete as soon as an agent starts, and that a person asked
 * for: uploads by hand, those of a folder that the settings do not have, and deletions. The user may have
 * decided otherwise since.
 *
 * @param folderIds of the watch folders that the settings have
 * @returns how many uploads it paused
 */
export function pauseUnasked(path: string, folderIds: readonly string[]): number {
  using sqlite = new DatabaseSync(path);
  const states = unsentStates.map((state) => `'${state}'`).join();
  // Of a pause only 1 counts.
  const { changes } = sqlite
    .prepare(
      `UPDATE uploads SET paused = 1 WHERE paused <> 1 AND (state = 'cancelling' OR state IN (${states})
        AND (folder_id IS NULL OR folder_id NOT IN (SELECT value FROM json_each(?))))`,
    )
    .run(JSON.stringify(folderIds));
  return Number(changes);
}

const unlooked = 'restored-folder:';

/**
 * Prepares the ledger of a backup, which no process has open: deletes that were pending are asked about, and
 * so are files that are missing when their folder is looked through for the first time. What stands for their
 * documents since the backup was made, it cannot say.
 */
export function askAboutMissing(path: string): void {
  using sqlite = new DatabaseSync(path);
  sqlite.exec(`UPDATE local_files SET reason = 'DELETE_CAP' WHERE ${pendingDelete};
    INSERT INTO facts (key, value) SELECT DISTINCT '${unlooked}' || folder_id, 'true' FROM local_files WHERE true
      ON CONFLICT (key) DO NOTHING`);
}

/** Whether a watch folder of a restored backup was not looked through since. */
export function isUnlooked({ statement }: Pick<Database, 'statement'>, folderId: string): boolean {
  return statement('SELECT 1 FROM facts WHERE key = ?').get(`${unlooked}${folderId}`) !== undefined;
}

export function noteLooked({ statement }: Pick<Database, 'statement'>, folderId: string): void {
  statement('DELETE FROM facts WHERE key = ?').run(`${unlooked}${folderId}`);
}

function damagedCopy(cause?: unknown): AppError {
  return new AppError('BACKUP_DAMAGED', { spoken: said('detail.copyOfLedger'), cause });
}

/**
 * The number of migrations that made a ledger, from the head of its file (`user_version`, SQLite's file
 * format, 1.3), so that a copy is looked at without being opened. Undefined for what is no ledger.
 */
export function schemaOf(path: string): number | undefined {
  const head = Buffer.alloc(64);
  const file = openSync(path, 'r');
  try {
    const read = readSync(file, head, 0, head.length, 0);
    const isLedger = read === head.length && head.toString('latin1', 0, 15) === 'SQLite format 3';
    return isLedger ? head.readUInt32BE(60) : undefined;
  } finally {
    closeSync(file);
  }
}

/** Whether a ledger is there that this version would change before it uses it. */
export function isOlderLedger(directory: string): boolean {
  const path = join(directory, 'ledger.sqlite');
  if (!existsSync(path)) return false;
  const schema = schemaOf(path);
  return schema !== undefined && schema > 0 && schema < latestLedger();
}

/**
 * Brings a ledger into its one file and proves that no process has it open, so that it can be renamed. One
 * that SQLite cannot read stays as it is.
 *
 * @throws AppError `LEDGER_BUSY`
 */
export function closeToAll(path: string): void {
  try {
    leaveLog(path, patience);
  } catch (error) {
    const known = asLedgerError(error);
    if (known instanceof AppError && known.code === 'LEDGER_CORRUPT') return;
    throw isBusy(error)
      ? new AppError('LEDGER_BUSY', { spoken: said('detail.ledgerOpenElsewhere'), cause: error })
      : known;
  }
}

/** How many uploads came, or went on, since then; ms since the epoch. Undefined where it cannot be read. */
export function uploadsSince(path: string, time: number): number | undefined {
  try {
    const database = openDatabase(path, { readOnly: true });
    try {
      const row = database
        .statement('SELECT count(*) AS uploads FROM uploads WHERE updated_at > ?')
        .get(time);
      return (row as { uploads: number }).uploads;
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** Without its log a file is all of a ledger; SQLite refuses while anybody else has it open. */
function leaveLog(path: string, timeout = 0): void {
  const sqlite = new DatabaseSync(path, { timeout });
  try {
    sqlite.exec('PRAGMA journal_mode = DELETE');
  } finally {
    sqlite.close();
  }
}

/** SQLITE_BUSY, SQLITE_LOCKED. */
function isBusy(error: unknown): boolean {
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
  return code === 5 || code === 6;
}
