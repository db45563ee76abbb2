import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { AppError } from '#shared/errors/app-error.ts';

/** An open SQLite ledger: prepared statements are cached by their text. */
export interface Database {
  readonly path: string;
  readonly sqlite: DatabaseSync;
  /** The prepared statement for this text; prepared once. */
  statement(sql: string): StatementSync;
  /** Runs `work` in one transaction; a throw rolls back. Nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  close(): void;
}

interface OpenOptions {
  readonly readOnly?: boolean;
  /** Where the numbered migrations lie; tests bring their own. */
  readonly migrations?: URL;
}

/**
 * Opens (and, unless read-only, migrates) the ledger file.
 *
 * @throws AppError `LEDGER_NEWER` when a newer Sluice wrote it, `LEDGER_CORRUPT` when SQLite cannot read it.
 */
export function openDatabase(
  path: string,
  { readOnly = false, migrations = ownMigrations }: OpenOptions = {},
): Database {
  const sqlite = openSqlite(path, readOnly);
  const statements = new Map<string, StatementSync>();
  let depth = 0;
  const database: Database = {
    path,
    sqlite,
    statement(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = sqlite.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    transaction(work) {
      if (depth > 0) return work();
      sqlite.exec('BEGIN IMMEDIATE');
      depth = 1;
      try {
        const result = work();
        sqlite.exec('COMMIT');
        return result;
      } catch (error) {
        if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
        throw error;
      } finally {
        depth = 0;
      }
    },
    close: () => sqlite.close(),
  };
  if (!readOnly) migrate(database, migrations);
  return database;
}

function openSqlite(path: string, readOnly: boolean): DatabaseSync {
  try {
    const sqlite = new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true, timeout: 10_000 });
    // NORMAL survives kill -9; `durable()` in sqlite-ledger.ts adds what a power cut needs (docs/adr/0002).
    if (!readOnly) sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    sqlite.exec('PRAGMA cache_size = -16000;');
    sqlite.prepare('SELECT count(*) FROM sqlite_schema').get();
    return sqlite;
  } catch (cause) {
    throw asLedgerError(cause);
  }
}

/** SQLite's primary result codes for a file that is damaged or no database at all. */
const damaged = new Set([11, 26]);

export function asLedgerError(cause: unknown): unknown {
  const code = (cause as { errcode?: number }).errcode;
  if (code === undefined) return cause;
  if (damaged.has(code & 0xff)) return new AppError('LEDGER_CORRUPT', { cause });
  if ((code & 0xff) === 13) return new AppError('DISK_FULL', { cause, retryable: true });
  return cause;
}

const ownMigrations = new URL('./migrations/', import.meta.url);

/** Numbered files, applied in order, each in its own transaction; the number is SQLite's `user_version`. */
function migrate(database: Database, directory: URL): void {
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const version = versionOf(database);
  if (version > files.length) {
    throw new AppError('LEDGER_NEWER', { detail: `schema ${version}, this version knows ${files.length}` });
  }
  if (version > 0 && version < files.length && existsSync(database.path)) {
    database.sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(database.path, `${database.path}.before-${version + 1}`);
  }
  for (const [index, name] of files.entries()) {
    if (index < version) continue;
    const sql = readFileSync(fileURLToPath(new URL(name, directory)), 'utf8');
    database.transaction(() => {
      // Another process may have opened the ledger at the same moment, and have migrated it while this one waited.
      if (versionOf(database) > index) return;
      database.sqlite.exec(sql);
      database.sqlite.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
}

function versionOf({ sqlite }: Database): number {
  const { user_version: version } = sqlite.prepare('PRAGMA user_version').get() as { user_version: number };
  return version;
}
