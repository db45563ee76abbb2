import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { asLedgerError, type Database, isUpToDate, openDatabase } from './database.ts';
import {
  type IdentityKeeper,
  keepIdentity,
  type LedgerIdentity,
  profileKey,
  type Repeated,
  readIdentity,
} from './identity-file.ts';
import { keepNotes, takeKeptNotes } from './kept-notes.ts';
import type { LedgerTuning } from './ledger-tuning.ts';
import { repeatedOutside, ownIdentity, setOwnIdentity } from './own-identity.ts';
import { createFacts } from './facts.ts';
import { formerTeamKey } from './team-membership.ts';
import { beginningsLostKey, type RebuildFact, rebuildKey } from './rebuild-fact.ts';

/**
 * Larger ledgers are not read through at every start; SQLite notices damage where it meets it, and the next
 * start looks (bytes).
 */
const checkUpTo = 64 * 1024 * 1024;

/**
 * Why the ledger cannot be trusted to know all that was sent: its file is `missing` or `empty`, it is
 * `damaged`, an `older` copy of itself was put back, or it is a `foreign` one, of another data folder. All
 * lead to one rebuild.
 */
export type LedgerLoss = 'missing' | 'empty' | 'damaged' | 'older' | 'foreign';

export interface OpenedLedger {
  readonly database: Database;
  /** Raised with the ledger's own mark, once that is on disk. */
  readonly identity: IdentityKeeper;
  /** What was found just now, and where the file was moved to that could not be kept. */
  readonly loss: { readonly kind: LedgerLoss; readonly setAside: string | null } | null;
  /** Where the copy of the notes was moved to, when it could not be read whole. */
  readonly damagedNotes: string | null;
}

export interface OpenLedgerOptions {
  /** Wall time, ms since the epoch. */
  readonly now: number;
  /** Profiles that ask their service what it holds when the ledger turns out to be lost. */
  readonly profiles: readonly string[];
  readonly onDamage?: () => void;
  /**
   * Somebody deleted or replaced the ledger while this process had it open: a missing one is lost, whatever
   * else is gone, and the log that is left belongs to the former one.
   */
  readonly isReplaced?: boolean;
  /** An agent reported from this data folder before: a missing ledger is lost, whatever else is gone. */
  readonly hadAgent?: boolean;
  readonly tuning?: LedgerTuning | undefined;
}

/**
 * Opens the ledger of a data folder whose lock the caller holds. A ledger that is lost in any way is replaced
 * or kept as far as it goes, and a rebuild is begun for every profile, all in one transaction: a crash at any
 * point leads here again. A file that cannot be kept is moved aside, never removed (W10).
 *
 * @throws AppError `LEDGER_NEWER`, `DISK_FULL`
 */
export function openLedger(directory: string, options: OpenLedgerOptions): OpenedLedger {
  for (const trust of ['as it seems', 'only whole'] as const) {
    try {
      return openTrusting(directory, options, trust);
    } catch (cause) {
      const error = asLedgerError(cause);
      if (!isCorrupt(error)) throw error;
    }
  }
  return openTrusting(directory, options, 'not at all');
}

/**
 * A large ledger is not read through, so its damage may be met only while it is opened: then it is trusted
 * less the next time.
 */
type Trust = 'as it seems' | 'only whole' | 'not at all';

function openTrusting(directory: string, options: OpenLedgerOptions, trust: Trust): OpenedLedger {
  const path = join(directory, 'ledger.sqlite');
  const told = readIdentity(directory);
  const opened = openWhatIsThere(path, told, options, trust);
  try {
    const known = typeof told === 'object' ? told : undefined;
    const own = ownIdentity(opened.database);
    const identity = {
      ledger: known?.ledger ?? own?.ledger ?? randomUUID(),
      mark: Math.max(known?.mark ?? 0, own?.mark ?? 0) + 1,
    };
    const areNotesWhole = opened.database.transaction(() => {
      if (opened.loss) beginRebuild(opened.database, options, known);
      setOwnIdentity(opened.database, identity);
      // New, lost, or put back from an older copy: what a person noted since stands beside it.
      return takeKeptNotes(opened.database, directory);
    });
    // The ledger first: a mark outside that is ahead of it would tell of an older copy.
    syncLog(path);
    const keeper = keepIdentity(directory, { ...identity, ...repeatedOutside(opened.database) });
    // Last: what could be read of it is in the ledger by now, and nothing fails after it.
    const damagedNotes = areNotesWhole ? null : keepAnew(opened.database, options.now);
    return { ...opened, damagedNotes, identity: keeper };
  } catch (error) {
    opened.database.close();
    throw error;
  }
}

/**
 * Where a damaged copy of the notes was moved to; null where the new one cannot be written now, so that it
 * still stands where it was. Whoever writes the copy next tries again, and says it.
 */
function keepAnew(database: Database, now: number): string | null {
  let damaged: string | null = null;
  try {
    keepNotes(database, now, (path) => {
      damaged = path;
    });
  } catch {
    // Everything a note is read for is in the ledger.
  }
  return damaged;
}

/**
 * Opens the ledger beside whoever holds the lock: as it is, or not at all. Undefined when it must be made,
 * migrated or rebuilt first, which only the holder of the lock may do.
 *
 * @throws AppError `LEDGER_NEWER`
 */
export function openLedgerBeside(
  directory: string,
  { onDamage, tuning }: Pick<OpenLedgerOptions, 'onDamage' | 'tuning'> = {},
): Database | undefined {
  // The file first: the ledger's own mark is raised before it.
  const told = readIdentity(directory);
  const path = join(directory, 'ledger.sqlite');
  if (typeof told !== 'object' || told.suspect || !sizeOf(path)) return undefined;
  let database: Database | undefined;
  try {
    database = openDatabase(path, { migrate: 'no', onDamage, onStatement: tuning?.onStatement });
    if (isUpToDate(database) && judge(told, ownIdentity(database)) === null) return database;
  } catch (error) {
    database?.close();
    if (isCorrupt(asLedgerError(error))) return undefined;
    throw error;
  }
  database.close();
  return undefined;
}

type Opened = Omit<OpenedLedger, 'identity' | 'damagedNotes'>;

function openWhatIsThere(
  path: string,
  told: ReturnType<typeof readIdentity>,
  { now, onDamage, tuning, isReplaced = false, hadAgent = false }: OpenLedgerOptions,
  trust: Trust,
): Opened {
  const open = () => openDatabase(path, { onDamage, onStatement: tuning?.onStatement });
  const asideOf = (suffix: string) => `${path}.${suffix}-${new Date(now).toISOString().replaceAll(':', '-')}`;
  if (isReplaced) moveLogAside(path, asideOf('lost'));
  const anew = (kind: LedgerLoss, suffix: string): Opened => {
    const setAside = moveAside(path, asideOf(suffix));
    return { database: open(), loss: { kind, setAside } };
  };

  const size = sizeOf(path);
  if (!size) {
    const isFirst = !isReplaced && !hadAgent && size === undefined && told === 'missing' && !hasTraces(path);
    if (isFirst) return { database: open(), loss: null };
    return anew(size === 0 ? 'empty' : 'missing', 'lost');
  }
  if (trust === 'not at all') return anew('damaged', 'corrupt');
  const known = typeof told === 'object' ? told : undefined;
  const mustBeWhole = known?.suspect === true || isReplaced || trust === 'only whole';
  const database = openReadable(open, mustBeWhole);
  if (!database) return anew('damaged', 'corrupt');
  const kind = known ? judge(known, ownIdentity(database)) : null;
  if (kind === 'foreign') {
    database.close();
    return anew('foreign', 'foreign');
  }
  // What an older copy knows is still true, so it is kept; what it does not know, the rebuild finds out.
  return { database, loss: kind === null ? null : { kind, setAside: null } };
}

/** What stands against a ledger that can be read, by what is known of it outside. */
function judge(told: LedgerIdentity, own: LedgerIdentity | undefined): 'foreign' | 'older' | null {
  if (own === undefined) return 'older';
  if (own.ledger !== told.ledger) return 'foreign';
  return own.mark < told.mark ? 'older' : null;
}

function isCorrupt(error: unknown): boolean {
  return error instanceof AppError && error.code === 'LEDGER_CORRUPT';
}

/** Undefined when it is damaged. */
function openReadable(open: () => Database, mustBeWhole: boolean): Database | undefined {
  let database: Database | undefined;
  try {
    database = open();
    ownIdentity(database);
    if (!isDamaged(database, mustBeWhole)) return database;
  } catch (error) {
    if (!isCorrupt(asLedgerError(error))) throw error;
  }
  database?.close();
  return undefined;
}

function isDamaged({ path, sqlite }: Database, mustBeWhole: boolean): boolean {
  if (!mustBeWhole && statSync(path).size > checkUpTo) return false;
  try {
    const row = sqlite.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    return row.quick_check !== 'ok';
  } catch {
    return true;
  }
}

/**
 * Every profile asks its service what it holds before it sends anything. What was under way in an older copy
 * went on after it was made: its slots are asked about, not given up, because documents may stand there now.
 */
function beginRebuild(
  database: Database,
  { now, profiles }: OpenLedgerOptions,
  { documents, teams = {} }: Repeated = {},
): void {
  const { statement } = database;
  const { set: setFact } = createFacts(database);
  statement(`DELETE FROM facts WHERE key LIKE 'rebuild:%'`).run();
  statement('DELETE FROM known_documents').run();
  for (const profile of profiles) {
    // Where nobody wrote down how many documents there were, an empty list proves nothing.
    const expected = documents === undefined ? 1 : (documents[profileKey(profile)] ?? 0);
    const fact = { state: 'collecting', at: now, expected } satisfies RebuildFact;
    setFact(rebuildKey(profile), fact);
    const team = teams[profileKey(profile)];
    if (team !== undefined) setFact(formerTeamKey(profile), team);
  }
  setFact(beginningsLostKey, true);
  statement(`UPDATE uploads SET state = 'queued' WHERE state IN ('claiming', 'enriching')`).run();
  // What an older copy would give back may be what the team was told since.
  statement('DELETE FROM team_claims').run();
  statement(
    `UPDATE uploads SET state = 'verifying', poll_at = NULL, not_before = 0
      WHERE state IN ('reserved', 'putting')`,
  ).run();
}

/**
 * Bytes; undefined when there is no such file. Never opened here: closing it would drop this process's own
 * locks on it (POSIX).
 */
function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

/** A log without its ledger, or copies of one: there was a ledger here before there were identities. */
function hasTraces(path: string): boolean {
  return readdirSync(join(path, '..')).some((name) => /^ledger\.sqlite[-.]/.test(name));
}

/** The ledger with its log, because one without the other is worth nothing. Null when nothing was there. */
function moveAside(path: string, target: string): string | null {
  const isMoved = moveIfThere(path, target);
  return moveLogAside(path, target) || isMoved ? target : null;
}

function moveLogAside(path: string, target: string): boolean {
  const moved = ['-wal', '-shm'].map((suffix) => moveIfThere(`${path}${suffix}`, `${target}${suffix}`));
  return moved.includes(true);
}

function moveIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

function syncLog(path: string): void {
  const descriptor = openSync(`${path}-wal`, 'r+');
  try {
    fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
