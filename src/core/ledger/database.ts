import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { AppError } from '#shared/errors/app-error.ts';
import { fileIdentity } from '../data-folder/file-identity.ts';
import { makePrivateFile } from '../data-folder/private-folder.ts';
import { places } from '../places/places.ts';

/** An open SQLite ledger: prepared statements are cached by their text. */
export interface Database {
  readonly path: string;
  readonly sqlite: DatabaseSync;
  /** The prepared statement for this text; prepared once. */
  statement(sql: string): StatementSync;
  /** Runs statements that answer nothing. */
  exec(sql: string): void;
  /** Runs `work` in one transaction; a throw rolls back. Nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  /**
   * Whether the files that are open are still those at their paths. Where somebody removed or replaced one,
   * whatever is written goes into a file without a name.
   */
  isInPlace(): boolean;
  close(): void;
}

interface OpenOptions {
  readonly readOnly?: boolean;
  /** Only who holds the data folder's lock may migrate. */
  readonly migrate?: 'yes' | 'no';
  /** Where the numbered migrations lie; tests bring their own. */
  readonly migrations?: URL;
  /**
   * Told of each statement before it runs, for tests: one that throws makes the statement fail, and `BEGIN`,
   * `COMMIT` and `ROLLBACK` are statements too. A program that dies at a statement is one whose every
   * statement from there on fails.
   */
  readonly onStatement?: ((sql: string) => void) | undefined;
  /** Told when a statement met damage that SQLite noticed. */
  readonly onDamage?: (() => void) | undefined;
}

/** SQLite's name for a ledger without a file; what tests open. */
const inMemory = ':memory:';

/**
 * Opens (and, unless read-only, migrates) the ledger file.
 *
 * @throws AppError `LEDGER_NEWER` when a newer Sluice wrote it, `LEDGER_CORRUPT` when SQLite cannot read it.
 */
export function openDatabase(
  path: string,
  {
    readOnly = false,
    migrate = readOnly ? 'no' : 'yes',
    migrations = places.migrations,
    onStatement,
    onDamage,
  }: OpenOptions = {},
): Database {
  if (!readOnly && path !== inMemory) makePrivateFile(path);
  if (migrate === 'yes') copyBeforeMigration(path, migrations);
  const sqlite = openSqlite(path, readOnly);
  const exec = (sql: string) => {
    onStatement?.(sql);
    noticing(() => sqlite.exec(sql), onDamage);
  };
  // Its log is there from the first read on.
  const opened = [path, `${path}-wal`]
    .map((file) => [file, fileIdentity(file)] as const)
    .filter(([, identity]) => identity !== 'missing');
  const statements = new Map<string, StatementSync>();
  let depth = 0;
  const database: Database = {
    path,
    sqlite,
    exec,
    statement(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const prepared = noticing(() => sqlite.prepare(sql), onDamage);
      const statement =
        onStatement || onDamage ? watched(prepared, sql, { onStatement, onDamage }) : prepared;
      statements.set(sql, statement);
      return statement;
    },
    transaction(work) {
      if (depth > 0) return work();
      exec('BEGIN IMMEDIATE');
      depth = 1;
      try {
        const result = work();
        exec('COMMIT');
        return result;
      } catch (error) {
        if (sqlite.isTransaction) exec('ROLLBACK');
        throw error;
      } finally {
        depth = 0;
      }
    },
    isInPlace: () => opened.every(([file, identity]) => [identity, 'unknown'].includes(fileIdentity(file))),
    close: () => sqlite.close(),
  };
  try {
    if (migrate === 'yes') bringUpToDate(database, migrations);
  } catch (error) {
    sqlite.close();
    throw asLedgerError(error);
  }
  return database;
}

/** The statement, saying so before each run, and when it met damage. */
function watched(
  prepared: StatementSync,
  sql: string,
  { onStatement, onDamage }: Pick<OpenOptions, 'onStatement' | 'onDamage'>,
): StatementSync {
  const watching =
    (name: 'run' | 'get' | 'all' | 'iterate') =>
    (...values: never[]) => {
      onStatement?.(sql);
      return noticing(() => prepared[name](...values), onDamage);
    };
  return Object.assign(Object.create(prepared) as StatementSync, {
    run: watching('run'),
    get: watching('get'),
    all: watching('all'),
    iterate: watching('iterate'),
  });
}

function noticing<T>(work: () => T, onDamage: (() => void) | undefined): T {
  try {
    return work();
  } catch (error) {
    if (isDamage(error)) onDamage?.();
    throw error;
  }
}

function openSqlite(path: string, readOnly: boolean): DatabaseSync {
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true, timeout: 10_000 });
    // NORMAL survives kill -9; `durable()` in sqlite-ledger.ts adds what a power cut needs (docs/adr/0002).
    if (!readOnly) sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    // KiB. Who reads along, as the thread that watches does, asks for no row twice.
    sqlite.exec(`PRAGMA cache_size = -${readOnly ? 2000 : 16_000};`);
    sqlite.prepare('SELECT count(*) FROM sqlite_schema').get();
    return sqlite;
  } catch (cause) {
    sqlite?.close();
    throw asLedgerError(cause);
  }
}

/** SQLite's primary result codes for a file that is damaged or no database at all. */
const damaged = new Set([11, 26]);

function isDamage(error: unknown): boolean {
  return damaged.has(((error as { errcode?: number }).errcode ?? 0) & 0xff);
}

export function asLedgerError(cause: unknown): unknown {
  const code = (cause as { errcode?: number }).errcode;
  if (code === undefined) return cause;
  if (isDamage(cause)) return new AppError('LEDGER_CORRUPT', { cause });
  if ((code & 0xff) === 13) return new AppError('DISK_FULL', { cause, retryable: true });
  return cause;
}

/** The migrations, in order. */
function stepsIn(directory: URL): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** How many migrations this version knows. */
export function latestLedger(migrations: URL = places.migrations): number {
  return stepsIn(migrations).length;
}

/** Whether a ledger has every migration of this version. @throws AppError `LEDGER_NEWER` when it has more */
export function isUpToDate(database: Pick<Database, 'sqlite'>, migrations: URL = places.migrations): boolean {
  const latest = latestLedger(migrations);
  const version = versionOf(database.sqlite);
  if (version > latest) {
    throw new AppError('LEDGER_NEWER', { detail: `schema ${version}, this version knows ${latest}` });
  }
  return version === latest;
}

/**
 * Copies an old ledger aside, while it is closed: a file that is copied while SQLite has it open loses its
 * locks (POSIX).
 */
function copyBeforeMigration(path: string, migrations: URL): void {
  const sqlite = openSqlite(path, false);
  let version: number;
  try {
    version = versionOf(sqlite);
    if (isUpToDate({ sqlite }, migrations) || version === 0) return;
    sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    sqlite.close();
  }
  copyFileSync(path, `${path}.before-${version + 1}`);
}

/** Numbered files, applied in order, each in its own transaction; the number is SQLite's `user_version`. */
function bringUpToDate(database: Database, directory: URL): void {
  const steps = stepsIn(directory);
  const from = versionOf(database.sqlite);
  for (const [index, name] of steps.entries())
    if (index >= from) migrate(database, { from: index, to: index + 1, file: new URL(name, directory) });
}

function migrate(
  database: Database,
  { from, to, file }: { readonly from: number; readonly to: number; readonly file: URL },
): void {
  const sql = readFileSync(fileURLToPath(file), 'utf8');
  // A migration may change what is computed of a row, and what may stand in one: in the words of its table.
  // Older Nodes that run Sluice (22, and 24 before 24.12) have no such mode, nor the function.
  database.sqlite.enableDefensive?.(false);
  try {
    database.transaction(() => {
      // Another process may have opened the ledger at the same moment, and have migrated it while this one
      // waited.
      if (versionOf(database.sqlite) > from) return;
      database.exec(sql);
      database.exec(`PRAGMA user_version = ${to}`);
    });
  } finally {
    database.sqlite.enableDefensive?.(true);
  }
}

function versionOf(sqlite: DatabaseSync): number {
  const { user_version: version } = sqlite.prepare('PRAGMA user_version').get() as { user_version: number };
  return version;
}
